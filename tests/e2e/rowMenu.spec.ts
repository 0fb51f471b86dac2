import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { STATUS, claimable, orderOf, rowsOf, takeOrders, type Order } from './orders.ts';
import { WorkspacePage } from './workspacePage.ts';

const menuIn = (panel: Locator) => panel.getByRole('menu', { name: 'Row' });
const entry = (menu: Locator, name: string | RegExp) => menu.getByRole('menuitem', { name });

/** What was copied last, as another program would get it. */
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

test('W18 the menu of a row has its verbs with their keys, and says why one is grey', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const order = await claimable(api);
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.cell(order.id, 'status').click({ button: 'right' });
  const menu = menuIn(grid.panel);
  await expect(menu.getByRole('status')).toContainText(order.orderNo);
  await expect(entry(menu, /^Claim C$/)).toBeFocused();
  // A failed order is not settled: pressed or not, its entry says so.
  const settle = entry(menu, /^Settle/).first();
  await workspace.press('ArrowDown');
  await expect(settle).toBeFocused();
  await expect(settle).toHaveAttribute('aria-disabled', 'true');
  await expect(menu.getByRole('status')).toContainText('Not possible while Status is “Failed”');
  // A letter goes to what begins with it; Escape gives the keyboard back to the cell.
  await workspace.press('s');
  await expect(settle).not.toBeFocused();
  await expect(menu.locator(':focus')).toHaveText(/^S/);
  await workspace.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(grid.row(order.id)).toBeFocused();
  await expect(grid.cell(order.id, 'status')).toHaveAttribute('data-at', '');

  await workspace.press('Shift+F10');
  await expect(entry(menu, /^Claim C$/)).toBeFocused();
  await workspace.press('Enter');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  expect((await orderOf(api, order.id)).claimedBy).not.toBeNull();
  await expect(grid.row(order.id)).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await expect(menu).toBeVisible();
  await page.mouse.click(800, 20);
  await expect(menu).toHaveCount(0);
});

test('W18 the menu narrows the list to a value or leaves it out', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const api = await product.as('operator');
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const { items } = await rowsOf<Order>(api, 'collectOrder', { status: [STATUS.failed] }, 0, 1);
  await grid.find(items[0]!.orderNo, items[0]!.id);
  await grid.cell(items[0]!.id, 'status').click({ button: 'right' });
  await entry(menuIn(grid.panel), 'Only Status: Failed').click();
  const chip = grid.panel.locator('.chip', { hasText: 'Status' });
  await expect(chip).toContainText('Failed');
  await grid.panel.locator('.any-id input').fill('');
  await expect(grid.at(3).locator('[col-id="status"]')).toHaveText('Failed');
  await grid.at(3).locator('[col-id="currency"]').click();
  await workspace.press('Shift+F10');
  await entry(menuIn(grid.panel), /^Exclude Cur/).click();
  const left = grid.panel.locator('.grid-body [col-id="currency"]');
  await expect(grid.at(0)).toHaveAttribute('row-id', /^\d{6,}$/);
  const currency = (await left.allInnerTexts())[0];
  // The chip of the status turns from only to all but these.
  await chip.click();
  await grid.panel.getByRole('button', { name: 'All but these' }).click();
  await workspace.press('Escape');
  await expect(chip).toContainText('not Failed');
  await expect(grid.at(0).locator('[col-id="status"]')).not.toHaveText('Failed');
  expect(currency).toBeTruthy();
  const address = new URL(workspace.page.url());
  expect(JSON.parse(address.searchParams.get('status')!)).toEqual({ not: [STATUS.failed] });
});

test('W18 cells, rows and links are copied from the menu, for all rows that are chosen', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('operator');
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const [one, two] = await takeOrders(api, { status: [STATUS.failed], currency: ['INR'] }, 2);
  await grid.panel.locator('.any-id input').fill(`${one!.orderNo} ${two!.orderNo}`);
  await expect(grid.at(2)).toHaveCount(0);
  const menu = menuIn(grid.panel);
  await grid.cell(one!.id, 'amount').click({ button: 'right' });
  await entry(menu, /^Copy cell/).click();
  await expect(workspace.toast(/^Copied /)).toBeVisible();
  await grid.add(one!.id);
  await grid.add(two!.id);
  await grid.cell(two!.id, 'amount').click({ button: 'right' });
  await expect(menu.getByRole('status')).toHaveText('2 chosen rows');
  await entry(menu, 'Copy row').click();
  await expect(workspace.toast('Copied rows: 2')).toBeVisible();
  const lines = (await copied(page)).split('\n').map((line) => line.split('\t'));
  expect(lines).toHaveLength(2);
  // Figures without groups, as a spreadsheet reads them.
  for (const order of [one!, two!]) {
    const line = lines.find((cells) => cells.includes(order.orderNo))!;
    expect(line.some((cell) => /^\d+\.\d\d$/.test(cell) && Number(cell) === Number(order.amount))).toBe(true);
  }
  await workspace.press('Shift+F10');
  await entry(menu, 'Copy as JSON').click();
  await expect.poll(async () => (await copied(page)).startsWith('[')).toBe(true);
  const rows = JSON.parse(await copied(page)) as { id: string }[];
  expect(rows.map(({ id }) => id).toSorted()).toEqual([one!.id, two!.id].toSorted());
  // A row outside of what is chosen is meant alone.
  await workspace.press('Escape');
  await grid.add(one!.id);
  await grid.cell(two!.id, 'status').click({ button: 'right' });
  await expect(grid.foot).not.toContainText('selected');
  await entry(menu, 'Copy link').click();
  await expect(workspace.toast('Link copied')).toBeVisible();
  const link = await copied(page);
  await page.goto(link);
  await workspace.ready();
  const peek = page.getByRole('complementary', { name: 'Order', exact: true });
  await expect(peek).toContainText(two!.orderNo);
});

test('W17 the menu opens the views that show the order and the merchant of a row', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const api = await product.as('finance');
  const { items } = await rowsOf<Order>(api, 'collectOrder', { status: [STATUS.success] }, 0, 1);
  const order = items[0]!;
  const workspace = await open('finance', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.cell(order.id, 'status').click({ button: 'right' });
  const menu = menuIn(grid.panel);
  await entry(menu, /^Order .* in$/).hover();
  const places = grid.panel.getByRole('menu', { name: /^Order .* in$/ });
  await expect(places).toBeVisible();
  await expect(entry(places, 'Payout orders')).toHaveCount(0);
  await entry(places, 'Fund details').click();
  const details = workspace.grid('fundDetail');
  await details.loaded();
  await expect(details.cell(await details.loaded(), 'orderNo')).toHaveAttribute('col-id', 'orderNo');
  await expect(details.panel.locator('.chip', { hasText: order.orderNo.slice(0, 5) })).toBeVisible();

  await workspace.tab('Collection orders').click();
  await grid.choose(order.id);
  await workspace.press('Shift+F10');
  await entry(menu, `${order.merchantName} in`).focus();
  await workspace.press('ArrowRight');
  const lists = grid.panel.getByRole('menu', { name: `${order.merchantName} in` });
  await expect(lists.getByRole('menuitem').first()).toBeFocused();
  await workspace.press('ArrowLeft');
  await expect(lists).toHaveCount(0);
  await expect(entry(menu, `${order.merchantName} in`)).toBeFocused();
});

test('W18 in a window of its own the menu opens where the row is', { tag: '@long' }, async ({
  open,
  context,
  product,
}) => {
  const order = await claimable(await product.as('operator'));
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await workspace.activate('collectOrder');
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  const out = window.grid('collectOrder');
  await out.choose(order.id);
  await out.cell(order.id, 'status').click({ button: 'right' });
  const menu = menuIn(out.panel);
  await expect(entry(menu, /^Claim C$/)).toBeFocused();
  await window.press('Enter');
  await expect(out.cell(order.id, 'claimedBy')).toContainText('me');
  await expect(out.row(order.id)).toBeFocused();
});

test('Enter and a double click open the peek', { tag: '@long' }, async ({ open, page }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const id = await grid.loaded();
  const peek = page.getByRole('complementary', { name: 'Order', exact: true });
  await grid.choose(id);
  await workspace.press('Enter');
  await expect(peek).toBeVisible();
  await workspace.press('Enter');
  await expect(peek).toBeVisible();
  await workspace.press('Escape');
  await expect(peek).toHaveCount(0);
  await grid.cell(id, 'status').dblclick();
  await expect(peek).toBeVisible();
  // In the header it is the header's: it sorts.
  await workspace.press('Escape');
  await grid.panel.locator('.ag-header-cell[col-id="amount"]').focus();
  await workspace.press('Enter');
  await expect(peek).toHaveCount(0);
});
