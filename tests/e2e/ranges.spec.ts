import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Grid } from './grid.ts';
import { orderOf, STATUS } from './orders.ts';

const chosen = (grid: Grid) => grid.panel.locator('.grid-body [data-range]');
const idAt = async (grid: Grid, index: number): Promise<string> =>
  (await grid.at(index).getAttribute('row-id')) ?? '';

/** Drags the mouse from one cell to another. */
async function drag(
  page: Page,
  grid: Grid,
  [fromRow, fromColumn]: [number, string],
  [toRow, toColumn]: [number, string],
) {
  const middleOf = async (row: number, column: string) => {
    const box = (await grid.at(row).locator(`[col-id="${column}"]`).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await middleOf(fromRow, fromColumn)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(toRow, toColumn)), { steps: 6 });
  await page.mouse.up();
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
/** Minor units of a text with two decimals; groups and signs of a screen left out. */
const minor = (text: string): bigint => BigInt(text.replace(/[^\d]/g, ''));

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

test('W34 cells chosen by the mouse are added up in the foot and copied for a spreadsheet', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const workspace = await open('operator', {
    only: 'collectOrder',
    address: `/order/collectOrder?status=${encodeURIComponent(JSON.stringify([STATUS.failed]))}&currency=${encodeURIComponent('["INR"]')}`,
  });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  // The list is that of a moment ago: meanwhile another order may have failed.
  const items = await Promise.all([0, 1, 2, 3].map(async (at) => orderOf(api, await idAt(grid, at))));
  await grid.add(await idAt(grid, 6));
  await drag(page, grid, [1, 'amount'], [3, 'currency']);
  await expect(chosen(grid)).toHaveCount(6);
  await expect(grid.foot).toContainText('6 cells');
  const sum = items.slice(1, 4).reduce((all, { amount }) => all + minor(Number(amount).toFixed(2)), 0n);
  const shown = await grid.foot.locator('.grid-currencies b').first().innerText();
  expect(minor(shown)).toBe(sum);
  await expect(grid.foot.locator('.grid-currencies')).toContainText(/INR Sum .* Average .* Min .* Max /);
  // Rows that were checked stay so, and the keyboard is in the cell where the range began.
  await expect(grid.foot).toContainText('1 selected');
  await expect(grid.row(items[1]!.id)).toBeFocused();
  await workspace.press('Control+c');
  await expect(workspace.toast('Copied cells: 6')).toBeVisible();
  const lines = (await copied(page)).split('\n').map((line) => line.split('\t'));
  expect(lines).toEqual(
    items.slice(1, 4).map(({ amount, currency }) => [Number(amount).toFixed(2), currency]),
  );
  await workspace.press('Control+Shift+c');
  await expect.poll(async () => (await copied(page)).split('\n')[0]).toBe('Amount\tCur.');
  // A click anywhere ends it, Esc as well.
  await workspace.press('Escape');
  await expect(chosen(grid)).toHaveCount(0);
  await expect(grid.foot).toContainText('1 selected');
  await expect(grid.foot).toContainText('match');
});

test('W34 shift extends the range by keys and by a click, across rows that are not loaded', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.at(0).locator('[col-id="amount"]').click();
  await workspace.press('Shift+ArrowDown');
  await workspace.press('Shift+ArrowDown');
  await workspace.press('Shift+ArrowRight');
  await expect(chosen(grid)).toHaveCount(6);
  await workspace.press('Shift+ArrowUp');
  await expect(chosen(grid)).toHaveCount(4);
  await expect(grid.foot).not.toContainText('selected');
  // The rows of the range are checked by one key, and the verbs are about them.
  await workspace.press('x');
  await expect(grid.foot).toContainText('2 selected');
  await workspace.press('x');
  await expect(grid.foot).not.toContainText('selected');
  await grid
    .at(4)
    .locator('[col-id="status"]')
    .click({ modifiers: ['Shift'] });
  await expect(grid.foot).toContainText('15 cells');
  await expect(grid.at(0)).toBeFocused();
  // A key without shift ends it.
  await workspace.press('ArrowDown');
  await expect(chosen(grid)).toHaveCount(0);
  await expect(grid.at(1)).toBeFocused();

  await workspace.press('Shift+Control+ArrowDown');
  await expect(grid.foot).toContainText('too many to add up');
  await workspace.press('Escape');
  await grid.scrollTo(0);
  await grid.at(0).locator('[col-id="amount"]').click();
  await grid.scrollTo(700);
  await expect(grid.at(702)).toHaveAttribute('row-id', /^\d{6,}$/);
  await grid
    .at(702)
    .locator('[col-id="amount"]')
    .click({ modifiers: ['Shift'] });
  await expect(grid.foot).toContainText('703 cells');
  await expect(grid.foot.locator('.grid-currencies b').first()).toBeVisible();
  await workspace.press('Control+c');
  await expect(workspace.toast('Copied cells: 703')).toBeVisible();
  expect((await copied(page)).split('\n')).toHaveLength(703);
});

test('W34 a range that is dragged beyond the edge takes the list along', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const start = (await grid.at(2).locator('[col-id="amount"]').boundingBox())!;
  const view = (await grid.viewport.boundingBox())!;
  await page.mouse.move(start.x + 20, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, view.y + view.height + 60, { steps: 4 });
  await expect.poll(() => grid.viewport.evaluate((element) => element.scrollTop)).toBeGreaterThan(300);
  await page.mouse.up();
  const held = await grid.viewport.evaluate((element) => element.scrollTop);
  await page.waitForTimeout(200);
  expect(await grid.viewport.evaluate((element) => element.scrollTop)).toBe(held);
  await expect(grid.foot).toContainText(/\d+ cells/);
});
