import type { Locator } from '@playwright/test';
import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';

test('a view opens by its menu entry, and once more only focuses it', async ({ open }) => {
  const desk = await open();
  const before = await desk.tabs().count();
  await desk.openView('merchant');
  await expect(desk.tab('Merchants')).toHaveAttribute('aria-selected', 'true');
  await expect(desk.tabs()).toHaveCount(before + 1);
  await desk.openView('collectOrder');
  await desk.openView('merchant');
  await expect(desk.tabs()).toHaveCount(before + 1);
});

test('split by command puts a panel beside the others, and undo and redo travel between them', async ({
  open,
}) => {
  const desk = await open();
  const both = desk.panel('collectOrder');
  const beside = async (one: Locator, other: Locator) => {
    const [first, second] = await Promise.all([one.boundingBox(), other.boundingBox()]);
    expect(Math.abs(first!.y - second!.y)).toBeLessThan(2);
    expect(Math.abs(first!.x - second!.x)).toBeGreaterThan(200);
  };
  await desk.activate('collectOrder');
  await desk.press('Alt+\\');
  await expect(desk.panel('payOrder')).toBeVisible();
  await beside(both, desk.panel('payOrder'));
  // Alone in its pane, a view is shown a second time.
  await desk.activate('collectOrder');
  await desk.press('Alt+\\');
  await expect(both).toHaveCount(2);
  await beside(both.nth(0), both.nth(1));
  await desk.press('Control+Alt+z');
  await expect(both).toHaveCount(1);
  await desk.press('Control+Alt+Shift+Z');
  await expect(both).toHaveCount(2);
});

test('a tab dragged to the edge of a panel splits it', async ({ open, page }) => {
  const desk = await open();
  const logs = desk.tab('Order logs');
  const target = desk.panel('collectOrder').first();
  const before = (await target.boundingBox())!;
  await expect(desk.panel('orderLog')).toBeHidden();
  // A drag begins after a few pixels and is followed by the mouse's way, so it is drawn step by step.
  await logs.hover();
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2, { steps: 10 });
  await page.mouse.move(before.x + 8, before.y + before.height / 2, { steps: 10 });
  await expect(page.locator('.flexlayout__outline_rect')).toBeVisible();
  await page.mouse.up();
  await expect(desk.panel('orderLog')).toBeVisible();
  const moved = (await desk.panel('orderLog').boundingBox())!;
  const after = (await target.boundingBox())!;
  expect(moved.x + moved.width).toBeLessThanOrEqual(after.x + 1);
  expect(after.width).toBeLessThan(before.width - 100);
  await page.keyboard.press('Control+Alt+z');
  await expect(desk.panel('orderLog')).toBeHidden();
});

test('maximise shows one panel alone and gives the others back', async ({ open }) => {
  const desk = await open();
  await desk.activate('collectOrder');
  const before = (await desk.panel('collectOrder').boundingBox())!;
  await desk.press('Alt+Enter');
  await expect(desk.panel('fundDetail')).toBeHidden();
  await expect(desk.panel('dashboard')).toBeHidden();
  expect((await desk.panel('collectOrder').boundingBox())!.width).toBeGreaterThan(before.width + 300);
  await desk.press('Alt+Enter');
  await expect(desk.panel('fundDetail')).toBeVisible();
  await expect(desk.panel('dashboard')).toBeVisible();
});

test('a closed panel comes back by undo', async ({ open }) => {
  const desk = await open();
  await desk.activate('dashboard');
  await desk.press('Alt+w');
  await expect(desk.panel('dashboard')).toHaveCount(0);
  await desk.press('Control+Alt+z');
  await expect(desk.panel('dashboard')).toBeVisible();
});

test('a reload, and another browser, find the layout as it was left', async ({
  open,
  page,
  browser,
  product,
}) => {
  const desk = await open();
  await desk.openView('merchant');
  await desk.press('Alt+-');
  const names = await desk.tabs().allInnerTexts();
  const place = (await desk.panel('merchant').boundingBox())!;
  await page.reload();
  await desk.ready();
  await expect(desk.tabs()).toHaveText(names);
  const again = (await desk.panel('merchant').boundingBox())!;
  expect(Math.abs(again.y - place.y)).toBeLessThan(3);
  expect(Math.abs(again.height - place.height)).toBeLessThan(3);

  const api = await product.as('operator');
  await expect
    .poll(async () => {
      const [layout] = await api.call<{ id: string }[]>('layout/list');
      return layout ? JSON.stringify(await api.call(`layout/detail?id=${layout.id}`)) : '';
    })
    .toContain('merchant\\"');
  const elsewhere = await browser.newContext({
    baseURL: product.base,
    viewport: { width: 1600, height: 900 },
  });
  const { Desk } = await import('./desk.ts');
  const other = new Desk(await elsewhere.newPage());
  await other.signIn('operator');
  await expect(other.tabs()).toHaveText(names);
  await elsewhere.close();
});

test('an explicit save is what revert goes back to', async ({ open, page }) => {
  const desk = await open();
  await desk.openView('merchant');
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  await expect(desk.layoutName()).not.toContainText('edited');
  const saved = await desk.tabs().allInnerTexts();
  const search = page.locator('.topbar-search');
  const place = await search.boundingBox();

  await desk.openView('upstream');
  await expect(desk.layoutName()).toContainText('edited');
  expect(await search.boundingBox()).toEqual(place);
  await page.reload();
  await desk.ready();
  await expect(desk.tab('Upstreams')).toBeVisible();
  await expect(desk.layoutName()).toContainText('edited');

  await desk.layoutMenu(/^Revert to last save/);
  await expect(desk.tab('Upstreams')).toHaveCount(0);
  await expect(desk.tabs()).toHaveText(saved);
  await expect(desk.layoutName()).not.toContainText('edited');

  await desk.layoutMenu(/^Restore the role’s default/);
  await expect(desk.tab('Merchants')).toHaveCount(0);
});

test('named layouts live side by side and the last one is found again', async ({ open, page }) => {
  const desk = await open();
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  const first = await desk.tabs().allInnerTexts();

  await desk.layoutMenu(/^Duplicate layout/);
  const dialog = page.getByRole('dialog', { name: 'Duplicate layout' });
  await dialog.getByRole('textbox').fill('Night shift');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(desk.layoutName()).toContainText('Night shift');
  await desk.openView('upstream');

  await desk.layoutMenu('My desk');
  await expect(desk.layoutName()).toContainText('My desk');
  await expect(desk.tabs()).toHaveText(first);
  await desk.layoutMenu('Night shift');
  await expect(desk.tab('Upstreams')).toBeVisible();
  await page.reload();
  await desk.ready();
  await expect(desk.layoutName()).toContainText('Night shift');
  await expect(desk.tab('Upstreams')).toBeVisible();
});

test('a named layout is renamed, reverted and deleted', async ({ open, page, product }) => {
  test.slow();
  const desk = await open();
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  const first = await desk.tabs().allInnerTexts();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await desk.layoutMenu(/^New layout/);
  await dialog('New layout').getByRole('textbox').fill('My desk');
  await expect(dialog('New layout').getByRole('alert')).toHaveText('A layout called My desk exists already');
  await expect(dialog('New layout').getByRole('button', { name: 'Create' })).toBeDisabled();
  await dialog('New layout').getByRole('textbox').fill('Night');
  await dialog('New layout').getByRole('button', { name: 'Create' }).click();
  await expect(desk.layoutName()).toContainText('Night');

  await desk.openView('upstream');
  await expect(desk.layoutName()).toContainText('edited');
  await desk.layoutMenu(/^Rename layout/);
  await dialog('Rename layout').getByRole('textbox').fill('Night shift');
  await dialog('Rename layout').getByRole('button', { name: 'Rename' }).click();
  await expect(desk.layoutName()).toContainText('Night shift');
  await desk.openView('channel');
  await desk.layoutMenu(/^Revert to last save/);
  await expect(desk.toast('Layout Night shift is as it was last saved')).toBeVisible();
  await expect(desk.tab('Upstreams')).toHaveCount(0);
  await expect(desk.tab('Channels')).toHaveCount(0);

  await desk.layoutMenu(/^Delete layout/);
  await dialog('Delete the layout Night shift').getByRole('button', { name: 'Delete layout' }).click();
  await expect(desk.toast('Layout Night shift deleted')).toBeVisible();
  await expect(desk.layoutName()).toContainText('My desk');
  await expect(desk.tabs()).toHaveText(first);
  const api = await product.as('operator');
  const names = (await api.call<{ name: string; kind: string }[]>('layout/list'))
    .filter(({ kind }) => kind === 'workspace')
    .map(({ name }) => name);
  expect(names).toEqual(['workspace:layout.defaultName']);
});

test('the role’s default comes back, is saved as an edit and can be reverted', async ({ open, page }) => {
  const desk = await open();
  const shipped = await desk.tabs().allInnerTexts();
  await desk.openView('merchant');
  await desk.press('Control+s');
  await expect(desk.toast('Layout My desk saved')).toBeVisible();
  await desk.layoutMenu(/^Restore the role’s default/);
  await expect(desk.tabs()).toHaveText(shipped);
  await expect(desk.layoutName()).toContainText('edited');
  await desk.saved();
  await page.reload();
  await desk.ready();
  await expect(desk.tabs()).toHaveText(shipped);
  await desk.layoutMenu(/^Revert to last save/);
  await expect(desk.tab('Merchants')).toBeVisible();
});

test('a deep link with filters opens beside the orders, on their colour', async ({ open, page }) => {
  const desk = await open('operator', { address: '/order/collectOrder?status=%5B2%5D' });
  await expect(desk.tab('Collection orders')).toHaveCount(1);
  await expect(desk.tab('Collection orders 2')).toHaveCount(1);
  const strip = page.locator('.flexlayout__tabset_tabbar_outer').filter({ hasText: 'Collection orders' });
  await expect(strip).toHaveCount(1);
  // Both lists of orders, and the payouts beside them.
  await expect(strip.locator('[data-link="pink"]')).toHaveCount(3);
  const shown = desk.panel('collectOrder').and(page.locator(':visible'));
  await expect(shown).toHaveAttribute('data-link', 'pink');
  const first = shown.locator('[row-index="0"]');
  await expect(first).toHaveAttribute('row-id', /^\d{6,}$/, { timeout: 30_000 });
  await first.locator('[col-id="status"]').click();
  await expect(desk.panel('fundDetail').locator('.linked')).toBeVisible();
});

test('the address follows the filters of the active tab, and leads back to it', async ({
  open,
  page,
  browser,
  product,
}) => {
  const desk = await open('operator', { only: 'collectOrder' });
  const grid = desk.grid('collectOrder');
  await grid.loaded();
  await desk.activate('collectOrder');
  // A second one that shows the same: what tells them apart is kept too.
  await desk.press('Alt+\\');
  await expect(desk.tab('Collection orders 2')).toBeVisible();
  const second = desk.page.locator('.ws-panel[data-view="collectOrder"]').last();
  await second.locator('.any-id input').fill('C2611');
  await expect(page).toHaveURL(/\/order\/collectOrder\?anyId=C2611$/);
  const first = desk.page.locator('.ws-panel[data-view="collectOrder"]').first();
  await first.locator('.any-id input').fill('C2611');
  await desk.tab('Collection orders 2').click();
  await desk.saved();
  await page.reload();
  await desk.ready();
  await expect(desk.tabs()).toHaveText(['Collection orders', 'Collection orders 2']);
  await expect(desk.tab('Collection orders 2')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/anyId=C2611$/);
  await second.locator('.any-id input').fill('');
  await expect(page).toHaveURL(/\/order\/collectOrder$/);
  // Narrowing it was no step of its own: the way back leads to the other tab, as it is now.
  await page.goBack();
  await expect(page).toHaveURL(/anyId=C2611$/);
  const address = page.url();
  const elsewhere = new Desk(await (await browser.newContext({ baseURL: product.base })).newPage());
  await elsewhere.signIn('finance', { address });
  const shown = elsewhere.page.locator('[data-view="collectOrder"] .any-id input').last();
  await expect(shown).toHaveValue('C2611');
  await elsewhere.page.context().close();
});

test('zen shows panels only', async ({ open, page }) => {
  const desk = await open();
  await desk.activate('collectOrder');
  await desk.press('Alt+z');
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(0);
  await expect(desk.panel('collectOrder')).toBeVisible();
  await page.getByRole('button', { name: 'Show the bars again' }).click();
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(3);
});

test('kiosk takes the full screen, and leaving that leaves the kiosk', async ({ open, page }) => {
  const desk = await open();
  await desk.activate('collectOrder');
  await desk.press('Alt+Shift+Z');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(0);
  await page.evaluate(() => document.exitFullscreen());
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(3);
});

test('the palette finds a view, an order by its number and a merchant', async ({ open, page, product }) => {
  const { rowsOf } = await import('./orders.ts');
  const desk = await open();
  const [order] = (
    await rowsOf<{ id: string; utr: string; orderNo: string }>(
      await product.as('operator'),
      'collectOrder',
      { status: [2] },
      40,
      1,
    )
  ).items;
  await desk.command('Upstreams');
  await expect(desk.tab('Upstreams')).toHaveAttribute('aria-selected', 'true');
  await desk.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(order!.utr);
  await page.getByRole('option', { name: order!.orderNo }).first().click();
  await expect(
    page.locator(`[data-view="collectOrder"]:visible [row-id="${order!.id}"]`).first(),
  ).toBeVisible();
});

test('the sheet of keys names those of the active panel', async ({ open, page }) => {
  const desk = await open();
  await desk.activate('collectOrder');
  await desk.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toContainText('Claim');
  await expect(sheet).toContainText('Maximise or restore panel');
  await desk.press('Escape');
  await expect(sheet).toBeHidden();
});
