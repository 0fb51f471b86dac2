import type { GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import type { ChosenCells } from '../cellRange.ts';
import { isCellColumn } from '../columns.ts';
import type { RowRenderer } from '../rowRenderer.ts';
import { moveOf } from './place.ts';

/** The column that a key leads to from another one; undefined for a key that does not move between columns. */
function columnOf(
  event: KeyboardEvent,
  from: string | undefined,
  ids: readonly string[],
): string | undefined {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return undefined;
  const edge = step > 0 ? ids.length - 1 : 0;
  const next = ids.indexOf(from ?? '') + step;
  return ids[event.ctrlKey || event.metaKey ? edge : Math.max(0, Math.min(next, ids.length - 1))];
}

const idsOf = (api: GridApi<Row>): string[] =>
  api.getAllDisplayedColumns().map((column) => column.getColId());

/** Moves the keyboard to the next cell. @returns whether the key does */
export function moveSideways(api: GridApi<Row>, body: RowRenderer, event: KeyboardEvent): boolean {
  const at = body.at();
  const column = columnOf(event, at?.column, idsOf(api));
  if (column === undefined) return false;
  api.ensureColumnVisible(column);
  body.focus(at?.index ?? body.first(), column);
  return true;
}

/**
 * Shift with a key that moves: the range grows from the cell of the keyboard, which stays. In the column of the boxes it
 * chooses rows instead. @returns whether it did
 */
export function extendRange(
  api: GridApi<Row>,
  body: RowRenderer,
  cells: ChosenCells,
  event: KeyboardEvent,
): boolean {
  const at = body.at();
  if (!event.shiftKey || !at || !isCellColumn(at.column)) return false;
  const cell = { index: at.index, column: at.column };
  const { from, to } = cells.state() ?? { from: cell, to: cell };
  const view = body.view();
  const index = moveOf(event.key, event.ctrlKey || event.metaKey, to.index, view);
  const column = columnOf(event, to.column, idsOf(api).filter(isCellColumn));
  if (index === undefined && column === undefined) return false;
  const place = {
    index: Math.max(0, Math.min(index ?? to.index, view.count - 1)),
    column: column ?? to.column,
  };
  cells.set({ from, to: place });
  api.ensureIndexVisible(place.index);
  api.ensureColumnVisible(place.column);
  return true;
}
