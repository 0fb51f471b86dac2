import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { RowRenderer } from './rowRenderer.ts';
import { keepColumns, showSort } from './columnState.ts';
import type { Fit } from './fit.ts';
import type { GridModel } from './model.ts';
import { settleFocus } from './settleFocus.ts';

/**
 * Blocks for the grid, a new source at every refresh, and the order the person chose. Which row has the focus is
 * decided as soon as its block is there.
 */
export function useGridData(
  api: GridApi<Row> | undefined,
  model: GridModel,
  startAt: number,
  fit: RefObject<Fit | undefined>,
  body: RefObject<RowRenderer | undefined>,
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
    let jump = first.current ? startAt : 0;
    first.current = false;
    fit.current?.next();
    api.setGridOption('datasource', {
      getRows: async ({ startRow, endRow, successCallback, failCallback }) => {
        const rows = await model.load(startRow, endRow);
        if (!rows) return failCallback();
        fit.current?.rows(rows);
        successCallback(rows, model.state().total);
        if (jump > 0 && jump < model.state().total) api.ensureIndexVisible(jump, 'top');
        jump = 0;
        if (body.current) settleFocus(model, body.current, startRow, endRow);
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
