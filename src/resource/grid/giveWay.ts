/** A column as it is before the right edge, from the left on. */
export interface Placed {
  id: string;
  /** As wide as it would like to be. */
  width: number;
  /** The narrowest it gets by itself; undefined where nothing of it may be cut. */
  least?: number | undefined;
  figure: boolean;
  /** Its width is not the grid's to choose. */
  fixed?: boolean;
}

/** The class of cells of figures: their first digits alone would be another number. */
export const FIGURE = 'ag-right-aligned-cell';

/** For so many figures a list gives what it can; for one more, names must still be told from each other. */
const FEW = 3;
const READABLE = 96;
/** A list with so much room shows enough without the figure at its edge: names keep nearly all of themselves. */
const ROOMY = 800;
const NEARLY = 128;

/** Takes what is lacking from the widest texts first. @returns false where they have not so much to give */
function shrink(widths: number[], able: readonly number[], leastOf: (at: number) => number, lack: number) {
  if (able.reduce((sum, at) => sum + Math.max(0, widths[at]! - leastOf(at)), 0) < lack) return false;
  for (let missing = lack; missing > 0; missing -= 1) {
    const giving = able.filter((at) => widths[at]! > leastOf(at));
    const widest = giving.reduce((most, at) => (widths[at]! > widths[most]! ? at : most), giving[0]!);
    widths[widest]! -= 1;
  }
  return true;
}

/** Shares the room among the texts, or else among all columns that may change. */
function stretch(
  widths: number[],
  columns: readonly Placed[],
  before: readonly number[],
  room: number,
): void {
  const texts = before.filter((at) => columns[at]!.least !== undefined);
  const takers = texts.length > 0 ? texts : before.filter((at) => !columns[at]!.fixed);
  for (const [place, at] of takers.entries())
    widths[at]! += Math.floor(room / takers.length) + (place < room % takers.length ? 1 : 0);
}

/**
 * Where the right edge would cut a column of figures, the texts before it give way as far as that shows the figures
 * whole: the widest first. Where that is not enough they take the room instead, and the list scrolls to the figures.
 * @returns the widths to be, in the order of the columns
 */
export function giveWay(columns: readonly Placed[], room: number): number[] {
  const widths = columns.map(({ width }) => width);
  let [left, right] = [0, 0];
  const cut = columns.findIndex(({ width, figure }) => {
    [left, right] = [right, right + width];
    return figure && left < room && right > room;
  });
  if (cut === -1) return widths;
  const before = [...widths.keys()].slice(0, cut);
  const few = before.filter((at) => columns[at]!.figure).length < FEW;
  const leastOf = (at: number): number => {
    const { least, width } = columns[at]!;
    if (least === undefined) return width;
    if (room >= ROOMY) return Math.max(least, Math.min(width, NEARLY));
    return few ? least : Math.max(least, Math.min(width, READABLE));
  };
  if (!shrink(widths, before, leastOf, right - room)) stretch(widths, columns, before, room - left);
  return widths;
}
