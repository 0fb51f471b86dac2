import type { GridApi, RowClassRules } from 'ag-grid-community';
import { type RefObject, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { Body } from './body/body.ts';
import { type InputPorts, attachInput } from './body/input.ts';
import type { GridContext } from './cells.ts';
import { sizedColumns } from './columnState.ts';
import { widestOf } from './fit.ts';
import type { GridModel } from './model.ts';
import type { RowRenderer } from './rowRenderer.ts';

interface Given {
  model: GridModel;
  context: GridContext;
  rules: RowClassRules<Row>;
  rowHeight: number;
  onCurrent: ((row: Row, index: number) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onMenu: InputPorts['menu'] | undefined;
}

/** The rows of a grid, drawn into it for as long as it lives; `body` holds them. */
export function useBody(
  body: RefObject<RowRenderer | undefined>,
  api: GridApi<Row> | undefined,
  root: RefObject<HTMLElement | null>,
  given: Given,
): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const { model, context, rules, rowHeight } = given;
  useEffect(() => {
    const element = root.current;
    if (!api || !element) return;
    const { current } = latest;
    const made = new Body({
      api,
      root: element,
      dress: { context: current.context, rules: current.rules },
      rowHeight: current.rowHeight,
      mayCut: (column) =>
        sizedColumns(api).has(column.getColId()) || widestOf(column.getColDef(), model) !== undefined,
      onSeen() {
        model.live.seen();
        model.newcomers.offer();
      },
      onCurrent: (row, index) => latest.current.onCurrent?.(row, index),
      onWait: () => model.selection.leave(),
    });
    body.current = made;
    const undo = attachInput(element, api, made, model, {
      open: (row) => latest.current.onOpen?.(row),
      menu: (at) => latest.current.onMenu?.(at),
    });
    return () => {
      undo();
      made.destroy();
      body.current = undefined;
    };
  }, [body, api, root, model]);
  useEffect(() => body.current?.again({ context, rules }), [body, context, rules]);
  useEffect(() => body.current?.resize(rowHeight), [body, rowHeight]);
}
