/** A column as it is before the right edge, from the left on; widths in px. */
export interface Placed {
  /** As wide as it would like to be. */
  width: number;
  /** What a text gives way to; undefined where nothing of a column may be cut, or its width is not the grid's to choose. */
  least?: number | undefined;
  /** Nothing of it may be cut: figures, tags. */
  whole: boolean;
}

/** Adds `px` to the columns, each by its share; whole pixels, and all of them. */
function spread(widths: number[], shares: ReadonlyMap<number, number>, px: number): void {
  let [rest, weight] = [px, [...shares.values()].reduce((sum, share) => sum + share, 0)];
  for (const [at, share] of shares) {
    const part = Math.round((rest * share) / weight);
    widths[at]! += part;
    rest -= part;
    weight -= share;
  }
}

/**
 * Where the right edge would cut a column of figures or tags, the texts before it give way as far as that shows it
 * whole. Where that is not enough they take the room instead, and the list scrolls to it.
 * @returns the widths to be, in the order of the columns
 */
export function giveWay(columns: readonly Placed[], room: number): number[] {
  const widths = columns.map(({ width }) => width);
  let [left, right] = [0, 0];
  const cut = columns.findIndex(({ width, whole }) => {
    [left, right] = [right, right + width];
    return whole && left < room && right > room;
  });
  const able = new Map<number, number>();
  for (const [at, { width, least }] of columns.slice(0, Math.max(0, cut)).entries())
    if (least !== undefined) able.set(at, width - least);
  if (able.size === 0) return widths;
  const spare = [...able.values()].reduce((sum, each) => sum + each, 0);
  if (spare >= right - room) spread(widths, able, room - right);
  else spread(widths, new Map([...able.keys()].map((at) => [at, 1])), room - left);
  return widths;
}
