import type { BodyScrollEvent, GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useId } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { EDGE, FIGURE, isSliver } from './giveWay.ts';

const MOVES = ['columnResized', 'displayedColumnsChanged', 'gridSizeChanged'] as const;

interface Cut {
  column: string;
  /** Pixels of it beyond the edge. */
  by: number;
  /** What is on this side is too little to show anything in, so nothing is missed there. */
  sliver: boolean;
}

/** How wide a column's header is, whole. */
const headerOf = (root: HTMLElement, column: string): number =>
  root.querySelector(`.ag-header-cell[col-id="${CSS.escape(column)}"] .ag-header-cell-text`)?.scrollWidth ??
  0;

/** The column of figures that the right edge cuts; its first digits alone would be another number. */
function cutOf(api: GridApi<Row>, root: HTMLElement): Cut | undefined {
  const { right } = api.getHorizontalPixelRange();
  for (const column of api.getAllDisplayedColumns()) {
    const left = column.getPinned() ? undefined : column.getLeft();
    const { cellClass } = column.getColDef();
    if (typeof left !== 'number' || !Array.isArray(cellClass) || !cellClass.includes(FIGURE)) continue;
    const by = left + column.getActualWidth() - right;
    if (left < right && by > 1)
      return {
        column: column.getColId(),
        by: Math.ceil(by),
        sliver: isSliver(right - left, headerOf(root, column.getColId())),
      };
  }
  return undefined;
}

/**
 * Figures move to the edge, as into a narrower column. What is wider than the rest of it goes to a second line, which
 * nobody sees; an item as high as the cell keeps it from the first. A sign that takes no room stands two
 * lines above its own, which is out of sight beside a figure that fits, and the first line after one that does not.
 */
function rulesOf(root: string, { column, by, sliver }: Cut): string {
  const at = `${root} [col-id="${CSS.escape(column)}"]`;
  if (sliver) return `${at}.ag-cell,${at} .ag-header-cell-text{visibility:hidden}`;
  return [
    `${at}.ag-cell{display:flex!important;flex-wrap:wrap;justify-content:flex-end;overflow:hidden;padding-right:${by + EDGE}px;animation:none!important}`,
    `${at}.ag-cell::before{content:'';flex:0 0 0;height:var(--pd-row)}`,
    `${at}.ag-cell::after{content:'…'!important;position:relative!important;inset:calc(2px - 2*var(--pd-row)) 0 auto auto!important;flex:0 0 1em;width:auto!important;margin-left:-1em;mask:none!important;background:none!important;color:inherit;text-align:right}`,
    `${at} .ag-header-cell-label{flex-wrap:wrap;align-content:flex-start;overflow:hidden;padding-block:0;padding-right:${by}px}`,
    `${at} .ag-header-cell-label::before{content:'';flex:0 0 1px;height:var(--pd-header)}`,
    `${at} .ag-header-cell-text{flex:none}`,
  ].join('');
}

/** Shows each figure whole or not at all, where the right edge cuts their column. */
export function useCut(api: GridApi<Row> | undefined, root: RefObject<HTMLDivElement | null>): void {
  const id = useId();
  useEffect(() => {
    const element = root.current;
    if (!api || !element) return;
    // Its own rule instead of a class on every cell: a scroll redraws none of them.
    const style = element.ownerDocument.createElement('style');
    element.append(style);
    element.dataset.cut = id;
    let shown = '';
    const look = (): void => {
      const cut = api.isDestroyed() ? undefined : cutOf(api, element);
      const rules = cut ? rulesOf(`[data-cut="${id}"]`, cut) : '';
      if (rules === shown) return;
      shown = rules;
      style.textContent = rules;
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
