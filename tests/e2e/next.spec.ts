import { expect, test } from './fixtures.ts';
import { STATUS, takeOrders } from './orders.ts';

/** The peek says why an order is where it is, and offers what takes it further. */

test('W36: the peek of an order says what comes next, and its verb acts on that order alone', async ({
  open,
  product,
}) => {
  const api = await product.as('operator');
  const [review, paid] = [
    ...(await takeOrders(api, { status: [STATUS.review] }, 1, ({ utr }) => utr !== null)),
    ...(await takeOrders(api, { status: [STATUS.success], settled: false }, 1)),
  ];
  // A colleague has it open.
  await (await product.as('finance')).call('orderViewer/look', { subject: 'collectOrder', id: review!.id });
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  const next = workspace.panel('collectOrder').getByRole('region', { name: 'What comes next' });
  await grid.loaded();
  await grid.find(review!.orderNo, review!.id);
  await grid.choose(review!.id);
  await workspace.press('Space');
  await expect(next).toContainText(/somebody has to (decide|look)/);
  await expect(next).toContainText('Also open with finance');
  const chain = next.getByRole('list', { name: 'From channel to callback' });
  await expect(chain.getByRole('listitem').first()).toHaveText(/^Channel\S/);
  await expect(chain).toContainText('Settlementnot settled');
  await next.getByRole('button', { name: 'Claim' }).click();
  await expect(workspace.toast('Claim successful')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Claim' })).toHaveCount(0);
  await expect(next.getByRole('button', { name: 'Force confirm' })).toBeVisible();
  await expect(next).toContainText('You hold it.');
  // What the order has already need not be typed.
  await next.getByRole('button', { name: 'Repair proof' }).click();
  const reference = workspace.panel('collectOrder').getByRole('textbox', { name: 'UTR', exact: true });
  await expect(reference).toHaveValue(String(review!.utr));
  await reference.press('Escape');

  await grid.find(paid!.orderNo, paid!.id);
  await grid.choose(paid!.id);
  await expect(next).toContainText('pending until it is settled');
  await next.getByRole('button', { name: 'Settle' }).click();
  await expect(
    workspace.panel('collectOrder').getByRole('dialog').or(workspace.panel('collectOrder').locator('.dock')),
  ).toContainText(paid!.orderNo);
});
