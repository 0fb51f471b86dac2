import type { Column, GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';

const MOVES = ['leftChanged', 'widthChanged'] as const;

/**
 * Calls `lay` once after columns have changed their places, before anything is painted. The header moves with these
 * events at once; the grid's own ones come by a timer, which a page that is loading lets wait for seconds.
 */
export function followPlaces(api: GridApi<Row>, lay: () => void): () => void {
  const followed = new Set<Column>();
  let isDue = false;
  let isOver = false;
  const moved = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!isOver) lay();
    });
  };
  const follow = (): void => {
    for (const column of api.getColumns() ?? []) {
      if (followed.has(column)) continue;
      followed.add(column);
      for (const move of MOVES) column.addEventListener(move, moved);
    }
  };
  follow();
  api.addEventListener('newColumnsLoaded', follow);
  return () => {
    isOver = true;
    for (const column of followed) for (const move of MOVES) column.removeEventListener(move, moved);
    if (!api.isDestroyed()) api.removeEventListener('newColumnsLoaded', follow);
  };
}
