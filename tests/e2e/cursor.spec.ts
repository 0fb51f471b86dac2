import { expect, test } from './fixtures.ts';
import { STATUS, claimable, detailsOf, orderOf, takeOrder, takeOrders } from './orders.ts';

test('arrows move, x checks and adds up, a verb with nothing checked acts on the focused row', async ({
  open,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const [one, two] = await takeOrders(await product.as('operator'), { status: [STATUS.failed] }, 2);
  await grid.loaded();
  await grid.find(one!.orderNo, one!.id);
  await grid.choose(one!.id);
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(workspace.page.locator('.ant-notification')).toContainText(one!.orderNo);
  await grid.find(two!.orderNo, two!.id);
  // The rows are others, and so is the focused one.
  await expect(grid.row(two!.id)).toHaveClass(/grid-cursor/);
  await expect(grid.panel.locator('[data-command="collectOrder.claim"]')).not.toHaveClass(/pd-button-off/);
  await grid.panel.locator('.any-id input').fill('');
  await expect(grid.at(2)).toHaveAttribute('row-id', /^\d{6,}$/);
  const [a, b] = [await grid.at(0).getAttribute('row-id'), await grid.at(2).getAttribute('row-id')];
  await grid.choose(a!);
  await expect(grid.foot).not.toContainText('selected');
  await workspace.press('x');
  await workspace.press('ArrowDown');
  await workspace.press('ArrowDown');
  await expect(grid.foot).toContainText('1 selected');
  await workspace.press('x');
  await expect(grid.foot).toContainText('2 selected');
  for (const id of [a!, b!]) await expect(grid.row(id)).toHaveClass(/grid-chosen/);
});

test('the keyboard goes from the box to what it found, acts on it, and goes back', async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await claimable(api);
  await grid.loaded();
  await workspace.press('/');
  await page.keyboard.type(order.orderNo);
  await workspace.press('Enter');
  await expect(grid.row(order.id)).toBeFocused();
  await workspace.press('c');
  await expect(workspace.toast('Claim successful')).toBeVisible();
  expect((await orderOf(api, order.id)).claimedBy).not.toBeNull();
  const box = grid.panel.locator('.any-id input');
  await workspace.press('/');
  await expect(box).toBeFocused();
  await workspace.press('Escape');
  await expect(box).toHaveValue('');
  await expect(grid.at(0)).toBeFocused();
});

test('from a filter the rows are a few steps of Tab away, and one of Escape', { tag: '@long' }, async ({
  open,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const first = grid.panel.locator('.chip-face').first();
  await first.focus();
  await workspace.press('ArrowRight');
  await expect(grid.panel.locator('.chip-face').nth(1)).toBeFocused();
  await workspace.press('Home');
  await expect(first).toBeFocused();
  // The box, the verbs, the looks of the list, the header, the rows.
  for (let step = 0; step < 5; step += 1) await workspace.press('Tab');
  await expect(grid.at(0)).toBeFocused();
  await first.focus();
  await workspace.press('Escape');
  await expect(grid.at(0)).toBeFocused();
});

test('what follows an order shows its new rows by itself', async ({ open, product }) => {
  const api = await product.as('operator');
  const order = await takeOrder(api, { status: [STATUS.success], settled: false });
  const workspace = await open();
  const grid = workspace.grid('collectOrder');
  const funds = workspace.grid('fundDetail');
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  await expect(funds.panel.locator('.linked')).toContainText(order.orderNo.slice(-4));
  // Until the answer the panel keeps the rows it had: those of every order.
  const before = await detailsOf(api, order);
  await expect.poll(() => funds.ids()).toEqual(before);
  await api.command('collectOrder/settle', { ids: [order.id] });
  await expect(grid.cell(order.id, 'settled')).toHaveText('✓');
  await expect.poll(() => funds.ids().then(({ length }) => length)).toBeGreaterThan(before.length);
  await expect(funds.foot).not.toContainText('new');
  // The panel that follows the order is the one that its key goes to.
  const tabs = await workspace.page.locator('[data-view="fundDetail"]').count();
  await grid.cell(order.id, 'status').click();
  await workspace.press('d');
  await expect(workspace.page.locator('[data-view="fundDetail"]')).toHaveCount(tabs);
});

test('in another list a key acts on the row that is focused there', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const order = await claimable(await product.as('operator'));
  await grid.loaded();
  await grid.at(13).locator('[col-id="status"]').click();
  await grid.panel.locator('.any-id input').fill(order.orderNo.slice(0, 3));
  await page.waitForTimeout(400);
  await workspace.activate('collectOrder');
  await expect(grid.panel.locator('.grid-cursor')).toHaveCount(1);
  await workspace.press('x');
  await expect(grid.foot).toContainText('1 selected');
  await expect(grid.panel.locator('.grid-cursor')).toHaveClass(/grid-chosen/);
});

test('a verb that acts at once means a row that is seen', async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const paid = grid.rows.filter({ has: workspace.page.locator('[col-id="status"]', { hasText: 'Success' }) });
  const first = (await paid.first().getAttribute('row-id'))!;
  await grid.choose(first);
  await grid.scrollTo(5_000);
  await expect(grid.at(5_000)).toHaveAttribute('row-id', /^\d{6,}$/);
  await workspace.press('Shift+N');
  await expect(workspace.toast('The focused row was out of view. It is shown now')).toBeVisible();
  await expect(grid.row(first)).toBeVisible();
});

test('what the palette finds is stood on, in one tab for all that is looked up', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const workspace = await open('operator', { only: 'fundDetail' });
  const orders = await takeOrders(await product.as('operator'), { status: [STATUS.failed] }, 2);
  for (const { orderNo, id } of orders) {
    await workspace.press('Control+k');
    const box = page.getByRole('dialog').getByRole('combobox');
    await box.fill(orderNo);
    await expect(page.getByRole('option', { name: orderNo }).first()).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await workspace.press('Enter');
    const row = page.locator(`[data-view="collectOrder"]:visible [row-id="${id}"]`);
    await expect(row).toHaveClass(/grid-cursor/);
    await workspace.press('c');
    // Not by the toast: that of the order before may still be there.
    const api = await product.as('operator');
    await expect.poll(() => orderOf(api, id).then(({ claimedBy }) => claimedBy)).not.toBeNull();
  }
  await expect(page.locator('[data-view="collectOrder"]')).toHaveCount(1);
});

test('what is typed before the palette has arrived is meant for it, not for the row stood on', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const api = await product.as('operator');
  const order = await claimable(api);
  await grid.loaded();
  await grid.find(order.orderNo, order.id);
  await grid.choose(order.id);
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/Palette-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await workspace.press('Control+k');
  await page.keyboard.type('cab');
  await page.keyboard.press('Backspace');
  arrive();
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('ca');
  expect((await orderOf(api, order.id)).claimedBy).toBeNull();
});

test('a filter is set without the mouse: by what is typed and Enter, or by arrows', { tag: '@long' }, async ({
  open,
  page,
}) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  const chip = (name: RegExp) => grid.panel.locator('.chip-face', { hasText: name });
  await chip(/^Merchant/).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.pop-search:visible')).toBeFocused();
  await page.keyboard.type('kaveri');
  await page.keyboard.press('Enter');
  await expect(chip(/^Merchant/)).toContainText('Kaveri');
  await expect(page.locator('.pop:popover-open')).toHaveCount(0);
  await chip(/^Status/).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.pop:popover-open input').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('.pop:popover-open')).toHaveCount(0);
  await expect(chip(/^Status/)).toContainText('Paying');
});
