import type { ColumnResizedEvent, GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Column, areNarrow } from './columns.ts';
import { chooseOrder, restoreColumns, sizedColumns } from './columnState.ts';
import { type Fit, createFit, isFigure, widestOf } from './fit.ts';
import { fittedOf } from './fitted.ts';
import type { GridModel } from './model.ts';
import { keepPins } from './pins.ts';

/** Where the columns start: as wide as they are defined, or as they had to be the last time. */
function begin(api: GridApi<Row>, root: HTMLElement, model: GridModel, columns: Column[]): void {
  const fitted = fittedOf(root, model.resource.id);
  const sized = sizedColumns(api);
  const free = columns.filter(
    ({ colId = '', resizable }) => resizable !== false && !sized.has(colId) && api.getColumn(colId),
  );
  const widths = free.map((column) => ({
    key: column.colId!,
    newWidth: Math.min(
      Math.max(column.width ?? 0, fitted[column.colId!] ?? 0),
      widestOf(column, model) ?? Number.POSITIVE_INFINITY,
    ),
  }));
  api.setColumnWidths(widths, true, 'api');
}

/** Widths that follow what is shown, in every language, size and font. */
export function useFit(
  api: GridApi<Row> | undefined,
  root: RefObject<HTMLDivElement | null>,
  model: GridModel,
  columns: Column[],
  size: string,
): RefObject<Fit | undefined> {
  const fit = useRef<Fit>(undefined);
  useEffect(() => {
    if (!api || !root.current) return;
    const made = createFit(api, root.current, model);
    fit.current = made;
    // No hand makes a column narrower than its figures.
    const resized = ({ source, finished, columns: moved }: ColumnResizedEvent<Row>): void => {
      if (source === 'uiColumnResized' && finished && moved?.some(isFigure)) made.room();
    };
    const undoPins = keepPins(api);
    api.addEventListener('columnVisible', made.again);
    api.addEventListener('sortChanged', made.again);
    api.addEventListener('gridSizeChanged', made.room);
    api.addEventListener('columnResized', resized);
    // A font is asked for when it is first drawn; until it is there another one was measured.
    const { fonts } = root.current.ownerDocument;
    fonts?.addEventListener('loadingdone', made.again);
    return () => {
      fit.current = undefined;
      undoPins();
      fonts?.removeEventListener('loadingdone', made.again);
      if (api.isDestroyed()) return;
      api.removeEventListener('columnVisible', made.again);
      api.removeEventListener('sortChanged', made.again);
      api.removeEventListener('gridSizeChanged', made.room);
      api.removeEventListener('columnResized', resized);
    };
  }, [api, root, model]);
  // Other definitions or another size: every width that the person did not choose begins anew.
  useEffect(() => {
    if (!api || !root.current) return;
    chooseOrder(api, areNarrow(columns));
    begin(api, root.current, model, columns);
    restoreColumns(api, model.resource);
    fit.current?.refit();
  }, [api, root, model, columns, size]);
  return fit;
}
