export type TagType = 'success' | 'warning' | 'info' | 'primary' | 'danger';

export interface DictItem {
  /** The name used by definitions and code; the wire carries the value. */
  name: string;
  value: number | string;
  /** Simplified Chinese, the fallback locale. */
  label: string;
  tagType: TagType;
}

export type ItemRow = readonly [name: string, value: number | string, label: string, tag: TagType];

/** The items that rows make: their names and values are known to the compiler. */
type ItemsOf<R extends readonly ItemRow[]> = {
  readonly [I in keyof R]: DictItem & { readonly name: R[I][0]; readonly value: R[I][1] };
};

/** The items of one dictionary, in their order. */
export const items = <const R extends readonly ItemRow[]>(...rows: R): ItemsOf<R> =>
  Object.freeze(
    rows.map(([name, value, label, tagType]) => Object.freeze({ name, value, label, tagType })),
  ) as ItemsOf<R>;
