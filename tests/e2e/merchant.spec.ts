import { expect, test } from './fixtures.ts';
import { type Order, rowsOf } from './orders.ts';

const STAFF_VIEWS = [
  'merchant',
  'upstream',
  'channel',
  'orderLog',
  'sysUser',
  'sysRole',
  'sysConfig',
  'sysMenu',
];

test('a merchant sees its own orders and none of the staff’s buttons', async ({ open, page, product }) => {
  const workspace = await open('merchant');
  await workspace.openView('collectOrder');
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  const mine = await product.as('merchant');
  const admin = await product.as('admin');
  const { merchantId } = await mine.call<{ merchantId: string }>('sysAuth/userInfo');
  const shown = await grid.panel
    .locator('[row-index]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('row-id') ?? ''));
  const { items } = await rowsOf<Order>(admin, 'collectOrder', { merchantId: [merchantId] }, 0, 300);
  const owned = new Set(items.map(({ id }) => id));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter((id) => !owned.has(id))).toEqual([]);

  for (const command of ['claim', 'unclaim', 'settle', 'batchSettle', 'reverse', 'cancel'])
    await expect(page.locator(`[data-command="collectOrder.${command}"]`)).toHaveCount(0);
  for (const view of STAFF_VIEWS) await expect(page.locator(`[data-menu="${view}"]`)).toHaveCount(0);
  await expect(page.locator('[data-menu="collectOrder"]')).toHaveCount(1);

  // The keys of the staff are nobody's keys here.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/collectOrder\/(claim|settle|reverse)$/.test(request.url())) sent.push(request.url());
  });
  await grid
    .row(first)
    .locator('[col-id="orderNo"]')
    .click({ position: { x: 20, y: 10 } });
  await workspace.press('c');
  await workspace.press('Shift+S');
  await workspace.press('Space');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect(sent).toEqual([]);
});

test('another merchant’s order is not found by any way a merchant has', async ({ open, product }) => {
  const workspace = await open('merchant');
  const mine = await product.as('merchant');
  const admin = await product.as('admin');
  const { merchantId } = await mine.call<{ merchantId: string }>('sysAuth/userInfo');
  const { items } = await rowsOf<Order>(admin, 'collectOrder', { status: [2] }, 0, 200);
  const foreign = items.find((order) => order.merchantId !== merchantId && order.utr)!;

  expect((await mine.ask(`collectOrder/detail?id=${foreign.id}`)).body.code).toBe(404);
  expect(
    (await mine.ask('collectOrder/claim', { ids: [foreign.id] }, { 'Idempotency-Key': crypto.randomUUID() }))
      .body.code,
  ).toBe(403);
  expect((await mine.call<{ items: unknown[] }>('collectOrder/rows', { ids: [foreign.id] })).items).toEqual(
    [],
  );
  expect(await mine.call(`find?q=${foreign.orderNo}`)).toEqual([]);

  await workspace.openView('collectOrder');
  const panel = workspace.panel('collectOrder').first();
  await workspace.grid('collectOrder').loaded();
  await panel.locator('.any-id input').fill(foreign.utr!);
  await expect(panel.getByText('Nothing matches these filters')).toBeVisible();
});

test('a merchant works at 360 px, one panel at a time', { tag: '@long' }, async ({ open, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const workspace = await open('merchant');
  const panels = page.locator('[data-scope]');
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= 360);
  await page.locator('.ws-phone-title').click();
  await page
    .locator('.ws-phone-list')
    .getByRole('button', { name: 'Collection orders', exact: true })
    .click();
  const id = await workspace.grid('collectOrder').loaded();
  await expect(panels).toHaveCount(1);
  expect(await fits()).toBe(true);
  await workspace
    .grid('collectOrder')
    .row(id)
    .locator('[col-id="orderNo"]')
    .click({ position: { x: 20, y: 10 } });
  await workspace.press('Space');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect(await fits()).toBe(true);

  // Orders, payouts, fund details.
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Next tab' }).click();
  await expect(workspace.panel('fundDetail').locator('.linked')).toBeVisible();
  await expect(panels).toHaveCount(1);
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Previous tab' }).click();
  await expect(workspace.panel('dashboard').locator('[data-widget="my-assets"] table')).toBeVisible();
  for (const widget of await workspace.panel('dashboard').locator('[data-widget]').all()) {
    await widget.scrollIntoViewIfNeeded();
    const box = (await widget.boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= 360).toBe(true);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.menu-drawer [data-menu="merchantAsset"]').click();
  await expect(page.locator('.ws-phone-title')).toContainText('Merchant assets');
  expect(await fits()).toBe(true);
});
