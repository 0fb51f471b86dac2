import type { Row } from '../../contract/calls.ts';
import { expect, test } from './fixtures.ts';

/** What an upstream reports is pasted, and compared with what is computed of the same day. */

const DAY = '2025-01-02';
const FIGURES = '3\t1,500.00\t18\t30\t12\t0\t0\t0\t0\t0';

test('pasted reports are refused by line, then entered and compared', async ({ open, product }) => {
  const api = await product.as('finance');
  const { items: upstreams } = await api.call<{ items: Row[] }>('upstream/page', { pageSize: 1 });
  const { name, currency } = upstreams[0]!;
  const line = [DAY, String(name), String(currency), FIGURES].join('\t');
  const workspace = await open('finance', { only: 'upstreamEntry' });
  const { page } = workspace;
  const entries = workspace.panel('upstreamEntry');
  await workspace.grid('upstreamEntry').loaded();
  await page.keyboard.press('i');
  const lines = entries.getByRole('textbox', { name: /lines?/ });
  await lines.fill(`${line}\n${DAY}`);
  await entries.getByRole('textbox', { name: 'Reason' }).fill('statement');
  await page.keyboard.press('Control+Enter');
  await expect(entries.getByRole('alert')).toContainText('Line 2: Please select Upstream!');
  await lines.fill(line);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 entered, 0 corrected, 0 unchanged')).toBeVisible();

  const { items } = await api.call<{ items: Row[] }>('upstreamEntry/page', {
    reportDate: { from: DAY, to: DAY },
  });
  expect(items).toMatchObject([{ agreement: 'onlyTheirs', successCollection: '1500' }]);
  await api.command('upstreamEntry/delete', { id: items[0]!.id, reason: 'a test is over' });
});
