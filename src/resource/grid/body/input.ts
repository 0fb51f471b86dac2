import type { GridApi } from 'ag-grid-community';
import type { Row } from '../../../../contract/calls.ts';
import { copyText } from '../../../kit/index.ts';
import { type CellPlace, edgesOf, spanOf } from '../cellRange.ts';
import { SELECT_COLUMN, isCellColumn } from '../columns.ts';
import type { GridModel } from '../model.ts';
import type { RowRenderer } from '../rowRenderer.ts';
import { chooseRange } from '../range.ts';
import { cellColumnAt, createDrag } from './drag.ts';
import { createTreeKeys, extendRange, moveSideways } from './keys.ts';
import { moveOf } from './place.ts';

/** Hands on the body: keys that move, and what a press on a row means. */

const SIGN_PX = 20;

const columnAt = (target: Element): string | undefined =>
  target.closest('[col-id]')?.getAttribute('col-id') ?? undefined;

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

const isPlace = (place: { index: number; column: string | undefined }): place is CellPlace =>
  place.column !== undefined;

/** The cell of the keyboard, where a range begins. */
function startOf(body: RowRenderer): CellPlace | undefined {
  const { index, column } = body.at() ?? {};
  return index !== undefined && isCellColumn(column) ? { index, column } : undefined;
}

/** The range of cells holds this one. */
function holds(model: GridModel, index: number, column: string | undefined): boolean {
  const range = model.cells.state();
  const span = range && spanOf(range, model.screen.columns());
  return span !== undefined && column !== undefined && edgesOf(span, index, column) !== undefined;
}

export interface InputPorts {
  /** A row is to be seen in full. */
  open: (row: Row) => void;
  /** What can be done with a row is asked for at a point of its window, in px. */
  menu: (at: { x: number; y: number }) => void;
}

interface Grid {
  root: HTMLElement;
  api: GridApi<Row>;
  body: RowRenderer;
  model: GridModel;
}

/** Keys that move the keyboard among cells, from the header into them too, or grow the range of cells. */
const keydownOf = ({ root, api, body, model }: Grid) => {
  const { tree } = model.source;
  const treeKey = tree && createTreeKeys(tree, body);
  return (event: KeyboardEvent): void => {
    const inHeader = (event.target as Element).closest('.ag-header') !== null;
    const inBody = event.target === root || body.element.contains(event.target as Node);
    if (event.altKey || event.defaultPrevented || !(inHeader || inBody)) return;
    // From the header the rows are one step away.
    const down = event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey);
    if (inHeader && !down) return;
    if (inBody && (treeKey?.(event) || extendRange(api, body, model.cells, event))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const at = body.at();
    // Where rows came in above it by themselves nobody goes on from a row that is out of sight.
    const from = at && (model.selection.isHeld() || body.sees(at.index)) ? at.index : undefined;
    const to = inHeader
      ? body.first()
      : moveOf(event.key, event.ctrlKey || event.metaKey, from ?? body.first(), body.view());
    if (to !== undefined) body.focus(from === undefined ? body.first() : to);
    else if (!moveSideways(api, body, event)) return;
    model.cells.clear();
    event.preventDefault();
    event.stopPropagation();
  };
};

/** Listens until undone. */
export function attachInput(
  root: HTMLElement,
  api: GridApi<Row>,
  body: RowRenderer,
  model: GridModel,
  { open, menu }: InputPorts,
): () => void {
  const keydown = keydownOf({ root, api, body, model });
  const drag = createDrag(root, body, model.cells);
  const mousedown = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = body.rowAt(target);
    if (!row || event.button > 1) return;
    const place = { index: row.index, column: cellColumnAt(target) };
    if (isPlace(place) && event.shiftKey) {
      // The cell of the keyboard stays, and no text is marked up to here.
      event.preventDefault();
      body.enter();
      const from = model.cells.state()?.from ?? startOf(body) ?? place;
      model.cells.set({ from, to: place });
      return drag.press(from, true);
    }
    model.cells.clear();
    // With Alt the row itself is carried, and by its name in a tree.
    const isRow = event.altKey || place.column === model.source.tree?.column;
    drag.press(isPlace(place) && event.button === 0 && !isRow ? place : undefined);
    const column = columnAt(target);
    // The rest of a figure lies beyond the edge.
    if (column && target.closest('[data-cut]')) api.ensureColumnVisible(column);
    body.focus(row.index, column, true);
  };
  const click = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = body.rowAt(target)?.data;
    if (!row || row.gap || drag.hasDrawn()) return;
    if (target.closest('.tree-sign')) return model.source.tree?.toggle(row.id);
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
    if (!holds(model, index, columnAt(target))) model.cells.clear();
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
  return () => {
    drag.stop();
    root.removeEventListener('keydown', keydown, true);
  };
}
