/** How many rows are known to have entered a list and to have left it since it was read; each the least it can be. */
export interface Passage {
  /** What was read, so that another reading begins anew. */
  list: string;
  entered: number;
  left: number;
}

/**
 * Only how many more (or fewer) rows match by now is known. What came after the fewest has entered, whatever leaves
 * later: neither number goes back before the list is read again.
 * @param drift how many more rows match than were read, negative for fewer
 */
export function passage(before: Passage | undefined, list: string, drift: number): Passage {
  const known = before?.list === list ? before : { list, entered: 0, left: 0 };
  const left = Math.max(known.left, -drift);
  const entered = Math.max(known.entered, drift + left);
  return left === before?.left && entered === before.entered && list === before.list
    ? before
    : { list, entered, left };
}
