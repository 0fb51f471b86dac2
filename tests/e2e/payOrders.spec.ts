import type { Client } from '../support/client.ts';
import { expect, test } from './fixtures.ts';
import { approvable, type Payout } from './largePayout.ts';
import { type Rows, rowsOf } from './orders.ts';
import { scaleLimit } from '../support/patience.ts';

const STATUS = Object.freeze({ approving: 1, success: 4, rejected: 6 });

/** The traffic brings payouts by and by; one that stands where the test needs it. */
async function payout(api: Client, status: number): Promise<Payout> {
  let found: Payout | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await rowsOf<Payout>(api, 'payOrder', { status: [status] });
        found = items.find((order) => order.claimedBy === null);
        return found !== undefined;
      },
      { timeout: scaleLimit(50_000) },
    )
    .toBe(true);
  return found!;
}

async function balances(api: Client, { merchantId, currency }: Payout) {
  const { items } = await api.call<Rows<{ available: string; frozen: string }>>('merchantAsset/rows', {
    merchantId: [merchantId],
    currency: [currency],
    start: 0,
    end: 1,
  });
  return { available: Number(items[0]?.available), frozen: Number(items[0]?.frozen) };
}

test('payouts stand beside the orders: the peek tells money and upstream, fund details follow', async ({
  open,
  product,
}) => {
  const api = await product.as('operator');
  const order = await payout(api, STATUS.success);
  const workspace = await open();
  await workspace.grid('collectOrder').loaded();
  await workspace.tab('Payout orders').click();
  const grid = workspace.grid('payOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Space');
  const peek = workspace.panel('payOrder').getByRole('complementary', { name: 'Order' });
  await expect(peek).toContainText('Payout hold');
  await expect(peek).toContainText(/Submission \d+ · .*outcome: Paid/);
  // What the upstream answered word for word opens from its line.
  const answer = peek.locator('details').first();
  await answer.locator('summary').click();
  await expect(answer.locator('pre')).toBeVisible();
  await expect(answer.locator('pre')).toContainText('"state"');
  const funds = workspace.grid('fundDetail');
  await expect(funds.panel.locator('.linked')).toContainText(order.orderNo.slice(-4));
  await expect(funds.rows.filter({ hasText: 'Payout' }).first()).toBeVisible();
});

test('a denial shows the hold before and after, and gives it back', async ({ open, page, product }) => {
  const api = await product.as('finance');
  const order = await approvable(product);
  expect(order.status).toBe(STATUS.approving);
  const workspace = await open('finance', { only: 'payOrder' });
  await workspace.tab('Payout orders').click();
  const grid = workspace.grid('payOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await grid.panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Deny' }).click();
  const sheet = page.getByRole('dialog', { name: /^Deny · / });
  await expect(sheet).toContainText('Approving');
  await expect(sheet).toContainText('Rejected');
  const figure = async (label: string) => {
    const value = sheet
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd[1]');
    return Number((await value.innerText()).replace(/[^\d.-]/g, ''));
  };
  const held = Number(order.amount) + Number(order.fee);
  expect((await figure('Available after')) - (await figure('Available before'))).toBeCloseTo(held, 2);
  expect((await figure('Frozen before')) - (await figure('Frozen after'))).toBeCloseTo(held, 2);
  // Without a reason nothing happens, and the field says so.
  await sheet.getByRole('button', { name: /^Deny 1/ }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  expect((await api.call<Payout>(`payOrder/detail?id=${order.id}`)).status).toBe(STATUS.approving);
  const before = await balances(api, order);
  await sheet.getByLabel('Reason').fill('beneficiary does not answer');
  await sheet.getByRole('button', { name: /^Deny 1/ }).click();
  await expect(sheet).toBeHidden();
  await expect(grid.cell(order.id, 'status')).toHaveText('Rejected');
  const after = await balances(api, order);
  // Other payouts of the merchant go on meanwhile, so the hold is what is asked about.
  expect(after.frozen).toBeLessThan(before.frozen + held);
  expect((await api.call<Payout>(`payOrder/detail?id=${order.id}`)).status).toBe(STATUS.rejected);
});

test('a payout shows only the actions that its state allows', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const order = await payout(await product.as('operator'), STATUS.success);
  const workspace = await open('operator', { only: 'payOrder' });
  await workspace.tab('Payout orders').click();
  const grid = workspace.grid('payOrder');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await expect(grid.panel.locator('[data-command="payOrder.submitUpstream"]')).toHaveClass(/pd-button-off/);
  await grid.panel.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /Cancel order/ })).toHaveAttribute('data-off', 'true');
  await page.keyboard.press('Escape');
  await workspace.activate('payOrder');
  await expect(async () => {
    await workspace.press('Shift+F');
    await expect(workspace.toast(/Status/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a callback is sent once more from its list, and the peek shows request and answer', async ({
  open,
  page,
  product,
}) => {
  await page.route('**/api/callback/detail?*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.result.url += `/${'long'.repeat(30)}`;
    await route.fulfill({ response: answer, json });
  });
  const api = await product.as('operator');
  const workspace = await open('operator', { only: 'callback' });
  await workspace.openView('callback');
  const grid = workspace.grid('callback');
  const id = await grid.loaded();
  const tried = await api.call<{ orderNo: string }>(`callback/detail?id=${id}`);
  const manual = async () => (await rowsOf(api, 'callback', { orderNo: tried.orderNo, manual: true })).total;
  const before = await manual();
  await grid.cell(id, 'attempt').click();
  await workspace.press('Space');
  const peek = workspace.panel('callback').getByRole('complementary', { name: tried.orderNo });
  await expect(peek).toContainText('"eventId"');
  await expect(peek).toContainText('Answer to attempt');
  // An address is one long word: it breaks rather than lying outside.
  const wide = await peek
    .locator('.peek-json')
    .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(wide).toBe(0);
  await workspace.press('Shift+N');
  await expect(workspace.toast('Notify successful')).toBeVisible();
  await expect.poll(manual).toBe(before + 1);
});
