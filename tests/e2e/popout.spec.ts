import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { claimable, orderOf } from './orders.ts';

test('the orders move to a window of their own, where keys work, and come back after a reload by one click', async ({
  open,
  page,
  context,
  product,
}) => {
  const api = await product.as('operator');
  const order = await claimable(api);
  const desk = await open();
  const grid = desk.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await desk.activate('collectOrder');

  const opened = context.waitForEvent('page');
  await desk.press('Alt+p');
  const window = new Desk(await opened);
  const out = window.grid('collectOrder');
  await expect(out.row(order.id)).toBeVisible();
  await expect(window.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(grid.row(order.id)).toHaveCount(0);

  await out.choose(order.id);
  await window.press('c');
  await expect(out.cell(order.id, 'claimedBy')).toContainText('me');
  await expect(desk.toast('Claim successful')).toBeAttached();
  const me = await api.call<{ id: string }>('sysAuth/userInfo');
  expect((await orderOf(api, order.id)).claimedBy).toBe(me.id);

  await expect
    .poll(async () => {
      const [layout] = await api.call<{ id: string }[]>('layout/list');
      return layout ? JSON.stringify(await api.call(`layout/detail?id=${layout.id}`)) : '';
    })
    .toContain('window');
  await page.reload();
  await desk.ready();
  const again = context.waitForEvent('page');
  await page.getByRole('button', { name: /^Reopen window/ }).click();
  const reopened = new Desk(await again);
  await expect(reopened.grid('collectOrder').row(order.id)).toBeVisible();
});
