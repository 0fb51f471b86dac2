import type { GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import type { ChosenCells } from '../cellRange.ts';
import { isCellColumn } from '../columns.ts';
import type { RowRenderer } from '../rowRenderer.ts';
import type { TreeRows } from '../rowSource.ts';
import { typeAheadOf } from '../../../kit/ui/listKeys.ts';
import { moveOf } from './place.ts';

/** So long after a letter the next one goes on with it. */
const TYPING_MS = 800;

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

/**
 * Keys of a tree: to the right opens the row under the keyboard, to the left closes it or goes to the one above. Letters
 * are verbs, so one with Shift begins what a row is looked for by; those typed right after it go on with it.
 * @returns whether the key was one
 */
export function createTreeKeys(tree: TreeRows, body: RowRenderer): (event: KeyboardEvent) => boolean {
  const typed = typeAheadOf();
  let until = 0;
  function lookFor(event: KeyboardEvent, from: number): boolean {
    const goesOn = event.timeStamp < until && !event.shiftKey;
    if (event.key.length !== 1 || !(goesOn || (event.shiftKey && /\p{L}|\d/u.test(event.key)))) return false;
    const text = typed(event.key);
    if (text === undefined) return false;
    until = event.timeStamp + TYPING_MS;
    const to = tree.typed(text, from);
    if (to >= 0) body.focus(to);
    return true;
  }
  function turn(event: KeyboardEvent, id: string): boolean {
    const [opens, closes] = [event.key === 'ArrowRight', event.key === 'ArrowLeft'];
    const expanded = tree.place(id)?.expanded;
    if ((opens && expanded === false) || (closes && expanded === true)) {
      tree.toggle(id);
      return true;
    }
    const above = closes ? tree.above(id) : undefined;
    const index = above === undefined ? undefined : tree.indexOf(above);
    if (index === undefined) return false;
    body.focus(index);
    return true;
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const at = body.at();
    if (!at?.row || at.row.gap) return false;
    if (lookFor(event, at.index)) return true;
    const leads = at.column === undefined || at.column === tree.column || !isCellColumn(at.column);
    return !event.shiftKey && leads && turn(event, at.row.id);
  };
}
