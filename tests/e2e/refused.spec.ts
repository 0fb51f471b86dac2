import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { STATUS, orderOf, takeOrder } from './orders.ts';

test('W30 what a command refuses stays chosen, with the reason in its row, and is saved as a file', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const mine = await takeOrder(api, { status: [STATUS.failed] });
  const other = await takeOrder(api, { status: [STATUS.failed] });
  await api.command('collectOrder/claim', { ids: [mine.id] });
  const workspace = await open('operator', { only: 'collectOrder' });
  const grid = workspace.grid('collectOrder');
  await grid.loaded();
  await grid.panel.locator('.any-id input').fill(`${mine.orderNo} ${other.orderNo}`);
  await expect(grid.at(2)).toHaveCount(0);
  await grid.add(mine.id);
  await grid.add(other.id);
  await workspace.press('u');
  const results = grid.panel.getByRole('region', { name: 'Result of Cancel claim' });
  await expect(results).toContainText('1 refused');
  await expect(grid.foot).toContainText('1 selected');
  await expect(grid.row(other.id)).toHaveClass(/grid-chosen/);
  const reason = grid.row(other.id).locator('.grid-reason');
  await expect(reason).toBeVisible();
  await expect(results).toContainText((await reason.innerText()).trim());
  await expect(grid.row(mine.id).locator('.grid-reason')).toHaveCount(0);
  expect((await orderOf(api, mine.id)).claimedBy).toBeNull();
  const saved = page.waitForEvent('download');
  await results.getByRole('button', { name: 'Save the refused rows as a file' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Cancel-claim-refused.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`"${other.orderNo}","`);
  expect(text).not.toContain(mine.orderNo);
  await results.getByRole('button', { name: 'Close' }).click();
  await expect(reason).toHaveCount(0);
});
