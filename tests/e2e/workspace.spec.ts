import type { Locator } from '@playwright/test';
import { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';

test('a view opens by its menu entry, and once more only focuses it', async ({ open }) => {
  const workspace = await open();
  const before = await workspace.tabs().count();
  await workspace.openView('merchant');
  await expect(workspace.tab('Merchants')).toHaveAttribute('aria-selected', 'true');
  await expect(workspace.tabs()).toHaveCount(before + 1);
  await workspace.openView('collectOrder');
  await workspace.openView('merchant');
  await expect(workspace.tabs()).toHaveCount(before + 1);
});

test('W9: split by command puts a panel next to the others, and undo and redo travel between them', async ({
  open,
}) => {
  const workspace = await open();
  const both = workspace.panel('collectOrder');
  const areNeighbours = async (one: Locator, other: Locator) => {
    const [first, second] = await Promise.all([one.boundingBox(), other.boundingBox()]);
    expect(Math.abs(first!.y - second!.y)).toBeLessThan(2);
    expect(Math.abs(first!.x - second!.x)).toBeGreaterThan(200);
  };
  await workspace.activate('collectOrder');
  await workspace.press('Alt+\\');
  await expect(workspace.panel('payOrder')).toBeVisible();
  await areNeighbours(both, workspace.panel('payOrder'));
  // Alone in its pane, a view is shown a second time.
  await workspace.activate('collectOrder');
  await workspace.press('Alt+\\');
  await expect(both).toHaveCount(2);
  await areNeighbours(both.nth(0), both.nth(1));
  await workspace.press('Control+Alt+z');
  await expect(both).toHaveCount(1);
  await workspace.press('Control+Alt+Shift+Z');
  await expect(both).toHaveCount(2);
});

test('W1: a tab dragged to the edge of a panel splits it', async ({ open, page }) => {
  const workspace = await open();
  const logs = workspace.tab('Order logs');
  const target = workspace.panel('collectOrder').first();
  const before = (await target.boundingBox())!;
  await expect(workspace.panel('orderLog')).toBeHidden();
  // A drag begins after a few pixels and is followed by the mouse's way, so it is drawn step by step.
  await logs.hover();
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2, { steps: 10 });
  await page.mouse.move(before.x + 8, before.y + before.height / 2, { steps: 10 });
  await expect(page.locator('.flexlayout__outline_rect')).toBeVisible();
  await page.mouse.up();
  await expect(workspace.panel('orderLog')).toBeVisible();
  const moved = (await workspace.panel('orderLog').boundingBox())!;
  const after = (await target.boundingBox())!;
  expect(moved.x + moved.width).toBeLessThanOrEqual(after.x + 1);
  expect(after.width).toBeLessThan(before.width - 100);
  await page.keyboard.press('Control+Alt+z');
  await expect(workspace.panel('orderLog')).toBeHidden();
});

test('W5: maximise shows one panel alone and gives the others back', async ({ open }) => {
  const workspace = await open();
  await workspace.activate('collectOrder');
  const before = (await workspace.panel('collectOrder').boundingBox())!;
  await workspace.press('Alt+Enter');
  await expect(workspace.panel('fundDetail')).toBeHidden();
  await expect(workspace.panel('dashboard')).toBeHidden();
  expect((await workspace.panel('collectOrder').boundingBox())!.width).toBeGreaterThan(before.width + 300);
  await workspace.press('Alt+Enter');
  await expect(workspace.panel('fundDetail')).toBeVisible();
  await expect(workspace.panel('dashboard')).toBeVisible();
});

test('a closed panel comes back by undo', { tag: '@long' }, async ({ open }) => {
  const workspace = await open();
  await workspace.activate('dashboard');
  await workspace.press('Alt+w');
  await expect(workspace.panel('dashboard')).toHaveCount(0);
  await workspace.press('Control+Alt+z');
  await expect(workspace.panel('dashboard')).toBeVisible();
});

test('W11: a reload, and another browser, find the layout as it was left', async ({
  open,
  page,
  browser,
  product,
}) => {
  const workspace = await open();
  await workspace.openView('merchant');
  await workspace.press('Alt+-');
  const names = await workspace.tabs().allInnerTexts();
  const place = (await workspace.panel('merchant').boundingBox())!;
  await page.reload();
  await workspace.ready();
  await expect(workspace.tabs()).toHaveText(names);
  const again = (await workspace.panel('merchant').boundingBox())!;
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
  const { WorkspacePage } = await import('./workspacePage.ts');
  const other = new WorkspacePage(await elsewhere.newPage());
  await other.signIn('operator');
  await expect(other.tabs()).toHaveText(names);
  await elsewhere.close();
});

test('W11: an explicit save is what revert goes back to', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open();
  await workspace.openView('merchant');
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  await expect(workspace.layoutName()).not.toContainText('edited');
  const saved = await workspace.tabs().allInnerTexts();
  const search = page.locator('.topbar-search');
  const place = await search.boundingBox();

  await workspace.openView('upstream');
  await expect(workspace.layoutName()).toContainText('edited');
  expect(await search.boundingBox()).toEqual(place);
  await page.reload();
  await workspace.ready();
  await expect(workspace.tab('Upstreams')).toBeVisible();
  await expect(workspace.layoutName()).toContainText('edited');

  await workspace.layoutMenu(/^Revert to last save/);
  await expect(workspace.tab('Upstreams')).toHaveCount(0);
  await expect(workspace.tabs()).toHaveText(saved);
  await expect(workspace.layoutName()).not.toContainText('edited');

  await workspace.layoutMenu(/^Restore the role’s default/);
  await expect(workspace.tab('Merchants')).toHaveCount(0);
});

test('named layouts live side by side and the last one is found again', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  const first = await workspace.tabs().allInnerTexts();

  await workspace.layoutMenu(/^Duplicate layout/);
  const dialog = page.getByRole('dialog', { name: 'Duplicate layout' });
  await dialog.getByRole('textbox').fill('Night shift');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(workspace.layoutName()).toContainText('Night shift');
  await workspace.openView('upstream');

  await workspace.layoutMenu('My desk');
  await expect(workspace.layoutName()).toContainText('My desk');
  await expect(workspace.tabs()).toHaveText(first);
  await workspace.layoutMenu('Night shift');
  await expect(workspace.tab('Upstreams')).toBeVisible();
  await page.reload();
  await workspace.ready();
  await expect(workspace.layoutName()).toContainText('Night shift');
  await expect(workspace.tab('Upstreams')).toBeVisible();
});

test('a named layout is renamed, reverted and deleted', { tag: '@long' }, async ({ open, page, product }) => {
  test.slow();
  const workspace = await open();
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  const first = await workspace.tabs().allInnerTexts();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await workspace.layoutMenu(/^New layout/);
  await dialog('New layout').getByRole('textbox').fill('My desk');
  await expect(dialog('New layout').getByRole('alert')).toHaveText('A layout called My desk exists already');
  await expect(dialog('New layout').getByRole('button', { name: 'Create' })).toBeDisabled();
  await dialog('New layout').getByRole('textbox').fill('Night');
  await dialog('New layout').getByRole('button', { name: 'Create' }).click();
  await expect(workspace.layoutName()).toContainText('Night');

  await workspace.openView('upstream');
  await expect(workspace.layoutName()).toContainText('edited');
  await workspace.layoutMenu(/^Rename layout/);
  await dialog('Rename layout').getByRole('textbox').fill('Night shift');
  await dialog('Rename layout').getByRole('button', { name: 'Rename' }).click();
  await expect(workspace.layoutName()).toContainText('Night shift');
  await workspace.openView('channel');
  await workspace.layoutMenu(/^Revert to last save/);
  await expect(workspace.toast('Layout Night shift is as it was last saved')).toBeVisible();
  await expect(workspace.tab('Upstreams')).toHaveCount(0);
  await expect(workspace.tab('Channels')).toHaveCount(0);

  await workspace.layoutMenu(/^Delete layout/);
  await dialog('Delete the layout Night shift').getByRole('button', { name: 'Delete layout' }).click();
  await expect(workspace.toast('Layout Night shift deleted')).toBeVisible();
  await expect(workspace.layoutName()).toContainText('My desk');
  await expect(workspace.tabs()).toHaveText(first);
  const api = await product.as('operator');
  const names = (await api.call<{ name: string; kind: string }[]>('layout/list'))
    .filter(({ kind }) => kind === 'workspace')
    .map(({ name }) => name);
  expect(names).toEqual(['workspace:layout.defaultName']);
});

test('the role’s default comes back, is saved as an edit and can be reverted', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open();
  const shipped = await workspace.tabs().allInnerTexts();
  await workspace.openView('merchant');
  await workspace.press('Control+s');
  await expect(workspace.toast('Layout My desk saved')).toBeVisible();
  await workspace.layoutMenu(/^Restore the role’s default/);
  await expect(workspace.tabs()).toHaveText(shipped);
  await expect(workspace.layoutName()).toContainText('edited');
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(workspace.tabs()).toHaveText(shipped);
  await workspace.layoutMenu(/^Revert to last save/);
  await expect(workspace.tab('Merchants')).toBeVisible();
});

test('a deep link with filters opens in the panel of the orders, which stays on its colour', {
  tag: '@long',
}, async ({ open, page }) => {
  const workspace = await open('operator', { address: '/order/collectOrder?status=%5B2%5D' });
  await expect(workspace.tab('Collection orders')).toHaveCount(1);
  await expect(workspace.tab('Collection orders 2')).toHaveCount(0);
  const shown = workspace.panel('collectOrder').and(page.locator(':visible'));
  await expect(shown).toHaveAttribute('data-link', 'pink');
  const first = shown.locator('[row-index="0"]');
  await expect(first).toHaveAttribute('row-id', /^\d{6,}$/);
  await first.locator('[col-id="status"]').click();
  await expect(workspace.panel('fundDetail').locator('.linked')).toBeVisible();
});

test('the address follows the filters of the active tab, and leads back to it', { tag: '@long' }, async ({
  open,
  page,
  browser,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await workspace.activate('collectOrder');
  // A second one that shows the same: what tells them apart is kept too.
  await workspace.press('Alt+\\');
  await expect(workspace.tab('Collection orders 2')).toBeVisible();
  const second = workspace.page.locator('.ws-panel[data-view="collectOrder"]').last();
  await second.locator('.any-id input').fill('C2611');
  await expect(page).toHaveURL(/\/order\/collectOrder\?anyId=C2611$/);
  const first = workspace.page.locator('.ws-panel[data-view="collectOrder"]').first();
  await first.locator('.any-id input').fill('C2611');
  await workspace.tab('Collection orders 2').click();
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(workspace.tabs()).toHaveText(['Collection orders', 'Collection orders 2']);
  await expect(workspace.tab('Collection orders 2')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/anyId=C2611$/);
  await second.locator('.any-id input').fill('');
  await expect(page).toHaveURL(/\/order\/collectOrder$/);
  // Narrowing it was no step of its own: the way back leads to the other tab, as it is now.
  await page.goBack();
  await expect(page).toHaveURL(/anyId=C2611$/);
  const address = page.url();
  const elsewhere = new WorkspacePage(await (await browser.newContext({ baseURL: product.base })).newPage());
  await elsewhere.signIn('finance', { address });
  const shown = elsewhere.page.locator('[data-view="collectOrder"] .any-id input').last();
  await expect(shown).toHaveValue('C2611');
  await elsewhere.page.context().close();
});

test('W5: zen shows panels only', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open();
  await workspace.activate('collectOrder');
  await workspace.press('Alt+z');
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(0);
  await expect(workspace.panel('collectOrder')).toBeVisible();
  await page.getByRole('button', { name: 'Show the bars again' }).click();
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(3);
});

test('W5: kiosk takes the full screen, and leaving that leaves the kiosk', async ({ open, page }) => {
  const workspace = await open();
  await workspace.activate('collectOrder');
  await workspace.press('Alt+Shift+Z');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(0);
  await page.evaluate(() => document.exitFullscreen());
  await expect(page.locator('.topbar, .sidemenu, .statusbar')).toHaveCount(3);
});

test('the palette finds a view, an order by its number and a merchant', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const { rowsOf } = await import('./orders.ts');
  const workspace = await open();
  const [order] = (
    await rowsOf<{ id: string; utr: string; orderNo: string }>(
      await product.as('operator'),
      'collectOrder',
      { status: [2] },
      40,
      1,
    )
  ).items;
  await workspace.command('Upstreams');
  await expect(workspace.tab('Upstreams')).toHaveAttribute('aria-selected', 'true');
  await workspace.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(order!.utr);
  await page.getByRole('option', { name: order!.orderNo }).first().click();
  await expect(
    page.locator(`[data-view="collectOrder"]:visible [row-id="${order!.id}"]`).first(),
  ).toBeVisible();
});

test('the sheet of keys names those of the active panel', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open();
  await workspace.activate('collectOrder');
  await workspace.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toContainText('Claim');
  await expect(sheet).toContainText('Maximise or restore panel');
  await workspace.press('Escape');
  await expect(sheet).toBeHidden();
});
