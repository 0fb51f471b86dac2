import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Body } from './body/body.ts';
import { keepColumns, showSort } from './columnState.ts';
import type { Fit } from './fit.ts';
import type { GridModel } from './model.ts';

/**
 * Blocks for the grid, a new source at every refresh, and the order the person chose. The
 * keyboard is on the row that is stood on, as soon as its block is there.
 */
export function useGridData(
  api: GridApi<Row> | undefined,
  model: GridModel,
  startAt: number,
  fit: RefObject<Fit | undefined>,
  body: RefObject<Body | undefined>,
): void {
  const generation = useGeneration(model);
  const first = useRef(true);
  useEffect(() => {
    if (!api) return;
    const { sort } = model.state();
    if (first.current) {
      showSort(api, sort);
    } else {
      if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top');
      body.current?.restart();
    }
    const back = first.current;
    let jump = back ? startAt : 0;
    let stood = model.selection.cursor();
    first.current = false;
    api.setGridOption('datasource', {
      getRows: async ({ startRow, endRow, successCallback, failCallback }) => {
        const rows = await model.load(startRow, endRow);
        if (!rows) return failCallback();
        fit.current?.rows(rows);
        successCallback(rows, model.state().total);
        if (jump > 0 && jump < model.state().total) api.ensureIndexVisible(jump, 'top');
        jump = 0;
        // Whoever went elsewhere meanwhile is there.
        if (stood === undefined || model.selection.cursor() !== stood) return;
        const index = model.blocks.indexOf(stood);
        if (index === undefined) return;
        stood = undefined;
        // Who asks for the list anew looks at its first rows.
        if (back || body.current?.sees(index)) body.current?.place(index);
      },
    });
  }, [api, model, generation, startAt, fit, body]);

  useEffect(() => {
    if (!api) return;
    const sorted = (): void => {
      const column = api.getColumnState().find((state) => state.sort);
      const { field, order } = column
        ? {
            field: column.colId,
            order: column.sort === 'asc' ? ('ascending' as const) : ('descending' as const),
          }
        : model.resource.sort;
      model.setSort({ field, order });
    };
    const undoColumns = keepColumns(api, model.resource);
    api.addEventListener('sortChanged', sorted);
    return () => {
      undoColumns();
      if (!api.isDestroyed()) api.removeEventListener('sortChanged', sorted);
    };
  }, [api, model]);
}

function useGeneration(model: GridModel): number {
  const [generation, set] = useState(model.state().generation);
  useEffect(() => model.subscribe(() => set(model.state().generation)), [model]);
  return generation;
}
