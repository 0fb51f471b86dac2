/** A column as it stands before the right edge, from the left on. */
export interface Standing {
  id: string;
  /** As wide as it would like to be. */
  width: number;
  /** The narrowest it gets by itself; undefined where nothing of it may be cut. */
  least?: number | undefined;
  figure: boolean;
}

/** The class of cells of figures: their first digits alone would be another number. */
export const FIGURE = 'ag-right-aligned-cell';

/** Of a column with no more than this before the edge nothing is shown, so that nothing of it is missed. */
export const SLIVER = 40;

/** Cells and headers keep so much from their edges. */
export const EDGE = 7;

/** For so many figures a list gives what it can; for one more, names must still be told from each other. */
const FEW = 3;
const READABLE = 96;
/** A list with so much room shows enough without the figure at its edge: names keep nearly all of themselves. */
const ROOMY = 800;
const NEARLY = 128;

/** Of a column of figures before the edge too little is left: a sliver, or not even its header. */
export const isSliver = (left: number, header: number): boolean => left < Math.max(SLIVER, header + 2 * EDGE);

/**
 * Where the right edge cuts a column of figures, the texts before it give way as far as that shows the figures whole:
 * the widest first, and none where it is not enough.
 * @returns the widths to be, in the order of the columns
 */
export function giveWay(columns: readonly Standing[], room: number): number[] {
  const widths = columns.map(({ width }) => width);
  let right = 0;
  const cut = columns.findIndex(({ width, figure }) => {
    const left = right;
    right += width;
    return figure && left < room - SLIVER && right > room;
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
  let lack = right - room;
  if (before.reduce((sum, at) => sum + Math.max(0, widths[at]! - leastOf(at)), 0) < lack) return widths;
  while (lack > 0) {
    const able = before.filter((at) => widths[at]! > leastOf(at));
    const widest = able.reduce((most, at) => (widths[at]! > widths[most]! ? at : most), able[0]!);
    widths[widest]! -= 1;
    lack -= 1;
  }
  return widths;
}
