import type { ColumnPinnedType, GridApi, ProcessUnpinnedColumnsParams } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';

/**
 * Pinned columns that a narrow panel has no room for. AG Grid unpins them for good; here they are lent to the part
 * that scrolls and stand at the edge again as soon as there is room.
 */

/** What scrolls keeps at least so much, and a little more before a column comes back, or an edge would flicker. */
const ROOM = 90;

const lent = new WeakMap<GridApi<Row>, Map<string, ColumnPinnedType>>();

/** Columns that gave way, with the edge they belong to. */
export function lentPins(api: GridApi<Row>): Map<string, ColumnPinnedType> {
  const known = lent.get(api) ?? new Map<string, ColumnPinnedType>();
  lent.set(api, known);
  return known;
}

/** Notes what AG Grid is about to unpin. */
export function lendPins({ api, columns }: ProcessUnpinnedColumnsParams<Row>): typeof columns {
  for (const column of columns) lentPins(api).set(column.getColId(), column.getPinned() ?? null);
  return columns;
}

/** Pins what fits once more. */
function regain(api: GridApi<Row>, width: number): void {
  // It tells of a size after a moment, in which its panel may have been closed.
  if (api.isDestroyed()) return;
  const all = api.getAllDisplayedColumns();
  let taken = all.reduce((sum, column) => sum + (column.isPinned() ? column.getActualWidth() : 0), 0);
  const state = [...lentPins(api)].flatMap(([colId, pinned]) => {
    const own = api.getColumn(colId)?.getActualWidth() ?? 0;
    if (taken + own + ROOM > width) return [];
    taken += own;
    lentPins(api).delete(colId);
    return [{ colId, pinned }];
  });
  if (state.length > 0) api.applyColumnState({ state });
}

/** Gives lent columns back as the grid grows, until undone. */
export function keepPins(api: GridApi<Row>): () => void {
  const sized = ({ clientWidth }: { clientWidth: number }): void => regain(api, clientWidth);
  api.addEventListener('gridSizeChanged', sized);
  return () => {
    if (!api.isDestroyed()) api.removeEventListener('gridSizeChanged', sized);
  };
}
