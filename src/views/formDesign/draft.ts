import {
  type DrawnField,
  type DrawnForm,
  type DrawnKind,
  type DrawnSection,
  fieldsOf,
  type Texts,
} from '../../../contract/forms/form.ts';
import type { Locale } from '../../../contract/locales.ts';

/** What is done with a form while it is drawn. */

/** A field by its key, or a section by its number. */
export type Chosen = { key: string } | { section: number };

export interface Place {
  section: number;
  at: number;
}

export const placeOf = (form: DrawnForm, key: string): Place | undefined => {
  for (const [section, { fields }] of form.sections.entries()) {
    const at = fields.findIndex((field) => field.key === key);
    if (at >= 0) return { section, at };
  }
  return undefined;
};

export const fieldAt = (form: DrawnForm, key: string): DrawnField | undefined =>
  fieldsOf(form).find((field) => field.key === key);

/** A key that neither the form nor an earlier version of it has. */
export function freeKey(form: DrawnForm, wanted: string, taken: ReadonlySet<string> = new Set()): string {
  const isFree = (key: string) => !fieldAt(form, key) && !taken.has(key);
  const stem = wanted.replace(/\d+$/, '').slice(0, 36);
  if (isFree(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (isFree(`${stem}${n}`)) return `${stem}${n}`;
}

const choice = (value: string, title: Texts) => ({ value, title });

/** A field of this kind as it comes from the palette. */
export function newField(kind: DrawnKind, key: string, title: Texts, choices: readonly Texts[]): DrawnField {
  const base = { key, kind, title, required: false, width: 1 };
  if (kind === 'text') return { ...base, longest: 100 };
  if (kind === 'lines') return { ...base, longest: 500 };
  if (kind === 'choice' || kind === 'several') {
    const list = choices.map((text, at) => choice(`choice${at + 1}`, text));
    return { ...base, ...(kind === 'choice' && { input: 'radio' }), choices: list };
  }
  return kind === 'dict' ? { ...base, dict: 'currency', input: 'select' } : base;
}

const withSection = (
  form: DrawnForm,
  section: number,
  change: (section: DrawnSection) => DrawnSection,
): DrawnForm => ({ sections: form.sections.map((each, at) => (at === section ? change(each) : each)) });

const fit = (field: DrawnField, columns: number): DrawnField =>
  field.width > columns ? { ...field, width: columns } : field;

export const insert = (form: DrawnForm, field: DrawnField, { section, at }: Place): DrawnForm =>
  withSection(form, section, (each) => ({
    ...each,
    fields: each.fields.toSpliced(at, 0, fit(field, each.columns)),
  }));

export function remove(form: DrawnForm, key: string): DrawnForm {
  return {
    sections: form.sections.map((each) => ({
      ...each,
      fields: each.fields.filter((field) => field.key !== key),
    })),
  };
}

/** Moves a field before what is at a place now. */
export function move(form: DrawnForm, key: string, to: Place): DrawnForm {
  const [field, from] = [fieldAt(form, key), placeOf(form, key)];
  if (!field || !from) return form;
  const at = from.section === to.section && from.at < to.at ? to.at - 1 : to.at;
  return insert(remove(form, key), field, { section: to.section, at });
}

/** One place back or on, over the border of a section too. */
export function step(form: DrawnForm, key: string, by: -1 | 1): DrawnForm {
  const from = placeOf(form, key);
  if (!from) return form;
  const { fields } = form.sections[from.section]!;
  const at = from.at + by;
  if (at >= 0 && at < fields.length) return move(form, key, { ...from, at: by > 0 ? at + 1 : at });
  const section = form.sections[from.section + by];
  if (!section) return form;
  return move(form, key, { section: from.section + by, at: by > 0 ? 0 : section.fields.length });
}

export function change(form: DrawnForm, key: string, values: Partial<DrawnField>): DrawnForm {
  return {
    sections: form.sections.map((each) => ({
      ...each,
      fields: each.fields.map((field) => (field.key === key ? tidy({ ...field, ...values }) : field)),
    })),
  };
}

const tidy = (field: DrawnField): DrawnField =>
  Object.fromEntries(
    Object.entries(field).filter(([, value]) => value !== undefined),
  ) as unknown as DrawnField;

export const changeSection = (form: DrawnForm, section: number, values: Partial<DrawnSection>): DrawnForm =>
  withSection(form, section, (each) => {
    const next = { ...each, ...values };
    return { ...next, fields: next.fields.map((field) => fit(field, next.columns)) };
  });

export const addSection = (form: DrawnForm): DrawnForm => ({
  sections: [...form.sections, { columns: form.sections.at(-1)?.columns ?? 2, fields: [] }],
});

/** The fields of a section that goes are withdrawn with it. */
export const removeSection = (form: DrawnForm, section: number): DrawnForm => ({
  sections: form.sections.toSpliced(section, 1),
});

export function duplicate(
  form: DrawnForm,
  key: string,
  taken?: ReadonlySet<string>,
): { form: DrawnForm; key: string } {
  const [field, place] = [fieldAt(form, key), placeOf(form, key)];
  if (!field || !place) return { form, key };
  const copy = freeKey(form, key, taken);
  return { form: insert(form, { ...field, key: copy }, { ...place, at: place.at + 1 }), key: copy };
}

export const withText = (texts: Texts | undefined, language: Locale, text: string): Texts | undefined => {
  const { [language]: _before, ...others } = texts ?? {};
  const next = text === '' ? others : { ...others, [language]: text };
  return Object.keys(next).length > 0 ? next : undefined;
};

export interface Change {
  kind: 'added' | 'withdrawn' | 'changed' | 'moved';
  field: DrawnField;
  /** What of it is another by now. */
  names: string[];
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What publishing would change for whoever fills the form in. */
export function changesOf(before: DrawnForm, after: DrawnForm): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const kept = was.filter(({ key }) => fieldAt(after, key)).map(({ key }) => key);
  const order = is.filter(({ key }) => fieldAt(before, key)).map(({ key }) => key);
  const changed = is.flatMap((field): Change[] => {
    const old = fieldAt(before, field.key);
    if (!old) return [{ kind: 'added', field, names: [] }];
    const names = [...new Set([...Object.keys(old), ...Object.keys(field)])].filter(
      (name) => !same(old[name as keyof DrawnField], field[name as keyof DrawnField]),
    );
    if (names.length > 0) return [{ kind: 'changed', field, names }];
    return kept.indexOf(field.key) === order.indexOf(field.key) ? [] : [{ kind: 'moved', field, names: [] }];
  });
  const withdrawn = was
    .filter(({ key }) => !fieldAt(after, key))
    .map((field): Change => ({ kind: 'withdrawn', field, names: [] }));
  return [...changed, ...withdrawn];
}
