/** Rows that are kept in the view of others, and have none of their own in the menu. */
export const VIEW_PARTS: Readonly<Record<string, readonly string[]>> = { sysDictType: ['sysDictData'] };

/** A view and what is kept in it. */
export const withParts = (view: string): readonly string[] => [view, ...(VIEW_PARTS[view] ?? [])];
