import type { Row } from '../../../contract/calls.ts';

/** Where a row lies in its tree, as readers of the page hear it. */
export interface TreePlace {
  /** 1 at the top. */
  level: number;
  /** How many rows lie under the same one, and which of them it is, from 1. */
  siblings: number;
  position: number;
  /** It has rows below it, which are shown or not. */
  expanded?: boolean;
  /** It does not match the filter itself: something below it does. */
  isPath: boolean;
}

export interface TreeLine {
  row: Row;
  place: TreePlace;
}

/** The rows of a tree by the row that they lie under. */
export interface Nested {
  /** In the order in which they were read; those of no row at all, or of one that nobody sees, under ''. */
  below: ReadonlyMap<string, readonly Row[]>;
  byId: ReadonlyMap<string, Row>;
}

const ROOT = '';

/** @param parent the field that names the row above */
export function nestRows(rows: readonly Row[], parent: string): Nested {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const below = new Map<string, Row[]>();
  for (const row of rows) {
    const above = String(row[parent] ?? ROOT);
    const key = above !== row.id && byId.has(above) ? above : ROOT;
    const list = below.get(key);
    if (list) list.push(row);
    else below.set(key, [row]);
  }
  return { below, byId };
}

/** The id of the row above, where that is one of the tree. */
export function aboveOf({ byId }: Nested, parent: string, id: string): string | undefined {
  const above = byId.get(id)?.[parent];
  return above !== null && above !== undefined && byId.has(String(above)) ? String(above) : undefined;
}

/** Ids of the row and of all above it, the row first. */
export function pathOf(nested: Nested, parent: string, id: string): string[] {
  const path: string[] = [];
  let at: string | undefined = id;
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    at = aboveOf(nested, parent, at);
  }
  return path;
}

/** Which rows a filter leaves: those that match, and those above them. */
export interface Kept {
  matches: ReadonlySet<string>;
  shown: ReadonlySet<string>;
}

export const keptOf = (nested: Nested, parent: string, matches: readonly string[]): Kept => ({
  matches: new Set(matches),
  shown: new Set(matches.flatMap((id) => pathOf(nested, parent, id))),
});

/** What is drawn, from top to bottom. */
export function linesOf(
  { below }: Nested,
  isOpen: (id: string, level: number) => boolean,
  kept?: Kept,
): TreeLine[] {
  const lines: TreeLine[] = [];
  const rowsOf = (id: string): readonly Row[] => {
    const rows = below.get(id) ?? [];
    return kept ? rows.filter((row) => kept.shown.has(row.id)) : rows;
  };
  const walk = (id: string, level: number): void => {
    const rows = rowsOf(id);
    for (const [at, row] of rows.entries()) {
      const hasMore = rowsOf(row.id).length > 0;
      const expanded = hasMore && isOpen(row.id, level);
      lines.push({
        row,
        place: {
          level,
          siblings: rows.length,
          position: at + 1,
          ...(hasMore && { expanded }),
          isPath: kept !== undefined && !kept.matches.has(row.id),
        },
      });
      if (expanded) walk(row.id, level + 1);
    }
  };
  walk(ROOT, 1);
  return lines;
}
