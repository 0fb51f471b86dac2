import type { GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import type { Direction } from './changes.ts';
import { flash } from './flash.ts';
import type { GridModel, Screen } from './model.ts';

/** Paints chosen rows in place: a redraw of the grid for a box would cost a frame. */
export function paintSelection(root: HTMLElement, model: GridModel): void {
  for (const row of root.querySelectorAll<HTMLElement>('.ag-row[row-id]')) {
    const id = row.getAttribute('row-id')!;
    const chosen = model.blocks.get(id) !== undefined && model.selection.has(id);
    row.classList.toggle('grid-chosen', chosen);
    row.classList.toggle('grid-cursor', id === model.selection.cursor());
    row.setAttribute('aria-selected', String(chosen));
    const box = row.querySelector<HTMLInputElement>('.grid-check');
    if (box) box.checked = chosen;
  }
}

export function screenOf(
  api: GridApi<Row>,
  root: HTMLElement,
  model: GridModel,
  fit: (row: Row) => void,
): Screen {
  return {
    visible: () =>
      // An answer may come after the grid has gone.
      new Set(
        (api.isDestroyed() ? [] : api.getRenderedNodes()).flatMap((node) =>
          node.data && !node.data.gap ? [node.data.id] : [],
        ),
      ),
    show(row: Row, changes: ReadonlyMap<string, Direction>) {
      const node = api.getRowNode(row.id);
      if (!node) return;
      node.updateData(row);
      if (changes.size === 0) return;
      fit(row);
      api.refreshCells({ rowNodes: [node], force: true, suppressFlash: true });
      flash(root, row.id, changes);
    },
    atTop: () => api.getFirstDisplayedRowIndex() <= 0,
    reread: () => api.refreshInfiniteCache(),
    mark(ids) {
      for (const id of ids) {
        const left = model.left.has(id);
        for (const row of root.querySelectorAll(`.ag-row[row-id="${CSS.escape(id)}"]`))
          row.classList.toggle('grid-left', left);
      }
    },
  };
}
