import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  claimable,
  type Order,
  orderOf,
  type Rows,
  rowsOf,
  STATUS,
  takeOrder,
  takeOrders,
} from './orders.ts';
import { scaleLimit } from '../support/patience.ts';

/** Counts the commands that leave the page. */
function watchCommands(page: Page, action: string): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/collectOrder/${action}`)) sent += 1;
  });
  return () => sent;
}

test('the any-id box finds an order by each of its numbers', { tag: '@long' }, async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const api = await product.as('operator');
  const order = await takeOrder(api, { status: [STATUS.success] }, ({ utr, upstreamOrderNo }) =>
    Boolean(utr && upstreamOrderNo),
  );
  for (const number of [order.orderNo, order.merchantOrderNo, order.upstreamOrderNo, order.utr]) {
    await grid.panel.locator('.any-id input').fill('');
    await expect(grid.at(1)).toBeVisible();
    await grid.find(String(number), order.id);
    await expect(grid.foot).toContainText('1 match');
  }
  await grid.panel.locator('.any-id input').fill('no-such-number');
  await expect(grid.panel.getByText('Nothing matches these filters')).toBeVisible();
});

test('claim and cancel claim by key', async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await claimable(api);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText(/^me · 1[45]:\d\d$/);
  const me = await api.call<{ id: string }>('sysAuth/userInfo');
  expect((await orderOf(api, order.id)).claimedBy).toBe(me.id);

  await workspace.press('u');
  await expect(workspace.toast('Cancel successful')).toBeVisible();
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText('');
  expect((await orderOf(api, order.id)).claimedBy).toBeNull();
});

test('a claim by the button, pressed twice in a row, is one claim', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const order = await claimable(await product.as('operator'));
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  const sent = watchCommands(page, 'claim');
  await grid.panel.locator('[data-command="collectOrder.claim"]').dblclick();
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(grid.cell(order.id, 'claimedBy')).toContainText('me');
  expect(sent()).toBe(1);
});

test('settle shows the figures with the balance before and after; Enter commits', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const admin = await product.as('admin');
  const order = await takeOrder(api, { status: [STATUS.success], settled: false, currency: ['INR'] });
  const asset = async () => {
    const { items } = await admin.call<Rows<{ available: string; pending: string }>>('merchantAsset/rows', {
      merchantId: [order.merchantId],
      currency: [order.currency],
      start: 0,
      end: 1,
    });
    return { available: Number(items[0]?.available), pending: Number(items[0]?.pending) };
  };
  const before = await asset();
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Shift+S');
  const sheet = page.getByRole('dialog', { name: /^Settle · / });
  const figure = async (label: string) => {
    const value = sheet
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd[1]');
    return Number((await value.innerText()).replace(/[^\d.-]/g, ''));
  };
  await expect(sheet).toContainText(order.orderNo);
  await expect(sheet).toContainText(order.merchantName);
  const [amount, fee, net] = [await figure('Amount'), await figure('Fee'), await figure('Net to merchant')];
  expect(amount).toBeCloseTo(Number(order.amount), 2);
  expect(fee).toBeCloseTo(Number(order.fee), 2);
  expect(net).toBeCloseTo(amount - fee, 2);
  expect(await figure('Available before')).toBeCloseTo(before.available, 2);
  expect(await figure('Available after')).toBeCloseTo(before.available + net, 2);
  expect((await figure('Pending before')) - (await figure('Pending after'))).toBeCloseTo(net, 2);
  // Nothing has moved yet.
  expect((await orderOf(api, order.id)).settled).toBe(false);

  await workspace.press('Enter');
  await expect(workspace.toast('Settlement successful')).toBeVisible();
  await expect(sheet).toBeHidden();
  // The row still fits the filter, and its verbs know what became of it.
  await expect(page.locator('[data-command="collectOrder.settle"]')).toHaveClass(/pd-button-off/);
  expect((await orderOf(api, order.id)).settled).toBe(true);
  expect((await asset()).available).toBeCloseTo(before.available + net, 2);
  // The order is settled once: the same key now says why not.
  await grid.choose(order.id);
  // Within half a second of the last one a press is taken for a slip and ignored.
  await expect(async () => {
    await workspace.press('Shift+S');
    await expect(workspace.toast(/already settled/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('Esc leaves the settle sheet without settling', { tag: '@long' }, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await takeOrder(api, { status: [STATUS.success], settled: false });
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Shift+S');
  const sheet = page.getByRole('dialog', { name: /^Settle · / });
  await expect(sheet.getByRole('button', { name: /^Settle 1 order/ })).toBeEnabled();
  await workspace.press('Escape');
  await expect(sheet).toBeHidden();
  expect((await orderOf(api, order.id)).settled).toBe(false);
});

test('notify by key reaches the merchant, and the callback view tells so', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await takeOrder(api, { status: [STATUS.success] }, ({ callbackUrl }) =>
    Boolean(callbackUrl?.includes('/sandbox/')),
  );
  const manual = async () => {
    const { items } = await rowsOf<{ id: string; manual: boolean; delivered: boolean; httpStatus: number }>(
      api,
      'callback',
      { orderNo: order.orderNo },
    );
    return items.filter((attempt) => attempt.manual);
  };
  const before = (await manual()).length;
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Shift+N');
  await expect(workspace.toast('Notify successful')).toBeVisible();
  await expect.poll(async () => (await manual()).length).toBe(before + 1);
  const [attempt] = await manual();
  expect(attempt).toMatchObject({ delivered: true, httpStatus: 200 });

  await grid.panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Callbacks of this order' }).click();
  const row = page.locator(`[data-view="callback"]:visible [row-id="${attempt!.id}"]`);
  await expect(row).toBeVisible();
  await expect(row.locator('[col-id="httpStatus"]')).toHaveText('200');
});

test('a verb without a row says exactly what to select', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.any-id input').fill('NOSUCHORDER');
  await expect(grid.at(0)).toHaveCount(0);
  await grid.panel.focus();
  const sent = ['claim', 'unclaim', 'settle', 'notify'].map((action) => watchCommands(page, action));
  for (const [key, text] of [
    ['c', 'Please select orders to claim'],
    ['u', 'Please select orders to cancel claim'],
    ['Shift+S', 'Please select orders to settle'],
    ['Shift+N', 'Please select orders to notify'],
  ] as const) {
    await workspace.press(key);
    await expect(page.locator('.ant-notification').getByText(text, { exact: true })).toBeVisible();
  }
  const orders = await takeOrders(
    await product.as('operator'),
    { status: [STATUS.success], settled: false },
    1,
  );
  await grid.panel.locator('.any-id input').fill('');
  await grid.add(await grid.loaded());
  await grid.add((await grid.at(1).getAttribute('row-id')) ?? '');
  await workspace.press('Shift+S');
  await expect(
    page.locator('.ant-notification').getByText('Settlement can only select one order', { exact: true }),
  ).toBeVisible();
  expect(sent.map((count) => count())).toEqual([0, 0, 0, 0]);
  expect((await orderOf(await product.as('operator'), orders[0]!.id)).settled).toBe(false);
});

test('W21: keys do nothing while typing', async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await claimable(api);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  const sent = watchCommands(page, 'claim');
  await workspace.press('/');
  const box = grid.panel.locator('.any-id input');
  await expect(box).toBeFocused();
  await page.keyboard.type('cu?');
  await expect(box).toHaveValue(/cu\?$/);
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0);
  expect(sent()).toBe(0);
  // The same key in the grid claims, so it was the box that kept it.
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  expect(sent()).toBe(1);
  expect((await orderOf(api, order.id)).claimedBy).not.toBeNull();
});

interface Totals {
  total: number;
  byCurrency: { currency: string; count: number; sums: { amount: string; fee: string } }[];
}

test('W33: the foot totals the whole filter per currency', async ({ open, product }) => {
  const workspace = await open('operator', {
    address: `/order/collectOrder?status=%5B${STATUS.reversed}%5D`,
    only: 'collectOrder',
  });
  const panel = workspace.page.locator('[data-view="collectOrder"]:visible').filter({ hasText: 'Reversed' });
  const foot = panel.locator('.grid-foot');
  const api = await product.as('operator');
  const totals = await api.call<Totals>('collectOrder/totals', { status: [STATUS.reversed] });
  expect(totals.byCurrency.length).toBeGreaterThan(1);
  // The rows themselves, added up here.
  const { items, total } = await rowsOf<Order>(api, 'collectOrder', { status: [STATUS.reversed] }, 0, 1000);
  expect(items.length).toBe(total);
  await expect(foot).toContainText(`${total.toLocaleString('en')} match`);
  // Past the first few currencies the rest is behind a button.
  const rest = foot.getByRole('button', { name: /^\+\d+$/ });
  if (totals.byCurrency.length > 2) await rest.click();
  for (const { currency, sums } of totals.byCurrency) {
    const sum = items
      .filter((order) => order.currency === currency)
      .reduce((all, order) => all + Number(order.amount), 0);
    expect(Number(sums.amount)).toBeCloseTo(sum, 2);
    const shown = foot
      .locator('.pop-choice, .grid-currencies > span')
      .filter({ hasText: new RegExp(`^${currency} `) })
      .last()
      .locator('b')
      .first();
    await expect(shown).toHaveText(/\d/);
    expect(Number((await shown.innerText()).replaceAll(',', ''))).toBeCloseTo(sum, 2);
  }
});

test('an open peek is on the same order after a reload, and in another list on the focused one', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('operator');
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const id = (await grid.at(3).getAttribute('row-id')) ?? '';
  const { orderNo } = await orderOf(api, id);
  await grid.choose(id);
  await workspace.press('Space');
  const peek = workspace.panel('collectOrder').getByRole('complementary', { name: 'Order', exact: true });
  await expect(peek).toContainText(orderNo);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(peek).toContainText(orderNo);
  await expect(grid.row(id)).toBeFocused();
  await expect(grid.row(id)).toHaveClass(/grid-cursor/);
  await expect(peek).toContainText(orderNo);
  await expect(workspace.panel('fundDetail').locator('.view-bar')).toContainText(orderNo.slice(-4));
  // Found by a number that is not its own, it is not in the list.
  const other = await takeOrder(api, { status: [STATUS.failed] });
  await grid.panel.locator('.any-id input').fill(other.orderNo);
  await expect(grid.at(1)).toHaveCount(0);
  // There it goes on with the row that has the focus.
  await expect(peek).toContainText(other.orderNo);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(grid.at(0)).toHaveAttribute('row-id', other.id);
  await expect(peek).toContainText(other.orderNo);
});

test('space opens the peek with facts and timeline, and it follows the arrows', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const id = await grid.loaded();
  await grid.choose(id);
  await workspace.press('Space');
  const peek = page.getByRole('complementary', { name: 'Order', exact: true });
  await expect(peek).toContainText((await orderOf(api, id)).orderNo);
  await expect(peek.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  // The newest order may move on meanwhile; its story begins with its creation all the same.
  await expect(peek.locator('.line-item').first()).toContainText(/Created?\b.*Created|Created · /);
  await workspace.press('ArrowDown');
  const next = (await grid.at(1).getAttribute('row-id')) ?? '';
  await expect(peek).toContainText((await orderOf(api, next)).orderNo);
  await workspace.press('Escape');
  await expect(peek).toHaveCount(0);
});

test('an export of the filter arrives as a file with every matching row', async ({ open, page, product }) => {
  const workspace = await open('operator', {
    address: `/order/collectOrder?status=%5B${STATUS.reversed}%5D`,
    only: 'collectOrder',
  });
  const panel = page.locator('[data-view="collectOrder"]:visible').filter({ hasText: 'Reversed' });
  await expect(panel.locator('[row-index="0"]')).toHaveAttribute('row-id', /^\d+$/);
  const { total } = await rowsOf<Order>(await product.as('operator'), 'collectOrder', {
    status: [STATUS.reversed],
  });
  const saved = page.waitForEvent('download', { timeout: scaleLimit(45_000) });
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const sheet = page.getByRole('dialog', { name: /Export/ });
  // A spreadsheet is the default: it keeps leading zeros and long numbers.
  await expect(sheet.getByRole('radio', { name: /XLSX/ })).toBeChecked();
  await sheet.getByRole('radio', { name: /CSV/ }).check();
  await sheet.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n');
  expect(lines.length).toBe(total + 1);
  await expect(workspace.panel('collectOrder').first()).toBeAttached();
});

test('a change made elsewhere shows without a reload', async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const other = await product.as('priya');
  const order = await claimable(await product.as('priya'));
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText('');
  await other.command('collectOrder/claim', { ids: [order.id] });
  await expect(grid.cell(order.id, 'claimedBy')).toHaveText(/^priya · 1[45]:\d\d$/);
});
