import { date, dict, type Field, type Fields, flag, int, json, money, text } from '../field.ts';
import { FALLBACK_LOCALE, type Locale, LOCALE_FACTS, LOCALES } from '../locales.ts';
import {
  type DrawnField,
  type DrawnForm,
  fieldsOf,
  type FilledForm,
  type FormPurpose,
  type Texts,
} from './form.ts';

/** Drawn fields as those of definitions: what shows, checks and prints the one does so with the other. */

/** A text in a language, else in another one. */
export const textIn = (texts: Texts | undefined, language: Locale): string =>
  [language, FALLBACK_LOCALE, ...LOCALES].map((locale) => texts?.[locale]?.trim()).find(Boolean) ?? '';

/** Where fields of a form are among those of a row. */
const PREFIX = 'form.';
export const nameOf = (key: string): string => PREFIX + key;
export const keyIn = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;

/** What the drawn form of such rows is for; undefined of rows without one. */
export function drawnPurpose(fields: Fields): FormPurpose | undefined {
  const { form } = fields;
  return form?.kind === 'json' ? form.drawn : undefined;
}

export function fieldOf(drawn: DrawnField): Field {
  const { required, initial, least, most } = drawn;
  const common = { required, ...(initial !== undefined && { initial }) };
  const bounds = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
  switch (drawn.kind) {
    case 'text':
    case 'lines':
      return text({
        ...common,
        max: drawn.longest ?? 200,
        ...(drawn.shortest !== undefined && { shortest: drawn.shortest }),
        ...(drawn.pattern !== undefined && { pattern: drawn.pattern }),
      });
    case 'int':
      return int({
        ...common,
        ...(least !== undefined && { min: Number(least) }),
        ...(most !== undefined && { maximum: Number(most) }),
      });
    case 'decimal':
      // Of no currency, so that no currency's digits bind it.
      return money({
        ...common,
        ...bounds,
        currency: '',
        price: true,
        signed: least?.startsWith('-') === true,
      });
    case 'money':
      return money({ ...common, ...bounds, signed: least?.startsWith('-') === true });
    case 'date':
      return date(common);
    case 'choice':
      return text({ ...common, max: 40, pattern: (drawn.choices ?? []).map(({ value }) => value).join('|') });
    case 'several':
      return json({ ...common, several: { choices: (drawn.choices ?? []).map(({ value }) => value) } });
    case 'dict':
      return dict(drawn.dict ?? '', { ...common, render: drawn.input ?? 'select' });
    case 'switch':
      return flag(common);
  }
}

/** The fields of a form by their names among those of a row. */
export const drawnFields = (form: DrawnForm): Fields =>
  Object.fromEntries(fieldsOf(form).map((drawn) => [nameOf(drawn.key), fieldOf(drawn)]));

export const titlesOf = (form: DrawnForm, language: Locale): ReadonlyMap<string, string> =>
  new Map(fieldsOf(form).map(({ key, title }) => [nameOf(key), textIn(title, language)]));

/** A row with the values of its form among its own. */
export function flatRow<R extends Readonly<Record<string, unknown>>>(row: R): R {
  const filled = row.form as FilledForm | null | undefined;
  if (!filled) return row;
  const values = Object.entries(filled.values).map(([key, value]) => [nameOf(key), value]);
  return { ...row, ...Object.fromEntries(values) };
}

/** The way back: what was written of a form, apart from the row's own values. */
export function apart(values: Readonly<Record<string, unknown>>): {
  own: Record<string, unknown>;
  drawn: Record<string, unknown>;
} {
  const own: Record<string, unknown> = {};
  const drawn: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = keyIn(name);
    if (key === undefined) own[name] = value;
    else drawn[key] = value;
  }
  return { own, drawn };
}

/** What people read of a value. */
export function valueText(
  drawn: DrawnField,
  value: unknown,
  language: Locale,
  labelOf: (dict: string, value: unknown) => string,
  yesNo: (value: boolean) => string,
): string {
  const choiceText = (one: unknown): string => {
    const choice = drawn.choices?.find((each) => each.value === one);
    return choice ? textIn(choice.title, language) : String(one);
  };
  if (drawn.kind === 'choice') return choiceText(value);
  if (drawn.kind === 'several' && Array.isArray(value))
    return value.map(choiceText).join(LOCALE_FACTS[language].comma);
  if (drawn.kind === 'dict') return labelOf(drawn.dict ?? '', value);
  return drawn.kind === 'switch' ? yesNo(value === true) : String(value);
}
