import { expect, test } from './fixtures.ts';
import { STATUS, takeOrders } from './orders.ts';

/** The peek says why an order is where it is, and offers what takes it further. */

test('W36: the peek of an order says what comes next, and its verb acts on that order alone', async ({
  open,
  product,
}) => {
  const api = await product.as('operator');
  const [review, paid] = [
    ...(await takeOrders(api, { status: [STATUS.review] }, 1)),
    ...(await takeOrders(api, { status: [STATUS.success], settled: false }, 1)),
  ];
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const next = workspace.panel('collectOrder').getByRole('region', { name: 'What comes next' });
  await grid.loaded();
  await grid.find(review!.orderNo, review!.id);
  await grid.choose(review!.id);
  await workspace.press('Space');
  await expect(next).toContainText('somebody has to decide');
  await next.getByRole('button', { name: 'Claim' }).click();
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Claim' })).toHaveCount(0);
  await expect(next.getByRole('button', { name: 'Force confirm' })).toBeVisible();

  await grid.find(paid!.orderNo, paid!.id);
  await grid.choose(paid!.id);
  await expect(next).toContainText('pending until it is settled');
  await next.getByRole('button', { name: 'Settle' }).click();
  await expect(
    workspace.panel('collectOrder').getByRole('dialog').or(workspace.panel('collectOrder').locator('.dock')),
  ).toContainText(paid!.orderNo);
});
