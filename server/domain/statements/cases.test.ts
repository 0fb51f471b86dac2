import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type StatementFormat, statementFormatSchema } from '../../../contract/statementFormat.ts';
import { guessFormat } from './guessFormat.ts';
import type { ReadRow } from './line.ts';
import { openFile } from './openFile.ts';
import { type Reading, readStatement } from './readStatement.ts';
import type { Table } from './table.ts';

/** Files of banks and wallets that were read amiss, each by the format that its bank type has, and by a guess. */

const FILES = join(import.meta.dirname, '../../../tests/cases/statements');
const open = (name: string): Promise<Table> => openFile(readFileSync(join(FILES, name)));

const COLUMNS = {
  date: 'Date',
  reference: 'Ref',
  debit: 'Withdrawal',
  credit: 'Deposit',
  balance: 'Balance',
  description: 'Narration',
  dateOrder: 'DMY',
} as const;
const HDFC = {
  ...COLUMNS,
  reference: 'Chq./Ref.No.',
  debit: 'Withdrawal Amt.',
  credit: 'Deposit Amt.',
  balance: 'Closing Balance',
} as const;

const FORMATS: Readonly<Record<string, Partial<StatementFormat>>> = {
  '01-two-drcr.csv': {
    date: 'Transaction Date',
    reference: 'Chq / Ref No.',
    amount: 'Amount',
    side: 'Dr / Cr',
    balance: 'Balance',
    description: 'Description',
    dateOrder: 'DMY',
  },
  '02-sbi-transfer.tsv': {
    date: 'Txn Date',
    reference: 'Ref No./Cheque No.',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    description: 'Description',
    dateOrder: 'DMY',
  },
  '03-unquoted-comma.csv': HDFC,
  '04-unicode-minus.csv': {
    date: 'Date',
    reference: 'Ref',
    amount: 'Sum',
    balance: 'Balance',
    description: 'Text',
    decimal: ',',
  },
  '05-drcr-places.csv': {
    date: 'Date',
    reference: 'Ref',
    amount: 'Amount',
    balance: 'Balance',
    description: 'Particulars',
    dateOrder: 'DMY',
  },
  '08-preamble-footer.csv': HDFC,
  '09-alipay-gbk.csv': {
    date: '交易时间',
    reference: '交易订单号',
    amount: '金额',
    side: '收/支',
    status: '交易状态',
    payer: '交易对方',
    description: '商品说明',
    zone: 'Asia/Shanghai',
  },
  '12-real.xlsx': COLUMNS,
  '13-dates-dmy.csv': COLUMNS,
  '15-status.csv': {
    date: 'Date',
    reference: 'UTR',
    amount: 'Amount',
    side: 'Type',
    status: 'Status',
    payer: 'Customer',
    dateOrder: 'DMY',
  },
  '18-open-quote.csv': COLUMNS,
};
const CURRENCIES: Readonly<Record<string, string>> = {
  '04-unicode-minus.csv': 'BRL',
  '09-alipay-gbk.csv': 'CNY',
};
const currencyOf = (name: string): string => CURRENCIES[name] ?? 'INR';

async function read(name: string): Promise<Reading> {
  const format = statementFormatSchema.parse(FORMATS[name]);
  return readStatement(await open(name), { format, currency: currencyOf(name), own: new Set() });
}

/** A row in a few words: in or out, its amount and reference; or why it is none. */
function summaryOf(row: ReadRow): string {
  if ('faults' in row) return `fault ${row.faults.join(' ')}`;
  if ('skipped' in row) return `skipped ${row.skipped.reason}`;
  const { direction, amount, utr } = row.line;
  return `${direction === 1 ? 'in' : 'out'} ${amount} ${utr}`;
}
const summaries = ({ rows }: Reading): Record<number, string> =>
  Object.fromEntries(rows.map((row) => [row.number, summaryOf(row)]));

const EXPECTED: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  '01-two-drcr.csv': {
    2: 'out 1200 711100000101',
    3: 'in 200500 711100000102',
    4: 'out 750.5 711100000103',
  },
  '02-sbi-transfer.tsv': {
    2: 'in 500 711200000201',
    3: 'in 500 711200000202',
    4: 'in 500 711200000203',
    5: 'out 500 711200000204',
    6: 'in 725 711200000205',
  },
  '03-unquoted-comma.csv': {
    2: 'in 450 711300000301',
    3: 'fault cells',
    4: 'out 100 711300000303',
  },
  '04-unicode-minus.csv': {
    2: 'in 100 711400000401',
    3: 'out 250 711400000402',
    4: 'out 50 711400000403',
    5: 'out 25 711400000404',
  },
  '05-drcr-places.csv': Object.fromEntries(
    'out out out out in in out in out out fault out out out out in'
      .split(' ')
      .map((side, at) => [
        at + 2,
        side === 'fault' ? 'fault amount' : `${side} ${1_000 + at} 7115000005${String(at).padStart(2, '0')}`,
      ]),
  ),
  '08-preamble-footer.csv': {
    8: 'skipped rule',
    9: 'in 450 711800000801',
    10: 'out 1000 711800000802',
    12: 'skipped note',
    13: 'skipped opening',
    14: 'skipped note',
    15: 'skipped note',
  },
  '09-alipay-gbk.csv': {
    10: 'in 49.74 2026112711000011000001',
    11: 'out 20 2026112711000011000002',
    12: 'skipped status',
    13: 'skipped status',
  },
  '12-real.xlsx': { 2: 'in 121 711120001202' },
  '13-dates-dmy.csv': Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      at + 2,
      `in ${100 + at} 7111300000${String(at).padStart(2, '0')}`,
    ]),
  ),
  '15-status.csv': {
    2: 'in 200 711190000000',
    3: 'skipped status',
    4: 'skipped status',
    5: 'skipped status',
  },
  '18-open-quote.csv': {
    2: 'in 100 711122000001',
    3: 'fault quote',
    4: 'in 102 711122000003',
    5: 'in 103 711122000004',
    6: 'in 104 711122000005',
  },
};

describe.each(Object.keys(EXPECTED))('%s', (name) => {
  it('is read as its bank means it', async () => {
    expect(summaries(await read(name))).toEqual(EXPECTED[name]);
  });
  it('is read the same by a guess', async () => {
    const { zone = 'Asia/Kolkata' } = FORMATS[name]!;
    const guess = guessFormat(await open(name), { currency: currencyOf(name), zone, own: new Set() });
    expect(guess && summaries(guess.reading)).toEqual(EXPECTED[name]);
  });
});

const proofs = async (...names: string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await read(name)).proof.state])));

it('is proven where a file has figures that are all right', async () => {
  expect(await proofs('01-two-drcr.csv', '02-sbi-transfer.tsv', '08-preamble-footer.csv')).toEqual({
    '01-two-drcr.csv': 'proven',
    '02-sbi-transfer.tsv': 'proven',
    '08-preamble-footer.csv': 'proven',
  });
  expect(await proofs('05-drcr-places.csv', '15-status.csv')).toEqual({
    '05-drcr-places.csv': 'unproven',
    '15-status.csv': 'unproven',
  });
});

it('reads the figures of a summary, and how many rows a wallet says it has', async () => {
  expect((await read('08-preamble-footer.csv')).declared).toEqual({
    opening: '110000',
    closing: '109450',
    debitCount: '1',
    creditCount: '1',
    debits: '1000',
    credits: '450',
  });
  expect((await read('09-alipay-gbk.csv')).declared).toEqual({ count: '4' });
});

it('takes of two columns of one name the one that the balances prove, and neither where they prove none', async () => {
  const name = '01-two-drcr.csv';
  const table = await open(name);
  expect((await read(name)).places.side).toBe(6);
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (at === 7 ? '' : cell)),
  }));
  const format = statementFormatSchema.parse({ ...FORMATS[name], balance: undefined });
  expect(() => readStatement({ ...table, rows }, { format, currency: 'INR', own: new Set() })).toThrow(
    'columnTwice',
  );
});

it('is dated as it is printed', async () => {
  const { rows } = await read('13-dates-dmy.csv');
  const days = rows.map((row) => 'line' in row && row.line.bookedAt.toISOString());
  const printed: Readonly<Record<string, string>> = {
    day: '2026-11-26T18:30:00.000Z',
    minute: '2026-11-27T16:45:00.000Z',
    second: '2026-11-27T16:45:30.000Z',
    september: '2026-09-26T18:30:00.000Z',
    seventh: '2026-11-06T18:30:00.000Z',
  };
  const expected =
    'day day day day minute second second day day day second day day september second second seventh day day day';
  expect(days).toEqual(expected.split(' ').map((name) => printed[name]));
});

it('names what a file has in place of the columns that it lacks', async () => {
  const table = await open('20c-header-renamed.csv');
  const format = statementFormatSchema.parse(COLUMNS);
  const reading = () => readStatement(table, { format, currency: 'INR', own: new Set() });
  expect(reading).toThrow(
    expect.objectContaining({
      why: 'columns',
      facts: {
        missing: ['Deposit', 'Withdrawal'],
        found: ['Date', 'Narration', 'Ref', 'Withdrawals', 'Deposits', 'Balance'],
        nearest: { Deposit: 'Deposits', Withdrawal: 'Withdrawals' },
      },
    }),
  );
});
