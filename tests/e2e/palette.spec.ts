import { expect, test } from './fixtures.ts';
import { STATUS, takeOrders } from './orders.ts';

/** W19: the palette finds commands, views and rows, and takes what follows a command's name. */

test('W19: what follows a name: a view to go to, a filter of the panel, an action on one order', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const panel = workspace.panel('collectOrder');
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const box = page.getByRole('dialog', { name: 'Search and run' }).getByRole('combobox');
  const first = page.getByRole('option').first();

  await workspace.press('Control+k');
  await box.fill('filter status expired');
  await expect(first).toContainText('Status: Expired');
  await page.keyboard.press('Enter');
  await expect(panel.locator('[col-id="status"]').nth(1)).toContainText('Expired');

  await workspace.press('Control+k');
  await box.fill('go pay ord');
  await expect(first).toContainText('Payout orders');
  await page.keyboard.press('Enter');
  await expect(workspace.panel('payOrder')).toBeVisible();

  // The whole number of an order that can be claimed, typed after the verb: it is none of those that the list shows.
  const [order] = await takeOrders(await product.as('operator'), { status: [STATUS.review] }, 1);
  const { orderNo } = order!;
  await workspace.press('Control+k');
  await box.fill(`claim ${orderNo}`);
  await expect(first).toContainText(orderNo);
  await page.keyboard.press('Enter');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(panel.locator('.any-id input')).toHaveValue('');
  // The filter, not a row: one that leaves it meanwhile stays struck through.
  await expect(panel.locator('.view-bar')).toContainText('Expired');

  // It is remembered.
  await workspace.press('Control+k');
  await box.fill('kav');
  await expect(page.getByRole('option').filter({ hasText: 'Kaveri Games' }).first()).toBeVisible();
  await box.fill('payout orders');
  await page.keyboard.press('Enter');
  await workspace.press('Control+k');
  await expect(first).toContainText('Payout orders');
});

test('W19: Chinese labels are found by their pronunciation', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder', locale: 'zh-cn' });
  await workspace.grid('collectOrder').loaded();
  await workspace.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.fill('dfdd');
  await expect(page.getByRole('option').first()).toContainText('代付订单');
  await box.fill('zichan');
  await expect(page.getByRole('option').first()).toContainText('商户资产');
});
