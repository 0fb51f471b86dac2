import { type Tile, bottomOf, settled } from './document.ts';

/** Heights of the rows of a dashboard, in pixels. */

export const ROW = 24;
export const MARGIN = 6;
/** Rows grow with a tall panel, but a widget is not a poster. */
const TALLEST_ROW = 72;
/** What rows give way by where that lets more widgets be seen whole. */
const LEAST_ROW = 22;

/** The rows after which a panel may end without cutting a widget, the last first. */
function endsOf(tiles: readonly Tile[]): number[] {
  const ends = new Set(tiles.map(({ y, h }) => y + h));
  const cuts = (end: number) => tiles.some(({ y, h }) => y < end && end < y + h);
  return [...ends].filter((end) => !cuts(end)).sort((a, b) => b - a);
}

/**
 * Rows so high that the panel ends where widgets end: after all of them, where they have room, else after as many as
 * have. Where not even the first ones have, rows are as usual and the panel scrolls.
 */
export function rowHeight(tiles: readonly Tile[], height: number): number {
  // Parts of a pixel count: over all rows they would be a strip of the next widget at the lower edge.
  const fill = (rows: number) => Math.floor(((height - MARGIN * (rows + 1)) / rows) * 100) / 100;
  const places = settled(tiles);
  const all = bottomOf(places);
  if (all === 0) return ROW;
  const end = endsOf(places).find((rows) => fill(rows) >= LEAST_ROW);
  return end === undefined ? ROW : Math.min(TALLEST_ROW, fill(end));
}
