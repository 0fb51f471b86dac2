import { text } from '../field.ts';
import type { Locale } from '../locales.ts';
import { fieldsSchema } from '../validate.ts';
import { drawnFields, titlesOf } from './fields.ts';
import type { DrawnForm } from './form.ts';

/** The values of a form by their names among those of a row, and the row's currency, whose digits its amounts have. */
export const filledSchema = (form: DrawnForm, language: Locale) => {
  const titles = titlesOf(form, language);
  return fieldsSchema(
    { currency: text(), ...drawnFields(form) },
    { language, label: (name) => titles.get(name) ?? name },
  );
};
