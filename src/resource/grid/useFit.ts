import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Column } from './columns.ts';
import { restoreColumns } from './columnState.ts';
import { type Fit, createFit } from './fit.ts';
import type { GridModel } from './model.ts';

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
    api.addEventListener('columnVisible', made.again);
    api.addEventListener('sortChanged', made.again);
    // A font is asked for when it is first drawn; until it is there another one was measured.
    const { fonts } = root.current.ownerDocument;
    fonts?.addEventListener('loadingdone', made.again);
    return () => {
      fit.current = undefined;
      fonts?.removeEventListener('loadingdone', made.again);
      if (api.isDestroyed()) return;
      api.removeEventListener('columnVisible', made.again);
      api.removeEventListener('sortChanged', made.again);
    };
  }, [api, root, model]);
  // New definitions bring their own widths, so the chosen and the grown ones are set again.
  useEffect(() => {
    if (!api) return;
    restoreColumns(api, model.resource);
    fit.current?.again();
  }, [api, model, columns, size]);
  return fit;
}
