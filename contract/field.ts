import type { FormPurpose } from './forms/form.ts';
import type { IdentityKind } from './identity/identity.ts';

/** The vocabulary of columns: every field is plain data that survives JSON.stringify. */

export type FilterMode = 'equals' | 'in' | 'range' | 'prefix' | 'contains';

export type FieldKind =
  | 'text'
  | 'money'
  | 'rate'
  | 'int'
  | 'dict'
  | 'ref'
  | 'flag'
  | 'instant'
  | 'date'
  | 'json'
  | 'image'
  | 'url'
  | 'secret';

export interface FieldOptions {
  /** Must be present and non-empty on add. */
  required?: boolean;
  /** Never accepted in a write. */
  readonly?: boolean;
  /** Accepted on add only. */
  once?: boolean;
  /** How the flat filter of this field compares; absent means it cannot be filtered. */
  filter?: FilterMode;
  /** May a list be sorted by it. */
  sort?: boolean;
  pin?: 'left' | 'right';
  /** Default column width in px at size small; absent means the kind's default. */
  width?: number;
  /** Shown in the detail and on request, not among the default columns. */
  extra?: boolean;
  /**
   * Present in the form and the write schema, never a column. With `readonly` and a filter it is in no form either: what it
   * filters by is in another table (server/engine/relatedFilter.ts).
   */
  formOnly?: boolean;
  /** Whose the row is: a merchant's people make rows of their own merchant and are not asked. */
  own?: boolean;
  /** The platform's own: a merchant's people neither read it nor filter, sort or export by it. */
  staff?: boolean;
  /** What the platform buys and at what price: a tenant's staff know it no more than a merchant's people do. */
  platform?: boolean;
  /** Terms by which the platform's books owe money: a tenant's staff read it, and the platform's alone write it. */
  books?: 'platform';
  /** Text: longest accepted length. Default 200. */
  max?: number;
  /** Text: fewest characters. */
  shortest?: number;
  /**
   * Text: what it names something by (contract/identity/identity.ts). It is stored without what nobody sees, has the kind's
   * alphabet, and is unique in the kind's form where the table says that it is unique.
   */
  identity?: IdentityKind;
  /** Text: a regular expression source the whole value must match. */
  pattern?: string;
  /** Text: written in an editor of its own: markup that contract/richText.ts lets through, the name of an icon, or
   *  what a file says. */
  editor?: 'rich' | 'icon' | 'file';
  /** Text shown in the mono face, truncated in the middle, copied by one click. */
  mono?: boolean;
  /** Text: the any-id box finds it by its last letters too. A table of many rows has an index on the last four. */
  ending?: boolean;
  /** Text: made by others in letters of any case; a filter ignores case. A large table has its indexes over `lower()`. */
  caseless?: boolean;
  /** Text: a remark that may be the platform's own (contract/remark.ts), where the named field of the row says that nobody wrote it. */
  writer?: string;
  /** Text: the account of who did it; where nobody did it, a text says so. */
  actor?: boolean;
  /** Text: a call of ours, which is shown by its title in the reader's language (server/platform/http/callTitle.ts). */
  call?: { controller: string; action: string };
  /** A locale map stored as JSON, or a menu's key; a ref says so of its label. */
  localised?: boolean;
  /** The area of the locale files whose keys its texts may be: the titles of the menu. */
  keyOf?: string;
  /** The part of form and detail it is in; fields without one come first. */
  section?: Section;
  /**
   * Text, required: why the row is as it is. Asked at every write, a deletion among them, and never carried over from the
   * last one.
   */
  why?: boolean;
  /** What the form of a new row starts with. */
  initial?: string | number | boolean;
}

export type Section =
  | 'access'
  | 'archive'
  | 'contact'
  | 'collect'
  | 'pay'
  | 'limits'
  | 'notify'
  | 'hearers'
  | 'config'
  | 'route'
  | 'display';

interface Base<K extends FieldKind> extends FieldOptions {
  readonly kind: K;
}

export interface MoneyField extends Base<'money'> {
  /** The field of the same row that names the currency. */
  currency: string;
  /** Shown with an explicit plus or minus, coloured; a `gap` should be nothing, so that neither sign is good. */
  signed?: boolean | 'gap';
  /** What one unit of another currency costs: two decimals or more, as markets write it, none of them for show. */
  price?: boolean;
  /** Nothing is no amount; of a signed one the sign is left to another input. */
  positive?: boolean;
  /** The most that may be written, whatever its sign, as decimal text. */
  most?: string;
  /** The least. */
  least?: string;
}
export interface DictField extends Base<'dict'> {
  dict: string;
  /** A call that shows which of its items a sheet offers, asked with the sheet's merchant. */
  from?: string;
  /** Names of items that come about by themselves: nobody chooses them. */
  never?: readonly string[];
  /** How forms show its items, whatever room they have; `checkbox` is for one of two, of which the first is ticked. */
  render?: 'tag' | 'select' | 'radio' | 'checkbox';
}
export interface RefField extends Base<'ref'> {
  to: string;
  /** A row that names none is about them all, and says so. */
  emptyIsAll?: boolean;
}
export type Several = { readonly dict: string } | { readonly choices: readonly string[] };
export interface JsonField extends Base<'json'> {
  /** A list of ids of that resource: picked, never typed. */
  to?: string;
  /** Menus that the roles of a tenant get: what is the platform's is not offered. */
  forTenants?: true;
  /** Amounts by currency: an object of decimal texts, typed in one row. */
  perCurrency?: boolean;
  /** A list of rows of these fields, typed one under the other; they are named as the resource's own fields are. */
  rows?: Fields;
  /** An object of a resource's fields, as a log keeps it: the field of the same row that names the resource. */
  by?: string;
  /** A list of different ones of a dictionary's values, or of these words: ticked. */
  several?: Several;
  /** What the form in force for this purpose asks (contract/forms), with the version that it was filled in by. */
  drawn?: FormPurpose;
}
export interface IntField extends Base<'int'> {
  min?: number;
  maximum?: number;
}

export type Field =
  | Base<'text'>
  | MoneyField
  | Base<'rate'>
  | IntField
  | DictField
  | RefField
  | Base<'flag'>
  | Base<'instant'>
  | Base<'date'>
  | JsonField
  | Base<'image'>
  | Base<'url'>
  | Base<'secret'>;

/** It is only filtered by, and what is compared is in another table (server/engine/relatedFilter.ts). */
export const isElsewhere = ({ formOnly, readonly, filter }: FieldOptions): boolean =>
  formOnly === true && readonly === true && filter !== undefined;

export type Fields = Readonly<Record<string, Field>>;

export const text = (o: FieldOptions = {}) => ({ kind: 'text', ...o }) as const satisfies Field;
export const money = (
  o: FieldOptions &
    Partial<Pick<MoneyField, 'currency' | 'signed' | 'price' | 'positive' | 'most' | 'least'>> = {},
) => ({ kind: 'money', currency: 'currency', ...o }) as const satisfies Field;
/** A fraction with at most six decimals: 0.018 is 1.8 %. */
export const rate = (o: FieldOptions = {}) => ({ kind: 'rate', ...o }) as const satisfies Field;
export const int = (o: FieldOptions & { min?: number; maximum?: number } = {}) =>
  ({ kind: 'int', ...o }) as const satisfies Field;
export const dict = (
  name: string,
  o: FieldOptions & Partial<Pick<DictField, 'from' | 'never' | 'render'>> = {},
) => ({ kind: 'dict', dict: name, ...o }) as const satisfies Field;
export const ref = (to: string, o: FieldOptions & { emptyIsAll?: boolean } = {}) =>
  ({ kind: 'ref', to, ...o }) as const satisfies Field;
export const flag = (o: FieldOptions = {}) => ({ kind: 'flag', ...o }) as const satisfies Field;
export const instant = (o: FieldOptions = {}) => ({ kind: 'instant', ...o }) as const satisfies Field;
export const date = (o: FieldOptions = {}) => ({ kind: 'date', ...o }) as const satisfies Field;
export const json = (
  o: FieldOptions &
    Partial<Pick<JsonField, 'to' | 'forTenants' | 'by' | 'perCurrency' | 'rows' | 'several' | 'drawn'>> = {},
) => ({ kind: 'json', ...o }) as const satisfies Field;
export const image = (o: FieldOptions = {}) => ({ kind: 'image', ...o }) as const satisfies Field;
export const url = (o: FieldOptions = {}) => ({ kind: 'url', ...o }) as const satisfies Field;
/** Write-only: stored encrypted, answered masked. */
export const secret = (o: FieldOptions = {}) => ({ kind: 'secret', ...o }) as const satisfies Field;

/** The choices of a text whose pattern is a list of words. */
export function choicesOf({ kind, pattern }: Field): string[] | undefined {
  if (kind !== 'text' || !pattern || !/^[\w-]+(?:\|[\w-]+)+$/.test(pattern)) return undefined;
  return pattern.split('|');
}

/** The key under which a row carries the label of a ref field: merchantId → merchantName. */
export function labelKey(field: string): string {
  return `${field.endsWith('Id') ? field.slice(0, -2) : field}Name`;
}
