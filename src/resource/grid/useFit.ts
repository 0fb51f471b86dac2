import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Column, areNarrow } from './columns.ts';
import { chooseOrder, followView, restoreColumns } from './columnState.ts';
import { type Fit, createFit } from './fit.ts';
import type { GridModel } from './model.ts';
import { keepPins } from './pins.ts';
import { forgetRulers } from './ruler.ts';

/** Widths that follow what is shown, in every language, size and font. */
export function useFit(
  api: GridApi<Row> | undefined,
  model: GridModel,
  columns: Column[],
  size: string,
): RefObject<Fit | undefined> {
  const fit = useRef<Fit>(undefined);
  useEffect(() => {
    if (!api) return;
    const made = createFit(api, model);
    fit.current = made;
    const undoPins = keepPins(api);
    api.addEventListener('columnVisible', made.again);
    api.addEventListener('sortChanged', made.apply);
    api.addEventListener('gridSizeChanged', made.apply);
    // A font is asked for when it is first drawn; until it is there another one was measured.
    const arrived = (): void => {
      forgetRulers();
      made.apply();
    };
    const { fonts } = document;
    fonts?.addEventListener('loadingdone', arrived);
    return () => {
      fit.current = undefined;
      undoPins();
      fonts?.removeEventListener('loadingdone', arrived);
      if (api.isDestroyed()) return;
      api.removeEventListener('columnVisible', made.again);
      api.removeEventListener('sortChanged', made.apply);
      api.removeEventListener('gridSizeChanged', made.apply);
    };
  }, [api, model]);
  // Other definitions or another size: every width that the person did not choose begins anew.
  useEffect(() => {
    if (!api) return;
    chooseOrder(api, areNarrow(columns));
    followView(api, model.view);
    restoreColumns(api, model.resource);
    fit.current?.refit();
  }, [api, model, columns, size]);
  return fit;
}
