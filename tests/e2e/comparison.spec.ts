import type { Locator } from '@playwright/test';
import type { AlignedRows, Comparison, ComparisonRequest } from '../../contract/comparison.ts';
import type { Client } from '../support/client.ts';
import { dictValue } from '../../contract/dicts.ts';
import { expect, test } from './fixtures.ts';
import { Grid } from './grid.ts';
import { STATUS } from './orders.ts';
import { scaleLimit } from '../support/patience.ts';

/** W35: lists side by side, row by row. */

/** Orders of before this day that are over: nothing of them moves while the test looks. */
const FILTERS = {
  status: [STATUS.reversed, STATUS.failed],
  createdAt: { to: new Date(Date.now() - 24 * 3_600_000).toISOString() },
};
const REQUEST: ComparisonRequest = {
  sides: [
    { resource: 'collectOrder', filters: FILTERS, key: [['orderNo']] },
    { resource: 'fundDetail', filters: {}, key: [['orderNo']] },
  ],
  compared: [
    ['amount', 'amount'],
    ['currency', 'currency'],
    ['merchantId', 'merchantId'],
    ['merchantOrderNo', 'merchantOrderNo'],
  ],
};

/** What the server answers to the same comparison, of what belongs to the orders. */
async function aligned(api: Client, show: string): Promise<AlignedRows & { orders: number }> {
  const { token, rows } = await api.call<Comparison>('comparison/open', { ...REQUEST, of: 0 });
  const block = await api.call<AlignedRows>('comparison/rows', { token, show, start: 0, end: 200 });
  return { ...block, orders: rows[0]! };
}

/** The id that a grid's row has at a place of a side. */
const idAt = ({ ids }: AlignedRows, place: number, side: number): string =>
  ids[place]![side] ?? `gap:${place}`;

const BILL_UNMATCHED = dictValue('billStatusEnum', 'unmatched');

const CREDIT = dictValue('billDirectionEnum', 'credit');

const sideOf = (panel: Locator, at: number): Grid => new Grid(panel.locator('.comparison-side').nth(at));

test('W35: two lists are aligned by a key, scroll together and show what differs', async ({
  open,
  page,
  product,
}) => {
  const api = await product.as('operator');
  const workspace = await open('operator', {
    address: `/order/collectOrder?${new URLSearchParams(
      Object.entries(FILTERS).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
    ).toString()}`,
    only: 'collectOrder',
  });
  await workspace.grid('collectOrder').loaded();
  await workspace.command('Compare the list with …');
  const panel = workspace.panel('comparison');
  await panel.getByRole('button', { name: 'Fund details', exact: true }).click();
  const [left, right] = [sideOf(panel, 0), sideOf(panel, 1)];
  await expect(panel.getByText(/^As of/)).toBeVisible();

  await panel.getByRole('button', { name: /^Rows compared/ }).click();
  await page.getByRole('menuitemradio', { name: 'What belongs to Collection orders' }).click();
  const all = await aligned(api, 'all');
  const at = all.ids.findIndex(([order], index) => order !== null && index > 25);
  expect(all.total).toBeGreaterThan(50);
  for (const index of [0, 1, 2]) {
    await expect(left.at(index)).toHaveAttribute('row-id', idAt(all, index, 0));
    await expect(right.at(index)).toHaveAttribute('row-id', idAt(all, index, 1));
  }
  // One scrolls, the other follows to the same place; both stand at the same row.
  await left.scrollTo(at);
  await expect(right.at(at)).toHaveAttribute('row-id', idAt(all, at, 1));
  await left.at(at).locator('[col-id="orderNo"]').click();
  await expect(right.at(at)).toHaveClass(all.ids[at]![1] === null ? /grid-gap/ : /grid-cursor/);

  // To the next row that stands apart, by its key; and only those.
  const isApart = all.ids.map((ids, index) => ids.includes(null) || all.differs[index] !== 0);
  const next = isApart.findIndex((apart, index) => apart && index > at);
  await workspace.press('d');
  if (next >= 0) await expect(left.at(next)).toBeFocused();
  await workspace.press('t');
  const apart = await aligned(api, 'apart');
  expect(apart.total).toBeLessThan(all.total);
  await expect(panel.getByRole('button', { name: /^Not equal/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(left.at(0)).toHaveAttribute('row-id', idAt(apart, 0, 0));
  await expect(right.at(0)).toHaveAttribute('row-id', idAt(apart, 0, 1));
  const differing = apart.differs.findIndex((bits) => bits !== 0);
  if (differing >= 0 && differing < 10 && apart.ids[differing]![0] !== null)
    await expect(left.at(differing).locator('[col-id="amount"]')).toHaveAttribute('data-tone', 'warning');

  const paired = all.rows[0]!.find(({ id }) =>
    all.ids.some(([order, fund]) => order === id && fund !== null),
  );
  // Another filter on one side is another comparison of both.
  await right.panel.locator('.any-id input').fill(String(paired!.orderNo));
  await expect(panel.getByRole('button', { name: /^Not in Fund details/ }).locator('b')).toHaveText(
    (all.orders - 1).toLocaleString('en'),
  );

  // It is what it was after a reload.
  await workspace.saved();
  await page.reload();
  await expect(sideOf(workspace.panel('comparison'), 1).panel.locator('.any-id input')).not.toHaveValue('');
  await expect(panel.getByRole('button', { name: /^Not equal/ })).toHaveAttribute('aria-pressed', 'true');
});

test('W35: bills, payments, orders and the ledger are one board, and a bill is matched with the order across', {
  tag: '@long',
}, async ({ open, page, product }) => {
  const api = await product.as('finance');
  interface Bill {
    id: string;
    billNo: string;
    candidateNo: string | null;
  }
  // The demo's bank sends its first statement soon after the start, and most of its lines are matched by the rules.
  const UNMATCHED_MS = 12_000;
  const since = new Map<string, number>();
  let bill: Bill | undefined;
  await expect
    .poll(
      async () => {
        const asked = { status: [BILL_UNMATCHED], direction: [CREDIT], start: 0, end: 200 };
        const { items } = await api.call<{ items: Bill[] }>('bankBill/rows', asked);
        const open = items.filter(({ candidateNo }) => candidateNo?.startsWith('C'));
        bill = open.find(({ id }) => Date.now() - (since.get(id) ?? Date.now()) > UNMATCHED_MS);
        for (const { id } of open) if (!since.has(id)) since.set(id, Date.now());
        return bill?.id;
      },
      { timeout: scaleLimit(90_000) },
    )
    .toBeDefined();
  const workspace = await open('finance', { only: 'bankBill', address: '/bank/bankBill' });
  await workspace.grid('bankBill').loaded();
  await workspace.command('Next to payments, orders and ledger');
  const panel = workspace.panel('comparison');
  await expect(panel.locator('.comparison-side')).toHaveCount(4);
  await expect(panel.getByText(/^As of/)).toBeVisible();
  const [bills, orders] = [sideOf(panel, 0), sideOf(panel, 2)];
  // What comes first may have no bill: then the side of the bills begins with a gap.
  await expect(bills.rows.first()).toBeVisible();
  await bills.panel.locator('.any-id input').fill(bill!.billNo);
  // A number is found by its beginning, which the next lines of the statement may share.
  const few = panel.getByRole('button', { name: /^All/ }).locator('b');
  await expect(few).toHaveText(/^\d{1,2}$/);
  const at = Number(await bills.row(bill!.id).getAttribute('row-index'));
  await expect(orders.at(at).locator('[col-id="orderNo"]')).not.toBeEmpty();
  await bills.cell(bill!.id, 'candidateNo').click();
  await page.keyboard.press('m');
  await expect(panel.getByRole('textbox', { name: /Matched order/ })).toHaveValue(bill!.candidateNo!);
});
