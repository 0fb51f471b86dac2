import type { EntryDetail } from '../../contract/entryDetail.ts';
import type { RowsResult } from '../../contract/calls.ts';
import { expect, test } from './fixtures.ts';

test('the trial balance sums to zero and leads to the entries behind it', async ({ open }) => {
  const workspace = await open('finance', { only: 'trialBalance' });
  const panel = workspace.panel('trialBalance');
  // The first to ask has the ledger summed.
  await expect(panel.locator('[data-verdict="ties"]')).toBeVisible();
  const inr = panel.locator('[data-check="INR"]');
  await expect(inr).toHaveAttribute('data-reconciles', 'true');
  await expect(inr.locator('td').last()).toHaveText('0.00');
  await inr.getByRole('button').click();
  const grid = workspace.grid('transaction');
  const id = await grid.loaded();
  await grid.cell(id, 'kind').click();
  await workspace.press('Space');
  await expect(workspace.panel('transaction').locator('.entry-sum')).toHaveAttribute('data-balanced', 'true');
});

test('an entry is found by its order and shows every posting', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const api = await product.as('finance');
  const { items } = await api.call<RowsResult>('transaction/rows', {
    start: 0,
    end: 1,
    kind: ['settlement'],
  });
  const [entry] = items;
  const { entry: detail } = await api.call<{ entry: EntryDetail }>(`transaction/detail?id=${entry!.id}`);
  const workspace = await open('finance', { only: 'transaction' });
  const grid = workspace.grid('transaction');
  await grid.panel.locator('.any-id input').fill(String(entry!.orderNo));
  await grid.cell(entry!.id, 'kind').click();
  await workspace.press('Space');
  const peek = workspace.panel('transaction').locator('.entry');
  await expect(peek.locator('.entry-leg')).toHaveCount(detail.legs.length + 1);
  await expect(peek.locator('.entry-sum')).toContainText('balanced');
});

test('a merchant’s wallet works at 360 px', { tag: '@long' }, async ({ open, page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const api = await product.as('merchant');
  const { items } = await api.call<RowsResult>('merchantAsset/rows', { start: 0, end: 10 });
  const workspace = await open('merchant', { only: 'wallet' });
  const panel = workspace.panel('wallet');
  await expect(panel.locator('[data-asset]')).toHaveCount(items.length);
  const last = String(items.at(-1)!.currency);
  await panel.locator(`[data-asset="${last}"]`).click();
  await expect(panel.getByRole('grid', { name: `Latest in ${last}` })).toBeVisible();
  await workspace.grid('wallet').loaded();
  await expect(panel.getByRole('button', { name: 'Apply for withdrawal' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
