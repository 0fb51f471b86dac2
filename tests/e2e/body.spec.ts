import { expect, test } from './fixtures.ts';

/** Index of the row that has the focus. */
const focused = (panel: {
  evaluate: (read: (element: Element) => string | null) => Promise<string | null>;
}) => panel.evaluate((element) => element.ownerDocument.activeElement?.getAttribute('row-index') ?? null);

test('keys walk the list from end to end, and the row that has the focus keeps it out of sight', async ({
  open,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.choose(await grid.loaded());
  const last = Number(await grid.panel.locator('[role="grid"]').getAttribute('aria-rowcount')) - 2;
  expect(last).toBeGreaterThan(10_000);
  await workspace.press('PageDown');
  const page = Number(await focused(grid.panel));
  expect(page).toBeGreaterThan(5);
  await workspace.press('PageUp');
  expect(await focused(grid.panel)).toBe('0');
  await workspace.press('End');
  await expect(grid.at(last)).toHaveAttribute('row-id', /^\d+$/);
  // A row that had to be fetched first is stood on once it is there.
  await expect(grid.at(last)).toHaveClass(/grid-cursor/);
  expect(await focused(grid.panel)).toBe(String(last));
  await workspace.press('Home');
  await expect(grid.at(0)).toHaveClass(/grid-cursor/);
  await grid.scrollTo(3_000);
  await expect(grid.at(3_000)).toHaveAttribute('row-id', /^\d+$/);
  expect(await focused(grid.panel)).toBe('0');
  await workspace.press('ArrowDown');
  await expect(grid.at(1)).toBeVisible();
  expect(await focused(grid.panel)).toBe('1');
});

// An upgrade of the library that changes one of these shows here first (docs/adr/grid-rows.md).
test('what our rows rely on in AG Grid is there', async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  for (const part of ['.ag-grid-viewport', '.ag-grid-scrolling-container > .grid-body', '.ag-header'])
    await expect(grid.panel.locator(part)).toHaveCount(1);
  await expect(grid.panel.locator('[role="grid"]')).toHaveAttribute('aria-rowcount', /^\d{4,}$/);
  // It is told to draw so many rows fewer than are in view that it draws none.
  await expect(grid.panel.locator('.ag-row:not(.grid-body .ag-row)')).toHaveCount(0);
  await expect(grid.panel.locator('.ag-header-cell[col-id="orderNo"]')).toHaveCount(1);
  // The container is as high as the whole list, which is what the bar stands for.
  const [height, rows] = await grid.panel
    .locator('.ag-grid-scrolling-container')
    .evaluate((box) => [
      box.clientHeight,
      Number(box.closest('[role="grid"]')?.getAttribute('aria-rowcount')),
    ]);
  expect(height).toBeGreaterThan(rows! * 20);
});

test('as many rows as fit are made once, however far one scrolls', async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.scrollTo(40);
  await expect(grid.at(45)).toHaveAttribute('row-id', /^\d+$/);
  await grid.panel.evaluate((panel) => {
    for (const row of panel.querySelectorAll('[row-index]')) row.setAttribute('data-known', '');
  });
  const rows = await grid.panel.locator('[row-index]').count();
  for (const index of [55, 400, 9_000, 120]) {
    await grid.scrollTo(index);
    await expect(grid.at(index + 3)).toHaveAttribute('row-id', /^\d+$/);
  }
  expect(await grid.panel.locator('[row-index]').count()).toBe(rows);
  expect(await grid.panel.locator('[row-index]:not([data-known])').count()).toBe(0);
  const indexes = await grid.panel
    .locator('[row-index]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('row-index'))).sort((a, b) => a - b))
    // The row that has the focus keeps its element out of sight.
    .then((all) => all.filter((index) => index > 0));
  expect(indexes).toEqual(indexes.map((_, at) => indexes[0]! + at));
  // Sideways the pinned cells stay where they are, and the columns that come have their cells.
  const pinned = grid.at(122).locator('[col-id="orderNo"]');
  const before = await pinned.boundingBox();
  await grid.viewport.hover();
  await page.mouse.wheel(600, 0);
  await expect.poll(() => grid.viewport.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  expect((await pinned.boundingBox())?.x).toBeCloseTo(before!.x, 0);
  const header = grid.panel.locator('.ag-header-cell[col-id]');
  const shown = await header.evaluateAll((all) => all.map((each) => each.getAttribute('col-id')));
  for (const column of shown) await expect(grid.at(122).locator(`[col-id="${column}"]`)).toHaveCount(1);
});

test('Tab leads from the header to the rows and out of them', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.ag-header-cell[col-id="amount"]').focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused(grid.panel)).toBe('0');
  await page.keyboard.press('ArrowDown');
  expect(await focused(grid.panel)).toBe('1');
  await page.keyboard.press('Tab');
  expect(await focused(grid.panel)).toBe(null);
  await page.keyboard.press('Shift+Tab');
  expect(await focused(grid.panel)).toBe('1');
});

test('a column pinned right stays at the edge, its cells under its header', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const api = await product.as('operator');
  const value = [{ colId: 'amount', pinned: 'right' }];
  await api.call('userSetting/save', { key: 'grid:collectOrder', value, version: 0 });
  await page.reload();
  await workspace.ready();
  await grid.loaded();
  const header = grid.panel.locator('.ag-header-cell[col-id="amount"]');
  const cell = grid.at(1).locator('[col-id="amount"]');
  const edges = async () => {
    const [view, above, own] = await Promise.all(
      [grid.viewport, header, cell].map((each) => each.boundingBox()),
    );
    return {
      fromHeader: Math.round(own!.x - above!.x),
      fromEdge: Math.round(view!.x + view!.width - own!.x - own!.width),
    };
  };
  await expect.poll(edges).toEqual({ fromHeader: 0, fromEdge: expect.any(Number) });
  const { fromEdge } = await edges();
  expect(fromEdge).toBeLessThan(20);
  await grid.viewport.evaluate((element) => element.scrollTo({ left: 300 }));
  await expect(grid.panel.locator('.grid-aside')).toHaveCount(1);
  await expect.poll(edges).toEqual({ fromHeader: 0, fromEdge });
  // Nothing lies over it: a press on it is a press on its row.
  const box = (await cell.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(grid.at(1)).toHaveClass(/grid-cursor/);
});
