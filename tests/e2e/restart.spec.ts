import { expect, test } from './fixtures.ts';
import { claimable, orderOf } from './orders.ts';

test('the server is killed and started again under an open page, which goes on where it was', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const [held, later] = [await claimable(api), await claimable(await product.as('priya'))];
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(held.orderNo, held.id);
  await grid.choose(held.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await workspace.openView('merchant');
  await workspace.openView('collectOrder');
  const tabs = await workspace.tabs().allInnerTexts();
  const same = await workspace.mark();

  await product.kill();
  await expect(page.locator('.statusbar .dot-success')).toHaveCount(0);
  // What was on screen stays there.
  await expect(grid.row(held.id)).toBeVisible();
  await product.start();
  await workspace.live();
  expect(await same()).toBe(true);
  await expect(workspace.tabs()).toHaveText(tabs);
  await expect(page).not.toHaveURL(/\/login/);

  // Nothing acknowledged was lost.
  const me = await api.call<{ id: string }>('sysAuth/userInfo');
  expect((await orderOf(api, held.id)).claimedBy).toBe(me.id);
  await expect(grid.cell(held.id, 'claimedBy')).toContainText('me');
  // The line carries changes again.
  await grid.find(later.orderNo, later.id);
  await (await product.as('priya')).command('collectOrder/claim', { ids: [later.id] });
  await expect(grid.cell(later.id, 'claimedBy')).toHaveText(/^priya · 1[45]:\d\d$/);
  // And commands go through.
  await grid.find(held.orderNo, held.id);
  await grid.choose(held.id);
  await workspace.press('u');
  await expect(workspace.toast('Cancel successful')).toBeVisible();
  expect((await orderOf(api, held.id)).claimedBy).toBeNull();
});
