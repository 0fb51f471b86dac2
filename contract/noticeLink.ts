/** The argument of a list that names the row whose peek opens with it. */
export const LINKED_ROW = 'row';

/** The way from a notice to what it is about: a view and what it is opened for. */
export interface NoticeLink {
  view: string;
  args: Record<string, unknown>;
}
