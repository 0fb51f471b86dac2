import type { Tab } from './browser.ts';

/** How a subject's grid is found on its page. */
export interface Grid {
  scroller: string;
  row: string;
  /** Attribute of a row that holds its place. */
  index: string;
  id?: string;
}

export const OURS: Grid = {
  scroller: '[data-view="collectOrder"] .ag-grid-viewport',
  row: '.ag-row[row-id]',
  index: 'row-index',
  id: 'row-id',
};
export const VIRTUAL: Grid = { scroller: '#scroller', row: '.row', index: 'data-index' };
export const AG: Grid = { scroller: '.ag-grid-viewport', row: '.ag-row[row-id]', index: 'row-index' };
/** A canvas: its rows cannot be asked. */
export const GLIDE: Grid = { scroller: '.dvn-scroller', row: '', index: '' };

export interface Box {
  width: number;
  height: number;
  /** Mean width of a column on screen, so that the peers draw as many cells. */
  column: number;
}

export async function gridReady({ page }: Tab, view = 'collectOrder'): Promise<void> {
  await page.waitForSelector(`[data-view="${view}"] .ag-row[row-id]`, { timeout: 60_000 });
  // What follows the first rows (totals, saved state, the line of events) is over by then.
  await page.waitForTimeout(2500);
}

export function boxOf({ page }: Tab): Promise<Box> {
  return page.evaluate((scroller) => {
    const viewport = document.querySelector(scroller)!;
    const { width, height } = viewport.getBoundingClientRect();
    const cells = viewport.querySelectorAll('.ag-row[row-index="3"] .ag-cell').length;
    return {
      width: Math.round(width),
      height: Math.round(height),
      column: Math.round(width / Math.max(1, cells - 1)),
    };
  }, OURS.scroller);
}

/** Ids of the rows that are drawn. */
export function shownIds({ page }: Tab, grid: Grid): Promise<string[]> {
  return page.evaluate(
    ({ scroller, row, key }) => [
      ...new Set(
        [...document.querySelectorAll(`${scroller} ${row}`)].map((each) => each.getAttribute(key) ?? ''),
      ),
    ],
    { ...grid, key: grid.id ?? grid.index },
  );
}

/** @param options more of the address: the `feed` to follow, `tuned` for AG Grid at its cheapest */
export function peerAddress(
  base: string,
  name: string,
  box: Box,
  options: { feed?: string; tuned?: string } = {},
): string {
  const query = new URLSearchParams({
    width: String(box.width),
    height: String(box.height),
    column: String(box.column),
    ...options,
  });
  return `${base}/bench/client/peer/${name}.html?${query}`;
}
