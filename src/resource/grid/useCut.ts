import type { BodyScrollEvent, GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useId } from 'react';
import type { Row } from '../../../contract/calls.ts';

const MOVES = ['columnResized', 'displayedColumnsChanged', 'gridSizeChanged'] as const;
/** Figures; of a text or a time the beginning says something. */
const WHOLE = 'ag-right-aligned-cell';

/** The column of figures that the right edge cuts; its first digits alone would be another number. */
function cutColumn(api: GridApi<Row>): string | undefined {
  const { right } = api.getHorizontalPixelRange();
  return api
    .getAllDisplayedColumns()
    .find((column) => {
      const left = column.getPinned() ? undefined : column.getLeft();
      const { cellClass } = column.getColDef();
      return (
        typeof left === 'number' &&
        left < right &&
        left + column.getActualWidth() > right + 1 &&
        Array.isArray(cellClass) &&
        cellClass.includes(WHOLE)
      );
    })
    ?.getColId();
}

/** Shows a column of figures whole or not at all: what is beyond the edge begins with a full column. */
export function useCut(api: GridApi<Row> | undefined, root: RefObject<HTMLDivElement | null>): void {
  const id = useId();
  useEffect(() => {
    const element = root.current;
    if (!api || !element) return;
    // Its own rule instead of a class on every cell: a scroll redraws none of them.
    const style = element.ownerDocument.createElement('style');
    element.append(style);
    element.dataset.cut = id;
    let shown: string | undefined;
    const look = (): void => {
      const cut = api.isDestroyed() ? undefined : cutColumn(api);
      if (cut === shown) return;
      shown = cut;
      const column = `[data-cut="${id}"] [col-id="${CSS.escape(cut ?? '')}"]`;
      style.textContent =
        cut === undefined
          ? ''
          : `${column}.ag-cell{color:transparent!important;animation:none!important}${column}.ag-cell::after{content:none!important}${column} .ag-header-cell-label{visibility:hidden}`;
    };
    // A list that scrolls down cuts the same column, and to ask where things are makes the page lay itself out.
    const slide = ({ direction }: BodyScrollEvent<Row>): void => {
      if (direction === 'horizontal') look();
    };
    for (const move of MOVES) api.addEventListener(move, look);
    api.addEventListener('bodyScroll', slide);
    look();
    return () => {
      style.remove();
      if (api.isDestroyed()) return;
      for (const move of MOVES) api.removeEventListener(move, look);
      api.removeEventListener('bodyScroll', slide);
    };
  }, [api, root, id]);
}
