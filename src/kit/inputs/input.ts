import type { Row } from '../../../contract/calls.ts';
import type { Field } from '../../../contract/field.ts';

/** How one of several values is chosen. Radio buttons that would be too many become a list; a checkbox is for two. */
export type Render = 'select' | 'radio' | 'menu' | 'tag' | 'checkbox';

/**
 * What the input of every kind of field takes. Its height and type follow the theme's size around it. It holds nothing:
 * `value` is what it shows, and `onChange` gets what a write would carry, undefined where nothing is given.
 */
export interface InputProps<F extends Field = Field> {
  field: F;
  /** Of the control, for a label's `htmlFor`. */
  id?: string | undefined;
  /** Accessible name, where no label element leads to the control or it opens a list. */
  label?: string | undefined;
  /** An example of what is typed, while nothing is. */
  placeholder?: string | undefined;
  value?: unknown;
  onChange?: ((value: unknown) => void) | undefined;
  disabled?: boolean | undefined;
  /** Id of the message that says why the value is refused; present only while it is. */
  error?: string | undefined;
  render?: Render | undefined;
  /** Values of the same form or row, of the fields that `contextFields` names. */
  values?: Readonly<Record<string, unknown>> | undefined;
  /** What the fields of the form are called, where the input has fields of its own. */
  labelOf?: ((field: string) => string) | undefined;
  /** The row that is edited. */
  row?: Row | undefined;
  /** The text of a choice, where the field's pattern lists the choices. */
  choiceText?: ((choice: string) => string) | undefined;
  /** The end of a period: a day typed alone is meant whole. */
  end?: boolean | undefined;
  /** Enter, once what was typed is taken. */
  onEnter?: (() => void) | undefined;
}

/** Other fields of the same form that decide what the input of this one offers or shows. */
export function contextFields(field: Field): readonly string[] {
  if (field.kind === 'money') return [field.currency];
  const asksMerchant = field.kind === 'dict' ? field.from !== undefined : isRoles(field);
  return asksMerchant ? ['merchantId'] : [];
}

const isRoles = (field: Field): boolean => field.kind === 'json' && field.to === 'sysRole';

/** Attributes of the control itself, alike for every kind. */
export const controlProps = ({ id, label, error, disabled }: Omit<InputProps, 'field'>) => ({
  id,
  disabled,
  'aria-label': label,
  'aria-invalid': error !== undefined,
  'aria-describedby': error,
});

/** A value as the text of a control. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);

/** A longer text is written in several lines. */
const ONE_LINE = 300;
/** A password may be as long as a directory takes it and stays on one line, written blind. */
const SECRET_LINE = 1_000;

/** True where the text takes several lines, in which Enter is a new one. */
export function isLines({ kind, max = 200 }: Field): boolean {
  if (kind === 'text') return max > ONE_LINE;
  return kind === 'secret' && max > SECRET_LINE;
}

/** True for what takes the width of the whole form. */
export const isWide = (field: Field): boolean =>
  field.kind === 'json'
    ? (field.to === undefined && field.several === undefined) || field.to === 'sysMenu'
    : field.kind === 'url' || isLines(field);
