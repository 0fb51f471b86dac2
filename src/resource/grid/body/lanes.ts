import type { Column as GridColumn, GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import { type Column, SELECT_COLUMN, fixedClasses } from '../columns.ts';
import { FIGURE } from '../giveWay.ts';

/** Where the cells of one column lie; the header and all that moves columns stay AG Grid's. */
export interface Lane {
  id: string;
  definition: Column;
  /** Pixels from the row's left edge, or within its pinned part. */
  left: number;
  width: number;
  pinned: boolean;
  /** Place among the columns shown, for readers of the page. */
  at: number;
  /** Its text may be wider than the column. */
  clipped: boolean;
}

export interface Lanes {
  list: Lane[];
  pinnedWidth: number;
}

const NO_LANES: Lanes = { list: [], pinnedWidth: 0 };

/** The columns in view; those beyond the edges have no cells. */
export function lanesOf(api: GridApi<Row>, mayCut: (column: GridColumn<Row>) => boolean): Lanes {
  const all = api.getAllDisplayedColumns();
  if (all.length === 0) return NO_LANES;
  const inView = new Set(api.getAllDisplayedVirtualColumns());
  const pinnedWidth = all.reduce(
    (sum, column) => sum + (column.getPinned() ? column.getActualWidth() : 0),
    0,
  );
  const list = all.flatMap((column, at): Lane[] => {
    if (!inView.has(column)) return [];
    const pinned = Boolean(column.getPinned());
    return [
      {
        id: column.getColId(),
        definition: column.getColDef(),
        left: (column.getLeft() ?? 0) + (pinned ? 0 : pinnedWidth),
        width: column.getActualWidth(),
        pinned,
        at,
        clipped: mayCut(column),
      },
    ];
  });
  return { list, pinnedWidth };
}

/** Cells keep so much from their edges. */
const EDGE = 7;

/** The column of figures that an edge runs through, in px from the row's left edge. */
export const cutAt = ({ list }: Lanes, edge: number): string | undefined =>
  list.find(
    ({ definition, pinned, left, width }) =>
      !pinned && left < edge && left + width - EDGE > edge && fixedClasses(definition).includes(FIGURE),
  )?.id;

/** The bars of a row that is on its way, as backgrounds of the row. */
export function barsOf({ list }: Lanes): string {
  const ink = 'color-mix(in srgb, var(--pd-border) 60%, transparent)';
  const bars = list
    .filter(({ id }) => id !== SELECT_COLUMN)
    .map(({ left, width }) => {
      const place = `${left + 8}px center / ${Math.round(width * 0.56)}px 6px`;
      return `linear-gradient(${ink}, ${ink}) ${place} no-repeat`;
    });
  return [...bars, 'linear-gradient(transparent, transparent)'].join(', ');
}
