import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Order, orderOf, rowsOf } from './orders.ts';

/** W17: a row goes to another panel by the mouse or from its menu, and the panel says before what it would do. */

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = (await place.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function take(page: Page, grip: Locator): Promise<void> {
  const { x, y } = await middleOf(grip);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y + 6, { steps: 3 });
}

/** Moves over a place until it says what it would do: a real pointer at rest goes on being reported. */
async function over(page: Page, { x, y }: { x: number; y: number }, says: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.mouse.move(x - 3, y, { steps: 3 });
    await page.mouse.move(x, y, { steps: 2 });
    await expect(page.locator('.row-drop')).toHaveText(says, { timeout: 500 });
  }).toPass();
}

/** Not before the browser has heard that the place takes the row. */
async function letGo(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  await page.mouse.up();
}

test('W17: a row dragged on a panel, a tab or the room behind the tabs shows what belongs to it there', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('operator');
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  const id = await grid.loaded();
  const { orderNo } = await orderOf(api, id);
  const { items } = await rowsOf<Order>(api, 'collectOrder', { orderNo });
  const { merchantName } = items[0]!;
  const hint = page.locator('.row-drop');
  const box = grid.cell(id, 'pd-select');

  await take(page, box);
  await over(page, await middleOf(workspace.panel('dashboard')), 'Home shows no list that could be narrowed');
  await over(page, await middleOf(workspace.panel('fundDetail')), /^Fund details: only C/);
  await letGo(page);
  await expect(hint).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`fund.*${orderNo}`, 'i'));
  expect(await grid.panel.locator('.grid-chosen').count()).toBe(0);

  // Esc takes it back.
  await take(page, box);
  await over(page, await middleOf(workspace.panel('merchantAsset')), `Merchant assets: only ${merchantName}`);
  await workspace.press('Escape');
  await expect(hint).toHaveCount(0);
  await letGo(page);
  await expect(page).toHaveURL(/collectOrder$/);

  // Any cell with Alt; without it the mouse chooses cells. A tab brings its panel to the front.
  await page.keyboard.down('Alt');
  await take(page, grid.cell(id, 'amount'));
  await page.keyboard.up('Alt');
  await expect(grid.panel.locator('.grid-ranging')).toHaveCount(0);
  await over(page, await middleOf(workspace.tab('Payout orders')), /^Rest here|^Payout orders/);
  await expect(workspace.panel('payOrder')).toBeVisible();
  await over(page, await middleOf(workspace.panel('payOrder')), `Payout orders: only ${merchantName}`);
  await letGo(page);
  await expect(page).toHaveURL(/pay.*merchantId/i);

  await workspace.tab('Collection orders').click();
  await grid.loaded();
  const strip = page.getByRole('tablist').filter({ has: workspace.tab('Home') });
  const room = (await page
    .locator('.flexlayout__tabset_tabbar_outer')
    .filter({ has: workspace.tab('Home') })
    .boundingBox())!;
  const before = await workspace.tabs().count();
  await take(page, box);
  await over(page, { x: room.x + room.width * 0.6, y: room.y + room.height / 2 }, /^Opens .* for C/);
  await letGo(page);
  await expect(workspace.tabs()).toHaveCount(before + 1);
  await expect(strip.getByRole('tab')).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(orderNo));

  // By keys: the menu of the row.
  await workspace.activate('collectOrder');
  await grid.choose(id);
  await workspace.press('Shift+F10');
  const menu = grid.panel.getByRole('menu', { name: 'Row' });
  await menu.getByRole('menuitem', { name: 'Send to panel' }).focus();
  await workspace.press('ArrowRight');
  await page.getByRole('menuitem', { name: `Merchant assets: only ${merchantName}` }).press('Enter');
  await expect(page).toHaveURL(/asset.*merchantId/i);
});
