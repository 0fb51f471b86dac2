import { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { STATUS, orderOf, takeOrder, takeOrders } from './orders.ts';

const UNSETTLED = { status: [STATUS.success], settled: false, currency: ['INR'] };

test('an open settle sheet follows the balances of its merchant', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await takeOrder(api, UNSETTLED);
  const other = await takeOrder(api, { ...UNSETTLED, merchantId: [order.merchantId] });
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await workspace.press('Shift+S');
  const sheet = page.getByRole('dialog', { name: /^Settle · / });
  const available = sheet
    .locator('dt', { hasText: /^Available before$/ })
    .locator('xpath=following-sibling::dd[1]');
  const shown = async () => Number((await available.innerText()).replace(/[^\d.-]/g, ''));
  const before = await shown();
  await api.command('collectOrder/settle', { ids: [other.id] });
  await expect.poll(shown).toBeGreaterThanOrEqual(before + Number(other.amount) - Number(other.fee) - 0.01);
  await expect(sheet.getByRole('button', { name: /^Settle 1 order/ })).toBeEnabled();
  expect((await orderOf(api, order.id)).settled).toBe(false);
});

test('rows that a command has done with are ticked no longer', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const [order] = await takeOrders(api, { status: [STATUS.failed] }, 1);
  await grid.loaded();
  await grid.find(order!.orderNo, order!.id);
  await grid.add(order!.id);
  await expect(grid.foot).toContainText('1 selected');
  await workspace.press('c');
  // A claim only begins the work.
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(grid.foot).toContainText('1 selected');
  await workspace.press('Shift+N');
  await expect(workspace.toast('Notify successful')).toBeVisible();
  await expect(grid.foot).not.toContainText('selected');
  // It is still the row stood on, so that the next verb needs no tick.
  await workspace.press('u');
  await expect(workspace.toast('Cancel successful')).toBeVisible();
});

test('no message lies over the buttons of a sheet, in a small window neither', { tag: '@long' }, async ({
  open,
  context,
  product,
}) => {
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  const order = await takeOrder(await product.as('operator'), UNSETTLED);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await workspace.activate('collectOrder');
  const opened = context.waitForEvent('page');
  await workspace.press('Alt+p');
  const window = new WorkspacePage(await opened);
  await window.page.setViewportSize({ width: 460, height: 420 });
  await window.grid('collectOrder').choose(order.id);
  await window.press('Shift+S');
  const sheet = window.page.getByRole('dialog', { name: /^Settle · / });
  const verb = sheet.getByRole('button', { name: /^Settle 1 order/ });
  await expect(verb).toBeEnabled();
  await window.press('Control+s');
  const message = window.page.locator('.ant-notification-notice').first();
  await expect(message).toBeVisible();
  await expect(async () => {
    const [text, foot] = [await message.boundingBox(), await sheet.locator('.dock-foot').boundingBox()];
    expect(text!.y + text!.height).toBeLessThanOrEqual(foot!.y);
  }).toPass();
  // Nothing but the button is where the mouse presses it.
  await verb.click({ trial: true, timeout: 2_000 });
});

test('what was typed into a sheet survives Esc and a reload, for its own row alone', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  // Young ones are still on their way.
  const hourAgo = Date.now() - 3_600_000;
  const [order, other] = await takeOrders(
    await product.as('operator'),
    { status: [STATUS.review] },
    2,
    ({ createdAt }) => Date.parse(createdAt) < hourAgo,
  );
  const sheet = page.getByRole('dialog', { name: /^Overrule · / });
  const reason = sheet.getByLabel('Reason');
  const back = sheet.getByText('Your unsaved entries are back');
  const openFor = async ({ orderNo, id }: typeof order & object) => {
    await grid.loaded();
    await grid.find(orderNo, id);
    await grid.choose(id);
    // The same verb on the same row within half a second is taken for a slip of the hand.
    await page.waitForTimeout(500);
    await workspace.press('o');
    await expect(sheet).toContainText(orderNo.slice(-4));
    await expect(reason).toBeFocused();
  };
  await openFor(order!);
  await page.keyboard.type('payer asked for it');
  await workspace.press('Escape');
  await expect(sheet).toHaveCount(0);

  await openFor(other!);
  await expect(reason).toHaveValue('');
  await expect(back).toHaveCount(0);
  await workspace.press('Escape');

  await openFor(order!);
  await expect(reason).toHaveValue('payer asked for it');
  await expect(back).toBeVisible();
  await page.reload();
  await workspace.ready();
  await openFor(order!);
  await expect(reason).toHaveValue('payer asked for it');
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await expect(reason).toHaveValue('');
  await reason.fill('once more');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await openFor(order!);
  await expect(reason).toHaveValue('');
  await expect(back).toHaveCount(0);
});
