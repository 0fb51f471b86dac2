import { expect, test } from './fixtures.ts';
import { plentyOrders } from '../support/plentyOrders.ts';
import { type Order, orderOf, rowsOf } from './orders.ts';

const DEEP = 150_000;
const PLENTY = 160_000;
/** As many of the demo's own take ten times as long to load. */
test.use({ orders: 2_000 });
test.beforeAll(({ product }) =>
  product.planting(async (database) => {
    const { rows } = await database.query<{ merchant: string; channel: string; count: number }>(
      `select merchant_id as merchant, channel_id as channel, (select count(*)::int from collect_order) as count
       from collect_order order by id desc limit 1`,
    );
    const { merchant, channel, count } = rows[0]!;
    // A worker that replaces another one finds what that one planted.
    if (count > PLENTY) return;
    await plentyOrders(database, merchant, channel, PLENTY);
    await database.query('vacuum analyze collect_order');
  }),
);

test('W27: scrolls to row 150,000 and shows what the API has there', async ({ open, product }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  // Alone on screen, as large as it gets.
  await workspace.activate('collectOrder');
  await workspace.press('Alt+Enter');
  await expect(workspace.panel('dashboard')).toBeHidden();
  const api = await product.as('operator');
  const first = await orderOf(api, await grid.loaded());
  await grid.scrollTo(DEEP);
  const deep = grid.at(DEEP);
  await expect(deep).toHaveAttribute('row-id', /^\d+$/);
  // A list of its own that begins at the same order, read without the page's snapshot.
  const until = new Date(Date.parse(first.createdAt) + 1).toISOString();
  const { items, total } = await rowsOf<Order>(api, 'collectOrder', { createdAt: { to: until } }, DEEP, 10);
  expect(total).toBeGreaterThan(DEEP);
  for (const [offset, order] of items.entries()) {
    const row = grid.at(DEEP + offset);
    await expect(row).toHaveAttribute('row-id', order.id);
    await expect(row.locator('[col-id="merchantId"]')).toHaveText(order.merchantName);
    await expect(row.locator('[col-id="orderNo"]')).toContainText(order.orderNo.slice(-4));
    await expect(row.locator('[col-id="currency"]')).toHaveText(order.currency);
  }
  // And back: the top has not changed.
  await grid.scrollTo(0);
  await expect(grid.at(0)).toHaveAttribute('row-id', first.id);
});

test('W29: the selection survives a long scroll', { tag: '@long' }, async ({ open }) => {
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const first = await grid.loaded();
  const second = (await grid.at(3).getAttribute('row-id')) ?? '';
  await grid.add(first);
  await grid.add(second);
  await expect(grid.foot).toContainText('2 selected');
  await grid.scrollTo(40_000);
  await expect(grid.at(40_000)).toHaveAttribute('row-id', /^\d+$/);
  await expect(grid.row(first)).toHaveCount(0);
  await expect(grid.foot).toContainText('2 selected');
  await grid.scrollTo(0);
  for (const id of [first, second]) {
    await expect(grid.row(id)).toHaveClass(/grid-chosen/);
    await expect(grid.cell(id, 'pd-select').getByRole('checkbox')).toBeChecked();
  }
  await workspace.activate('collectOrder');
  await workspace.press('Escape');
  await expect(grid.foot).not.toContainText('selected');
});
