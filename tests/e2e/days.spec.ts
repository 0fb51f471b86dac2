import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { STATUS, orderOf, rowsOf, takeOrder } from './orders.ts';
import type { WorkspacePage } from './workspacePage.ts';

/** The working days of domain.md without a mouse: from here on no test below presses or points. */

/** A pointer that does anything fails the test. */
async function noMouse(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { count: 0 };
    for (const name of ['pointerdown', 'mousedown', 'wheel'])
      document.addEventListener(name, () => (seen.count += 1), true);
    Object.assign(globalThis, { e2ePointer: seen });
  });
  return () => page.evaluate(() => (Reflect.get(globalThis, 'e2ePointer') as { count: number }).count);
}

/** Runs what the palette finds first for a text. */
async function palette({ page }: WorkspacePage, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(dialog.getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function find(workspace: WorkspacePage, view: string, number: string, id: string): Promise<void> {
  const grid = workspace.grid(view);
  await workspace.press('/');
  await expect(grid.panel.locator('.any-id input')).toBeFocused();
  await workspace.press('Control+a');
  await workspace.page.keyboard.type(number);
  await workspace.press('Enter');
  await expect(grid.row(id)).toBeFocused();
}

test('an operator’s day by keyboard alone: claim, see why, settle, notify, look at the money, never lose the place', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const review = await takeOrder(api, { status: [STATUS.review] });
  const paid = await takeOrder(api, { status: [STATUS.success], settled: false }, ({ callbackUrl }) =>
    Boolean(callbackUrl?.includes('/sandbox/')),
  );
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const pressed = await noMouse(page);
  await find(workspace, 'collectOrder', review.orderNo, review.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await workspace.press('Space');
  const next = grid.panel.getByRole('region', { name: 'What comes next' });
  await expect(next.getByRole('button', { name: 'Force confirm' })).toBeVisible();
  // The row keeps the keys while the peek is open.
  await expect(grid.row(review.id)).toBeFocused();
  await workspace.press('u');
  await expect(workspace.toast('Cancel successful')).toBeVisible();
  await workspace.press('Space');
  await expect(next).toHaveCount(0);

  await find(workspace, 'collectOrder', paid.orderNo, paid.id);
  await workspace.press('Shift+S');
  const sheet = page.getByRole('dialog', { name: /^Settle · / });
  await expect(sheet.getByRole('button', { name: /^Settle 1 order/ })).toBeEnabled();
  await workspace.press('Enter');
  await expect(workspace.toast('Settlement successful')).toBeVisible();
  await expect(grid.row(paid.id)).toBeFocused();
  await workspace.press('Shift+N');
  await expect(workspace.toast('Notify successful')).toBeVisible();
  expect((await orderOf(api, paid.id)).settled).toBe(true);

  // The money of the order is in the next panel, which follows it; the way back leads to the row.
  await workspace.press('F6');
  const money = workspace.grid('fundDetail');
  await expect(money.panel.locator('[row-id]:focus')).toHaveCount(1);
  await expect(money.panel.locator('.linked')).toContainText(paid.orderNo.slice(0, 5));
  await workspace.press('Shift+F6');
  await expect(grid.row(paid.id)).toBeFocused();
  // To the payouts and back.
  await workspace.press('g');
  await workspace.press('p');
  await expect(workspace.grid('payOrder').at(0)).toBeFocused();
  await workspace.press('Alt+PageUp');
  await expect(grid.row(paid.id)).toBeFocused();
  expect(await pressed()).toBe(0);
});

test('a finance person’s day by keyboard alone: settle a batch, look at what a row is made of, confirm a withdrawal', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('finance');
  const asked = async () =>
    (
      await rowsOf<{ id: string; orderNo: string; status: number }>(api, 'withdrawal', { currency: ['INR'] })
    ).items.find(({ status }) => status === 0)!;
  const workspace = await open('finance', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const pressed = await noMouse(page);
  await palette(workspace, 'filter status success');
  await expect(grid.panel.locator('.chip', { hasText: 'Success' })).toBeVisible();
  await palette(workspace, 'filter settled no');
  await expect(grid.panel.locator('.chip, .chip-face', { hasText: 'Settled' }).first()).toBeVisible();
  await grid.loaded();
  await expect(grid.panel.locator('[row-id]:focus')).toHaveCount(1);
  await workspace.press('Home');
  await workspace.press('Control+Home');
  await expect(grid.at(0)).toBeFocused();
  await workspace.press('x');
  await workspace.press('ArrowDown');
  await workspace.press('x');
  const chosen = await grid.panel
    .locator('.grid-chosen')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('row-id') ?? ''));
  expect(chosen).toHaveLength(2);
  await expect(grid.foot).toContainText('2 selected');
  await workspace.press('Shift+B');
  await expect(page.getByRole('button', { name: /^Settle 2 orders/ })).toBeEnabled();
  await workspace.press('Enter');
  for (const id of chosen) await expect.poll(async () => (await orderOf(api, id)).settled).toBe(true);

  const wanted = await asked();
  await palette(workspace, 'go withdrawal');
  const withdrawals = workspace.grid('withdrawal');
  await withdrawals.loaded();
  await find(workspace, 'withdrawal', wanted.orderNo, wanted.id);
  await workspace.press('Shift+R');
  const rate = withdrawals.panel.getByRole('dialog', { name: /Confirm rate/ });
  await expect(rate.getByLabel('Exchange rate')).toBeFocused();
  await page.keyboard.type('88.4');
  await expect(rate.getByText('Distributed USDT')).toBeVisible();
  await expect(rate.getByRole('button', { name: /Confirm rate/ })).toBeEnabled();
  await workspace.press('Enter');
  await expect(workspace.toast('Operation successful')).toBeVisible();
  // The list has the keys again.
  await expect(withdrawals.row(wanted.id)).toBeFocused();
  expect(await pressed()).toBe(0);
});
