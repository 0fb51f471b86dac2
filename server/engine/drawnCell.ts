import { textIn, valueText } from '../../contract/forms/fields.ts';
import { type DrawnForm, fieldsOf, type FilledForm } from '../../contract/forms/form.ts';
import { keptForm } from '../../contract/forms/schema.ts';
import { LOCALE_FACTS, type Locale } from '../../contract/locales.ts';
import { flagLabel } from './labels.ts';

/** What was filled in of a form, with the version's schema, as SQL over alias t. */
export const drawnSql = (own: string): string =>
  `(select json_build_object('filled', ${own}, 'schema', v.schema)::text from form_version v where v.id = t.form_version_id)`;

interface Kept {
  filled: FilledForm;
  schema: unknown;
}

/** Titles and values in the reader's language, in the order of the form. */
export function drawnCell(
  locale: Locale,
  labelOf: (dict: string, value: string) => string,
): (value: string | null) => string | null {
  // A version is of many rows.
  const forms = new Map<string, DrawnForm>();
  const { colon } = LOCALE_FACTS[locale];
  return (value) => {
    if (value === null) return null;
    const { filled, schema } = JSON.parse(value) as Kept;
    const form = forms.get(filled.version) ?? keptForm(schema);
    forms.set(filled.version, form);
    const given = fieldsOf(form).filter(({ key }) => filled.values[key] !== undefined);
    const text = (drawn: (typeof given)[number]) =>
      valueText(
        drawn,
        filled.values[drawn.key],
        locale,
        (dict, item) => labelOf(dict, String(item)),
        (yes) => flagLabel(locale, yes),
      );
    return given.map((drawn) => `${textIn(drawn.title, locale)}${colon}${text(drawn)}`).join('; ');
  };
}
