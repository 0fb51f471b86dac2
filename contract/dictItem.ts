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

/** The items of one dictionary, in their order. */
export const items = (...rows: readonly ItemRow[]): readonly DictItem[] =>
  Object.freeze(rows.map(([name, value, label, tagType]) => Object.freeze({ name, value, label, tagType })));
