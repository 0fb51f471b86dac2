import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import { type Column, FIGURE, SELECT_COLUMN, fixedClasses } from '../columns.ts';

/** Where the cells of one column lie; the header and all that moves columns stay AG Grid's. */
export interface Lane {
  id: string;
  definition: Column;
  /** Pixels from the row's left edge, or within the part that it is pinned in. */
  left: number;
  width: number;
  /** The edge that it stays at while the list moves sideways. */
  pinned: 'left' | 'right' | undefined;
  /** Place among the columns shown, for readers of the page. */
  at: number;
  /** Its text may be wider than the column. */
  clipped: boolean;
}

export interface Lanes {
  list: Lane[];
  /** Widths of the pinned parts, in px. */
  leftWidth: number;
  rightWidth: number;
}

const NO_LANES: Lanes = { list: [], leftWidth: 0, rightWidth: 0 };

function edgeOf(column: GridColumn<Row>): Lane['pinned'] {
  const pinned = column.getPinned();
  return pinned === true ? 'left' : pinned || undefined;
}

/** The columns in view; those beyond the edges have no cells. */
export function lanesOf(api: GridApi<Row>, mayCut: (column: GridColumn<Row>) => boolean): Lanes {
  const all = api.getAllDisplayedColumns();
  if (all.length === 0) return NO_LANES;
  const inView = new Set(api.getAllDisplayedVirtualColumns());
  const widthAt = (edge: Lane['pinned']): number =>
    all.reduce((sum, column) => sum + (edgeOf(column) === edge ? column.getActualWidth() : 0), 0);
  const leftWidth = widthAt('left');
  const list = all.flatMap((column, at): Lane[] => {
    if (!inView.has(column)) return [];
    const pinned = edgeOf(column);
    return [
      {
        id: column.getColId(),
        definition: column.getColDef(),
        left: (column.getLeft() ?? 0) + (pinned ? 0 : leftWidth),
        width: column.getActualWidth(),
        pinned,
        at,
        clipped: mayCut(column),
      },
    ];
  });
  return { list, leftWidth, rightWidth: widthAt('right') };
}

/** Cells keep so much from their edges. */
const EDGE = 7;

/** The columns of figures that the edges of the view run through, those of what scrolls; in px from the row's left edge. */
export function cutsOf({ list }: Lanes, left: number, right: number): Map<string, 'left' | 'right'> {
  const cuts = new Map<string, 'left' | 'right'>();
  for (const { id, definition, pinned, ...lane } of list) {
    if (pinned || !fixedClasses(definition).includes(FIGURE)) continue;
    const [from, to] = [lane.left + EDGE, lane.left + lane.width - EDGE];
    if (from < left && to > left) cuts.set(id, 'left');
    else if (lane.left < right && to > right) cuts.set(id, 'right');
  }
  return cuts;
}

/** The bars of a row that is on its way, as backgrounds of the row. */
export function barsOf({ list }: Lanes): string {
  const ink = 'color-mix(in srgb, var(--pd-border) 60%, transparent)';
  const bars = list
    .filter(({ id, pinned }) => id !== SELECT_COLUMN && pinned !== 'right')
    .map(({ left, width }) => {
      const place = `${left + 8}px center / ${Math.round(width * 0.56)}px 6px`;
      return `linear-gradient(${ink}, ${ink}) ${place} no-repeat`;
    });
  return [...bars, 'linear-gradient(transparent, transparent)'].join(', ');
}
