import type { Laid } from './layAnchors.ts';
import type { Visible } from './scope.ts';

/**
 * How many rows of these merchants come before each stretch, from the oldest end, and at last how many there were when
 * the anchors were laid. Without merchants every row counts, and the last stretch has no known end.
 */
export function offsetsOf({ anchors, counts }: Laid, merchants: Visible, every: number): Float64Array {
  const offsets = new Float64Array(anchors.length + 1);
  if (merchants === null) {
    for (let stretch = 0; stretch < anchors.length; stretch += 1) offsets[stretch] = stretch * every;
    offsets[anchors.length] = Number.POSITIVE_INFINITY;
    return offsets;
  }
  for (const merchant of merchants) {
    const pairs = counts.get(merchant) ?? [];
    for (let at = 0; at < pairs.length; at += 2) {
      const after = (pairs[at] ?? 0) + 1;
      offsets[after] = (offsets[after] ?? 0) + (pairs[at + 1] ?? 0);
    }
  }
  for (let at = 1; at < offsets.length; at += 1) offsets[at] = (offsets[at] ?? 0) + (offsets[at - 1] ?? 0);
  return offsets;
}

/** The stretch that holds the row at this offset; the last one holds what joined since. */
export function stretchAt(offsets: Float64Array, row: number): number {
  let [low, high] = [0, offsets.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Fewer empty stretches than these are walked through as fast as a statement that leaves them out starts. */
const GAP = 3;

/**
 * The first gap after stretch `from` before the row at `until`: where none of the rows are, from one stretch to the next
 * that has some. The last stretch counts as one that has.
 */
export function gapAfter(
  offsets: Float64Array,
  from: number,
  until: number,
): { begin: number; end: number } | undefined {
  const last = offsets.length - 2;
  const isEmpty = (stretch: number) => stretch < last && offsets[stretch] === offsets[stretch + 1];
  for (let begin = from + 1; begin < last && (offsets[begin] ?? 0) < until; begin += 1) {
    let end = begin;
    while (isEmpty(end)) end += 1;
    if (end - begin >= GAP) return { begin, end };
    begin = end;
  }
  return undefined;
}
