import type { Fields } from '../../../../contract/field.ts';
import { nameOf, textIn } from '../../../../contract/forms/fields.ts';
import { filterChoice } from '../../../../contract/forms/filters.ts';
import { type FormPurpose, type FormShown, fieldsOf } from '../../../../contract/forms/form.ts';
import { keptForm } from '../../../../contract/forms/schema.ts';
import { call, currentLocale } from '../../../kit/index.ts';
import { addDict } from '../../../kit/data/dict.ts';

/** What the form in force asks, as fields that a list is filtered by, and what they are called. */
export interface DrawnFilters {
  fields: Fields;
  titles: ReadonlyMap<string, string>;
}

/** Read once for a list; the choices of the form become dictionaries of its own. */
export async function readDrawnFilters(purpose: FormPurpose): Promise<DrawnFilters> {
  const shown = await call<FormShown | null>('formDesign/inForce', undefined, {
    query: { purpose },
    customCatch: true,
  });
  const language = currentLocale();
  const all = shown ? fieldsOf(keptForm(shown.schema)) : [];
  for (const { key, choices = [] } of all)
    if (choices.length > 0)
      addDict(
        nameOf(key),
        choices.map(({ value, title }) => ({
          value,
          name: value,
          label: textIn(title, language),
          tagType: 'info',
        })),
      );
  return {
    fields: Object.fromEntries(
      all.map((drawn) => [nameOf(drawn.key), filterChoice(drawn, nameOf(drawn.key))]),
    ),
    titles: new Map(all.map(({ key, title }) => [nameOf(key), textIn(title, language)])),
  };
}
