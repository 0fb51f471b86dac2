import type { Locale } from '../locales.ts';

/** A form that an administrator draws, as code works with it; a JSON Schema is how it is written (schema.ts). */

/** A text by language; where one is missing, another one is shown. */
export type Texts = Readonly<Partial<Record<Locale, string>>>;

export const DRAWN_KINDS = [
  'text',
  'lines',
  'int',
  'decimal',
  'money',
  'date',
  'choice',
  'several',
  'dict',
  'switch',
] as const;
export type DrawnKind = (typeof DRAWN_KINDS)[number];

export const DRAWN_INPUTS = ['select', 'radio', 'checkbox'] as const;
export type DrawnInput = (typeof DRAWN_INPUTS)[number];

export interface DrawnChoice {
  value: string;
  title: Texts;
}

export interface DrawnField {
  /** Under which its values are kept; it never gets another kind in a later version. */
  key: string;
  kind: DrawnKind;
  title: Texts;
  /** Shown below the input. */
  help?: Texts | undefined;
  required: boolean;
  /** How many columns of its section it takes. */
  width: number;
  /** Texts: fewest and most characters, and a pattern (pattern.ts). */
  shortest?: number | undefined;
  longest?: number | undefined;
  pattern?: string | undefined;
  /** Numbers: bounds, as decimal text. */
  least?: string | undefined;
  most?: string | undefined;
  choices?: readonly DrawnChoice[] | undefined;
  dict?: string | undefined;
  input?: DrawnInput | undefined;
  /** What a new form starts with. */
  initial?: string | number | boolean | undefined;
}

export interface DrawnSection {
  title?: Texts | undefined;
  columns: number;
  fields: readonly DrawnField[];
}

export interface DrawnForm {
  sections: readonly DrawnSection[];
}

/** What a form is filled in for; one form at a time is in force for each. */
export const FORM_PURPOSES = ['manualOrder'] as const;
export type FormPurpose = (typeof FORM_PURPOSES)[number];

export const FIELDS_MOST = 40;
export const SECTIONS_MOST = 8;
export const COLUMNS_MOST = 3;
export const CHOICES_MOST = 50;
export const TITLE_MOST = 60;
export const HELP_MOST = 200;
export const TEXT_MOST = 2_000;
/** Shorter texts are of one line. */
export const LINES_LEAST = 301;

/** A published version of a form, as whoever fills it in gets it. */
export interface FormShown {
  /** Of the version: what is kept with the values. */
  id: string;
  formId: string;
  name: string;
  formVersion: number;
  schema: unknown;
}

export interface FormVersionShown extends FormShown {
  note: string | null;
  publishedBy: string | null;
  publishedAt: string;
}

/** What a row keeps of a form: by which version it was filled in, and the values by key. */
export interface FilledForm {
  version: string;
  values: Readonly<Record<string, unknown>>;
}

export const fieldsOf = (form: DrawnForm): DrawnField[] => form.sections.flatMap(({ fields }) => fields);
