import { expect, test } from './fixtures.ts';
import { detailsOf, orderOf, STATUS, takeOrders } from './orders.ts';

test('fund details follow the chosen order, also after a reload', async ({ open, page, product }) => {
  const api = await product.as('operator');
  const [one, two] = await takeOrders(api, { status: [STATUS.success], settled: true }, 2);
  const workspace = await open();
  const orders = workspace.grid('collectOrder');
  const funds = workspace.grid('fundDetail');
  await orders.loaded();

  for (const order of [one!, two!]) {
    const expected = await detailsOf(api, order);
    expect(expected.length).toBeGreaterThan(1);
    await orders.find(order.orderNo, order.id);
    await orders.choose(order.id);
    await expect(funds.panel.locator('.linked')).toContainText(order.orderNo.slice(-4));
    await expect.poll(() => funds.ids()).toEqual(expected);
  }

  // Numbers of orders of one second may end alike: what was chosen last must be kept before it is asked for.
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(funds.panel.locator('.linked')).toContainText(two!.orderNo.slice(-4));
  await expect.poll(() => funds.ids()).toEqual(await detailsOf(api, two!));
  await orders.find(one!.orderNo, one!.id);
  await orders.choose(one!.id);
  const details = await detailsOf(api, one!);
  await expect.poll(() => funds.ids()).toEqual(details);

  // A row chosen among them moves the colour for others; the list that it stands in stays.
  await funds.row(details[0]!).click();
  await expect(funds.row(details[0]!)).toHaveClass(/grid-cursor/);
  await expect(funds.panel.locator('.linked')).toContainText(one!.orderNo.slice(-4));
  await expect.poll(() => funds.ids()).toEqual(details);
});

test('the list that has the keyboard gives its row to a colour that is on nothing yet', {
  tag: '@long',
}, async ({ open, product }) => {
  const api = await product.as('operator');
  const workspace = await open();
  const orders = workspace.grid('collectOrder');
  const { orderNo } = await orderOf(api, await orders.loaded());
  await expect(orders.panel.locator('.grid-cursor')).toHaveCount(1);
  await expect(workspace.panel('fundDetail').locator('.linked')).toContainText(orderNo.slice(-4));
});

test('a paused link keeps what it shows', { tag: '@long' }, async ({ open, product }) => {
  const api = await product.as('operator');
  const [one, two] = await takeOrders(api, { status: [STATUS.success], settled: true }, 2);
  const workspace = await open();
  const orders = workspace.grid('collectOrder');
  const linked = workspace.panel('fundDetail').locator('.linked');
  await orders.loaded();
  await orders.find(one!.orderNo, one!.id);
  await orders.choose(one!.id);
  await expect(linked).toContainText(one!.orderNo.slice(-4));
  await linked.getByRole('button', { name: /^Keep this/ }).click();
  await orders.find(two!.orderNo, two!.id);
  await orders.choose(two!.id);
  await expect(linked).toContainText(one!.orderNo.slice(-4));
  await linked.getByRole('button', { name: /^Follow the colour/ }).click();
  await expect(linked).toContainText(two!.orderNo.slice(-4));
});

test('W16: a link is paused by its key and by the menu of its dot, and a reload keeps it paused', {
  tag: '@long',
}, async ({ open, page, product }) => {
  test.slow();
  const api = await product.as('operator');
  const [one, two] = await takeOrders(api, { status: [STATUS.success], settled: true }, 2);
  const workspace = await open();
  const orders = workspace.grid('collectOrder');
  const linked = workspace.panel('fundDetail').locator('.linked');
  await orders.loaded();
  await orders.find(one!.orderNo, one!.id);
  await orders.choose(one!.id);
  await expect(linked).toContainText(one!.orderNo.slice(-4));
  await workspace.activate('fundDetail');
  await workspace.press('Alt+Shift+L');
  const paused = page.locator('.ws-dot-paused');
  // The library keeps a second picture of each tab for dragging.
  const dot = paused.filter({ visible: true }).first();
  await expect(dot).toHaveAttribute('aria-label', 'Linked: Pink (paused)');
  // Hovering it rings the panels of its colour.
  const panel = workspace.panel('collectOrder');
  await expect(panel).not.toHaveCSS('box-shadow', /inset/);
  await dot.hover();
  await expect(panel).toHaveCSS('box-shadow', /inset/);
  await page.mouse.move(0, 0);
  await orders.find(two!.orderNo, two!.id);
  await orders.choose(two!.id);
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(linked).toContainText(one!.orderNo.slice(-4));
  await dot.click();
  await page.getByRole('menuitem', { name: 'Resume link' }).click();
  await expect(linked).toContainText(two!.orderNo.slice(-4));
  await expect(paused).toHaveCount(0);
});

test('W15: a panel that listens to two colours follows whichever moved last', { tag: '@long' }, async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const [order] = await takeOrders(api, { status: [STATUS.success], settled: true }, 1);
  const workspace = await open();
  const orders = workspace.grid('collectOrder');
  const payouts = workspace.grid('payOrder');
  const linked = workspace.panel('fundDetail').locator('.linked');
  const dot = workspace.tab('Fund details').locator('.ws-dot-button').first();
  await orders.loaded();
  await workspace.tab('Payout orders').click();
  await payouts.loaded();
  // Pink as the rest is, then blue.
  await workspace.press('Alt+l');
  await dot.click();
  await page.getByRole('menuitem', { name: 'Also listen to Blue' }).click();
  await expect(dot).toHaveAttribute('data-links', 'pink blue');

  await workspace.tab('Payout orders').click();
  await payouts.choose(await payouts.loaded());
  await expect(linked).toContainText(/P\d/);
  await workspace.tab('Collection orders').click();
  await orders.find(order!.orderNo, order!.id);
  await orders.choose(order!.id);
  await expect(linked).toContainText(order!.orderNo.slice(-4));
  await workspace.saved();
  await page.reload();
  await workspace.ready();
  await expect(dot).toHaveAttribute('data-links', 'pink blue');
  await expect(linked).toContainText(order!.orderNo.slice(-4));
});
