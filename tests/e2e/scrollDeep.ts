import { expect } from './fixtures.ts';
import { type Order, orderOf, rowsOf } from './orders.ts';
import type { Product } from './product.ts';
import type { WorkspacePage } from './workspacePage.ts';

/** Scrolls the orders to a row far down, which is the one that the API has there, and back to the top. */
export async function scrollDeep(workspace: WorkspacePage, product: Product, to: number): Promise<void> {
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  // Alone on screen, as large as it gets.
  await workspace.activate('collectOrder');
  await workspace.press('Alt+Enter');
  await expect(workspace.panel('dashboard')).toBeHidden();
  const api = await product.as('operator');
  const first = await orderOf(api, await grid.loaded());
  await grid.scrollTo(to);
  const deep = grid.at(to);
  await expect(deep).toHaveAttribute('row-id', /^\d+$/);
  // A list of its own that begins at the same order, read without the page's snapshot.
  const until = new Date(Date.parse(first.createdAt) + 1).toISOString();
  const { items, total } = await rowsOf<Order>(api, 'collectOrder', { createdAt: { to: until } }, to, 10);
  expect(total).toBeGreaterThan(to);
  for (const [offset, order] of items.entries()) {
    const row = grid.at(to + offset);
    await expect(row).toHaveAttribute('row-id', order.id);
    await expect(row.locator('[col-id="merchantId"]')).toHaveText(order.merchantName);
    await expect(row.locator('[col-id="orderNo"]')).toContainText(order.orderNo.slice(-4));
    await expect(row.locator('[col-id="currency"]')).toHaveText(order.currency);
  }
  // And back: the top has not changed.
  await grid.scrollTo(0);
  await expect(grid.at(0)).toHaveAttribute('row-id', first.id);
}
