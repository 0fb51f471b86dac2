import type { GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import { SELECT_COLUMN } from '../columns.ts';
import { copyText } from '../copy.ts';
import type { GridModel } from '../model.ts';
import type { RowRenderer } from '../rowRenderer.ts';
import { moveOf } from './place.ts';
import { chooseRange } from '../range.ts';

/** Hands on the body: keys that move, and what a press on a row means. */

const SIGN_PX = 20;

const columnAt = (target: Element): string | undefined =>
  target.closest('[col-id]')?.getAttribute('col-id') ?? undefined;

function sideways(api: GridApi<Row>, body: RowRenderer, event: KeyboardEvent): boolean {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return false;
  const ids = api.getAllDisplayedColumns().map((column) => column.getColId());
  const at = body.at();
  const from = ids.indexOf(at?.column ?? '');
  const edge = step > 0 ? ids.length - 1 : 0;
  const to = event.ctrlKey || event.metaKey ? edge : Math.max(0, Math.min(from + step, ids.length - 1));
  const column = ids[to];
  if (column === undefined) return false;
  api.ensureColumnVisible(column);
  body.focus(at?.index ?? body.first(), column);
  return true;
}

function pressed(model: GridModel, row: Row, column: string | undefined, event: MouseEvent): void {
  if (event.shiftKey) void chooseRange(model, row.id);
  else if (column === SELECT_COLUMN) model.selection.toggle(row.id);
  else if (event.ctrlKey || event.metaKey) model.selection.add(row.id);
  else model.selection.point(row.id);
}

/** The sign at the cell's right edge, drawn by the style sheet while a mouse is over it, is what copies. */
function copied(model: GridModel, row: Row, target: Element, event: MouseEvent): void {
  const cell = target.closest<HTMLElement>('.grid-copy');
  const value = row[cell?.getAttribute('col-id') ?? ''];
  if (!cell || typeof value !== 'string' || event.clientX <= cell.getBoundingClientRect().right - SIGN_PX)
    return;
  void copyText(value);
}

export interface InputPorts {
  /** A row is to be seen in full. */
  open: (row: Row) => void;
  /** What can be done with a row is asked for at a point of its window, in px. */
  menu: (at: { x: number; y: number }) => void;
}

/** Listens until undone. */
export function attachInput(
  root: HTMLElement,
  api: GridApi<Row>,
  body: RowRenderer,
  model: GridModel,
  { open, menu }: InputPorts,
): () => void {
  const keydown = (event: KeyboardEvent): void => {
    const inHeader = (event.target as Element).closest('.ag-header') !== null;
    const inBody = event.target === root || body.element.contains(event.target as Node);
    if (event.altKey || event.defaultPrevented || !(inHeader || inBody)) return;
    // From the header the rows are one step away.
    const down = event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey);
    if (inHeader && !down) return;
    const from = body.at()?.index;
    const to = inHeader
      ? body.first()
      : moveOf(event.key, event.ctrlKey || event.metaKey, from ?? body.first(), body.view());
    if (to !== undefined) body.focus(from === undefined ? body.first() : to);
    else if (!sideways(api, body, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const mousedown = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = body.rowAt(target);
    if (!row || event.button > 1) return;
    // The box itself takes no focus: keys go on meaning the row.
    if (target.matches('.grid-check')) event.preventDefault();
    const column = columnAt(target);
    // The rest of a figure lies beyond the edge.
    if (column && target.closest('[data-cut]')) api.ensureColumnVisible(column);
    body.focus(row.index, column, true);
  };
  const click = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = body.rowAt(target)?.data;
    if (!row || row.gap) return;
    const column = columnAt(target);
    pressed(model, row, column, event);
    // A finger has neither a space bar nor a second click: a tap on the row itself opens it.
    const tap = column !== SELECT_COLUMN && (event as PointerEvent).pointerType === 'touch';
    if (tap) open(row);
    else copied(model, row, target, event);
  };
  const dblclick = (event: MouseEvent): void => {
    const row = body.rowAt(event.target as Element)?.data;
    if (row && !row.gap) open(row);
  };
  const contextmenu = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = body.rowAt(target);
    if (!row) return;
    event.preventDefault();
    const { data, index } = row;
    if (!data || data.gap) return;
    body.focus(index, columnAt(target), true);
    // What is chosen is meant as long as the row is part of it; else the row alone.
    if (!model.selection.has(data.id)) model.selection.point(data.id);
    menu({ x: event.clientX, y: event.clientY });
  };
  root.addEventListener('keydown', keydown, true);
  body.element.addEventListener('contextmenu', contextmenu);
  body.element.addEventListener('mousedown', mousedown);
  body.element.addEventListener('click', click);
  body.element.addEventListener('dblclick', dblclick);
  return () => root.removeEventListener('keydown', keydown, true);
}
