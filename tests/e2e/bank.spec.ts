import type { Client } from '../support/client.ts';
import type { WorkspacePage } from './workspacePage.ts';
import { expect, test } from './fixtures.ts';
import { type Order, rowsOf } from './orders.ts';
import type { Product } from './product.ts';

interface Bill {
  id: string;
  billNo: string;
  utr: string | null;
  status: number;
  amount: string;
  candidateNo: string | null;
  orderNo: string | null;
  effect: string | null;
}

// A statement is read and looked at in the background before its lines can be matched.
/** Twelve digits that no other test of this run was given. */
let next = 0;
const reference = (): string => `9${String(Date.now()).slice(-8)}${String(next++).padStart(3, '0')}`;

/** A statement with one line for each success that no line names yet: one that is told of again is a repetition. */
async function statement(api: Client, count: number): Promise<{ csv: string; orders: Order[] }> {
  const { items } = await rowsOf<Order>(api, 'collectOrder', { status: [2], currency: ['INR'] }, 0, 400);
  const { items: bills } = await rowsOf<Bill>(api, 'bankBill', {}, 0, 1_000);
  const taken = new Set(bills.flatMap(({ orderNo, utr }) => [orderNo, utr]));
  const orders = items
    .filter(({ orderNo, utr }) => utr && !taken.has(orderNo) && !taken.has(utr))
    .slice(0, count);
  // The balances agree, so that the rules may match what was read.
  let balance = 50_000;
  const left = (amount: string): string => (balance += Number(amount)).toFixed(2);
  const lines = orders.map(({ createdAt, utr, amount }) => {
    const [day = '', time = ''] = createdAt.split('T');
    const when = `${day.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
    return `${when},${utr},UPI,payer,,${amount},${left(amount)}`;
  });
  const stranger = `${lines[0]!.split(',')[0]},${reference()},UPI,nobody,,7.77,${left('7.77')}`;
  const header = 'Txn Date,Reference,Narration,Counterparty,Withdrawal,Deposit,Balance';
  return { csv: [header, ...lines, stranger, 'yesterday,,no date,,,1.00,'].join('\n'), orders };
}

/** Uploads it through the sheet, without the rules, and opens its lines on the board. */
async function uploaded(workspace: WorkspacePage, csv: string): Promise<void> {
  await workspace.openView('bankBatch');
  const panel = workspace.panel('bankBatch');
  await workspace.grid('bankBatch').loaded();
  await panel.getByRole('button', { name: 'Upload statement' }).click();
  const sheet = panel.getByRole('dialog');
  await sheet.getByLabel('HDFC 4471').check();
  await sheet.locator('input[type=file]').setInputFiles({
    name: `statement-${reference()}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await sheet.getByLabel('Match by the rules at once').uncheck();
  await sheet.getByRole('button', { name: 'Upload statement' }).click();
  await expect(sheet).toBeHidden();
}

const billOf = async (product: Product, utr: string): Promise<Bill> => {
  const api = await product.as('admin');
  const { items } = await rowsOf<Bill>(api, 'bankBill', { utr });
  return items[0]!;
};

/** The board on the line of the first order, once the last one has found its candidate. */
async function onBoard(workspace: WorkspacePage, product: Product, csv: string, orders: readonly Order[]) {
  await uploaded(workspace, csv);
  const last = orders.at(-1)!;
  await expect.poll(async () => (await billOf(product, last.utr!))?.candidateNo).toBe(last.orderNo);
  await workspace.page.goto(`/bank/bankBill?anyId=${orders[0]!.utr}`);
  await workspace.ready();
  const grid = workspace.grid('bankBill');
  const id = await grid.loaded();
  await grid.cell(id, 'amount').click();
  return { grid, id, panel: workspace.panel('bankBill') };
}

test('a statement becomes bills, one is matched, ignored and undone by key', async ({ open, product }) => {
  const api = await product.as('admin');
  const { csv, orders } = await statement(api, 2);
  const workspace = await open('admin', { locale: 'en', only: 'bankBill' });
  const { grid, id, panel } = await onBoard(workspace, product, csv, orders);
  await expect(panel.locator('.board-card').first()).toContainText(orders[0]!.orderNo);
  await workspace.press('m');
  const sheet = panel.getByRole('dialog');
  await expect(sheet).toContainText('Tied out');
  await sheet.getByRole('button', { name: /^Match/ }).click();
  await expect.poll(async () => (await billOf(product, orders[0]!.utr!)).status).toBe(2);
  expect(await billOf(product, orders[0]!.utr!)).toMatchObject({
    orderNo: orders[0]!.orderNo,
    effect: 'tied',
  });

  await grid.cell(id, 'amount').click();
  await workspace.press('z');
  await expect.poll(async () => (await billOf(product, orders[0]!.utr!)).status).toBe(0);
  await grid.cell(id, 'amount').click();
  await workspace.press('i');
  await expect.poll(async () => (await billOf(product, orders[0]!.utr!)).status).toBe(3);
});

test('W30: matching by the rules shows line by line which order each bill gets, and writes nothing before', {
  tag: '@long',
}, async ({ open, product }) => {
  const api = await product.as('admin');
  const { csv, orders } = await statement(api, 2);
  const workspace = await open('admin', { locale: 'en', only: 'bankBill' });
  const { grid, panel } = await onBoard(workspace, product, csv, orders);
  await panel.locator('.any-id input').fill(orders.map(({ utr }) => utr!).join(' '));
  const [first, second] = await Promise.all(orders.map(({ utr }) => billOf(product, utr!)));
  // The list of both is there.
  await expect(grid.row(second!.id)).toBeVisible();
  for (const bill of [first!, second!]) await grid.add(bill.id);
  await workspace.press('Shift+M');
  const lines = panel
    .getByRole('dialog')
    .getByRole('list', { name: 'Orders that the bills get' })
    .locator('li');
  await expect(lines).toHaveCount(2);
  for (const { orderNo, utr } of orders) await expect(lines.filter({ hasText: utr! })).toContainText(orderNo);
  expect((await billOf(product, orders[0]!.utr!)).status).toBe(0);
  await panel.getByRole('button', { name: /^Match 2 bills by the rules/ }).click();
  await expect.poll(async () => (await billOf(product, orders[1]!.utr!)).orderNo).toBe(orders[1]!.orderNo);
});

test('a line dragged on an order asks before it matches them', { tag: '@long' }, async ({
  open,
  product,
}) => {
  const api = await product.as('admin');
  const { csv, orders } = await statement(api, 1);
  const workspace = await open('admin', { locale: 'en', only: 'bankBill' });
  const { grid, id, panel } = await onBoard(workspace, product, csv, orders);
  const card = panel.locator('.board-card').first();
  await expect(card).toContainText(orders[0]!.orderNo);
  await grid.row(id).locator('.board-grip').dragTo(card);
  await expect(panel.getByRole('dialog')).toContainText('Tied out');
  expect((await billOf(product, orders[0]!.utr!)).status).toBe(0);
});

test('an uploaded statement stands in the list at once; one that is refused is put away by Esc', async ({
  open,
}) => {
  const workspace = await open('finance', { locale: 'en', only: 'bankBatch' });
  const panel = workspace.panel('bankBatch');
  await workspace.grid('bankBatch').loaded();
  const name = `at-once-${reference()}.csv`;
  const csv = `Txn Date,Reference,Narration,Counterparty,Withdrawal,Deposit,Balance\n01/03/2026 10:00,${reference()},UPI,payer,,7.77,107.77\n01/03/2026 11:00,${reference()},UPI,payer,7.77,,100.00\n`;
  const sheet = panel.getByRole('dialog');
  const send = async () => {
    await workspace.activate('bankBatch');
    await workspace.press('n');
    await sheet.getByLabel('HDFC 4471').check();
    await sheet
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
    // It is read before anything is written, and its balances prove how.
    await expect(sheet).toContainText('Its own figures agree with what was read');
    await sheet.getByRole('button', { name: 'Upload statement: 2 lines' }).click();
  };
  await send();
  await expect(sheet).toBeHidden();
  const row = panel.getByRole('row').filter({ hasText: name });
  // Finance hears of no batch by itself: this one is in the list, and how far it is, all the same.
  await expect(row).toBeVisible();
  await expect(row).toContainText('Done');
  await send();
  await expect(sheet.getByRole('alert')).toContainText('uploaded before');
  await workspace.press('Escape');
  await expect(sheet).toBeHidden();
});

test('a bank type is made from a sample file, and its statements are read by it', {
  tag: '@long',
}, async ({ open, product }) => {
  const workspace = await open('admin', { locale: 'en', only: 'bankType' });
  const panel = workspace.panel('bankType');
  await workspace.grid('bankType').loaded();
  await workspace.press('n');
  const form = panel.getByRole('dialog');
  const code = `S${reference()}`;
  await form.getByLabel('Name').fill(`Sample bank ${code}`);
  await form.getByLabel('Code').fill(code);
  const sample = [
    'Date;Details;Money in;Money out;Balance',
    '13/02/2026;first;10,50;;1.010,50',
    '14/02/2026;second;;2,00;1.008,50',
  ].join('\n');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: Buffer.from(sample) });
  await expect(form).toContainText('Its own figures agree with what was read');
  await expect(form.getByRole('button', { name: 'Credit: Money in' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Decimals: Comma' })).toBeVisible();
  await expect(form.getByRole('region', { name: 'First and last lines' })).toContainText('1,010.50');
  await form.getByRole('combobox', { name: 'Currency' }).click();
  await workspace.page.keyboard.type('INR');
  await workspace.page.keyboard.press('Enter');
  await form.getByRole('button', { name: /^Save/ }).click();
  await expect(form).toBeHidden();
  const api = await product.as('admin');
  const { items } = await rowsOf<{ id: string; parser: unknown }>(api, 'bankType', { code });
  expect(items[0]!.parser).toMatchObject({ credit: 'Money in', debit: 'Money out', decimal: ',' });

  const account = `Sample ${code}`;
  await api.command('bankAccount/add', {
    name: account,
    bankTypeId: items[0]!.id,
    accountNo: code,
    currency: 'INR',
    status: 1,
  });
  await workspace.openView('bankBatch');
  const batches = workspace.panel('bankBatch');
  await workspace.grid('bankBatch').loaded();
  await batches.getByRole('button', { name: 'Upload statement' }).click();
  const sheet = batches.getByRole('dialog');
  await sheet.getByLabel(account).check();
  const name = `${code}.csv`;
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(sample) });
  await sheet.getByLabel('Match by the rules at once').uncheck();
  await sheet.getByRole('button', { name: 'Upload statement: 2 lines' }).click();
  await expect(sheet).toBeHidden();
  const proofOf = async () =>
    (await rowsOf<{ id: string; proof: string | null }>(api, 'bankBatch', { fileName: name })).items[0]
      ?.proof;
  await expect.poll(proofOf).toBe('proven');
});
