import { describe, expect, it } from 'vitest';
import { instantAt } from '../../platform/localTime.ts';
import { type StatementFormat, statementFormatSchema } from '../../../contract/statementFormat.ts';
import { printedAmount, signedAmount } from './amount.ts';
import { readLine } from './line.ts';

const format = (over: Partial<StatementFormat> = {}): StatementFormat =>
  statementFormatSchema.parse({
    date: 'Date',
    reference: 'Ref',
    credit: 'Credit',
    debit: 'Debit',
    payer: 'Name',
    description: 'Text',
    balance: 'Balance',
    dateOrder: 'DMY',
    ...over,
  });
const OURS = new Set(['205032206']);
const read = (how: StatementFormat, currency: string, cells: Record<string, string>) => {
  const answer = readLine((role) => (cells[how[role] ?? ''] ?? '').trim(), { format: how, currency }, OURS);
  if ('line' in answer) return answer.line;
  return 'faults' in answer ? answer.faults : answer;
};
const record = (over: Record<string, string> = {}) => ({
  Date: '05/03/2026 15:30',
  Ref: '606412345678',
  Credit: '1,23,456.50',
  Debit: '',
  Name: ' Priya ',
  Text: 'UPI',
  Balance: '9,000.00 Cr',
  ...over,
});

describe('a line of a statement', () => {
  it('is read in the manner of its bank', () => {
    expect(read(format(), 'INR', record())).toEqual({
      direction: 1,
      amount: '123456.5',
      utr: '606412345678',
      payer: 'Priya',
      description: 'UPI',
      bookedAt: new Date('2026-03-05T10:00:00Z'),
      wholeDay: false,
      balance: '9000',
    });
  });
  it('is a debit by its column, its sign or its Dr', () => {
    const debit = { direction: 2, amount: '50' };
    expect(read(format(), 'INR', record({ Credit: '-', Debit: '50.00' }))).toMatchObject(debit);
    expect(read(format(), 'INR', record({ Credit: '0.00', Debit: '-50.00' }))).toMatchObject(debit);
    const signed = statementFormatSchema.parse({ date: 'Date', amount: 'Sum', dateOrder: 'DMY' });
    for (const Sum of ['-50', '50.00 Dr', '(50)', '50-'])
      expect(read(signed, 'INR', { Date: '05-03-2026', Sum })).toMatchObject(debit);
  });
  it('is a debit by a column of its own for the side', () => {
    const withSide = statementFormatSchema.parse({
      date: 'Date',
      amount: 'Sum',
      side: 'Dr/Cr',
      dateOrder: 'DMY',
    });
    const line = (Sum: string, side: string) =>
      read(withSide, 'INR', { Date: '05-03-2026', Sum, 'Dr/Cr': side });
    expect(line('50.00', 'DR')).toMatchObject({ direction: 2, amount: '50' });
    expect(line('-50.00', 'D')).toMatchObject({ direction: 2, amount: '50' });
    expect(line('50.00', 'Cr.')).toMatchObject({ direction: 1, amount: '50' });
    expect(line('50.00', '')).toEqual(['side']);
    expect(statementFormatSchema.safeParse({ date: 'D', credit: 'C', debit: 'B', side: 'S' }).success).toBe(
      false,
    );
  });
  it.each([
    ['05/03/26', '', '2026-03-04T18:30:00.000Z'],
    ['05/03/26 10:15:22 PM', '', '2026-03-05T16:45:22.000Z'],
    ['05/03/2026', '12:05 AM', '2026-03-04T18:35:00.000Z'],
    ['05/03/2026', '12:05 p.m.', '2026-03-05T06:35:00.000Z'],
  ])('is dated as Indian banks do: %s %s', (day, Time, instant) => {
    const line = read(format({ time: 'Time' }), 'INR', record({ Date: day, Time }));
    expect(line).toMatchObject({ bookedAt: new Date(instant) });
  });
  it('may name the day alone, or the month by letters', () => {
    const day = { bookedAt: new Date('2026-03-04T18:30:00Z'), wholeDay: true };
    expect(read(format(), 'INR', record({ Date: '05-Mar-2026' }))).toMatchObject(day);
    expect(read(format({ dateOrder: 'MDY' }), 'INR', record({ Date: '3/5/2026' }))).toMatchObject(day);
  });
  it('finds the reference in the description where it has none of its own', () => {
    expect(read(format(), 'INR', record({ Ref: '', Text: 'UPI/606400000001/x' }))).toMatchObject({
      utr: '606400000001',
    });
  });
  it.each([
    'UPI CR A/C 000205032206 asha@okaxis',
    'UPI/000205032206/asha@okaxis',
    'NEFT CR FROM A/C 501002345678 ASHA',
    'IMPS/ACCT NO.501002345678/ASHA',
    'UPI-919876543210-ASHA',
    'TRF MOB 987654321012',
  ])('takes no account or phone for a reference: %s', (Text) => {
    for (const Ref of ['', '000205032206'])
      expect(read(format(), 'INR', record({ Ref, Text }))).toMatchObject({ utr: null });
    const both = record({ Ref: '', Text: `${Text}/606400000001` });
    expect(read(format(), 'INR', both)).toMatchObject({ utr: '606400000001' });
  });
  it.each(['NEFT/501002345678/UTR NO:606400000001', 'IMPS-919876543210-RRN-606400000001', 'REF606400000001'])(
    'goes by the word before it: %s',
    (Text) => {
      expect(read(format(), 'INR', record({ Ref: '', Text }))).toMatchObject({ utr: '606400000001' });
    },
  );
  it.each(['-', 'NA', 'N/A', 'NIL', '0', '000000', '000000000000', 'UPI', 'NEFT', 'IMPS/CR'])(
    'has no reference in %s, and reads on',
    (Ref) => {
      const none = { utr: null };
      expect(read(format(), 'INR', record({ Ref }))).toMatchObject(none);
      expect(read(format(), 'INR', record({ Ref, Text: 'UPI/000000000000/x' }))).toMatchObject(none);
      const Text = 'UPI/000000000000/606400000001/x';
      expect(read(format(), 'INR', record({ Ref, Text }))).toMatchObject({ utr: '606400000001' });
    },
  );
  it('reads a reference without the zeros that some banks write before it', () => {
    expect(read(format(), 'INR', record({ Ref: '0000606400000001' }))).toMatchObject({
      utr: '606400000001',
    });
  });
  it.each(['TPT5', '0007', 'IMPS24', 'BR-0123'])(
    'takes %s for a text, which other payments bear too',
    (short) => {
      const line = read(format(), 'INR', record({ Ref: short, Text: 'UPI CR' }));
      expect(line).toMatchObject({ utr: null, description: `${short} UPI CR` });
    },
  );
  it('keeps a reference of another shape', () => {
    expect(read(format(), 'INR', record({ Ref: 'HDFCR52026' }))).toMatchObject({ utr: 'HDFCR52026' });
  });
  it.each([
    ['date', { Date: '31/02/2026' }],
    ['date', { Date: 'yesterday' }],
    ['date', { Date: '05/03/2026 13:05 PM' }],
    ['rounded', { Ref: '4.12346E+11' }],
    ['amount', { Credit: '12,50' }],
    ['amount', { Credit: '1.5.0' }],
    ['amount', { Credit: '12x' }],
    ['noAmount', { Credit: '', Debit: '' }],
    ['bothSides', { Credit: '10', Debit: '10' }],
    ['bothSides', { Credit: '12', Debit: '10' }],
    ['digits', { Credit: '1.234' }],
    ['narration', { Name: 'x'.repeat(301) }],
  ])('says %s of %j', (fault, over) => {
    expect(read(format(), 'INR', record(over as Record<string, string>))).toEqual([fault]);
  });
  it('says everything that is wrong with a line', () =>
    expect(read(format(), 'INR', record({ Ref: '4.12346E+11', Date: 'yesterday', Credit: '12x' }))).toEqual([
      'rounded',
      'date',
      'amount',
    ]));
});

const amountOf = (text: string, decimal: '.' | ',', currency = 'INR') => {
  const printed = printedAmount(text, decimal, currency);
  return printed && signedAmount(printed);
};

it('reads decimal commas where the bank writes them', () => {
  expect(amountOf('1.234,50', ',')).toBe('1234.5');
  expect(amountOf('₹ 1,000', '.')).toBe('1000');
  expect(amountOf('', '.')).toBeUndefined();
  expect(amountOf('1000.50', ',')).toBeUndefined();
  expect(amountOf('1.23.456,5', ',')).toBe('123456.5');
});

it.each([
  ['Rs. 1,000.00', '1000'],
  ['Rs1000', '1000'],
  ['1,000 INR', '1000'],
  ['INR -50', '-50'],
  ['₹ (50.00)', '-50'],
  ['50.00 Dr.', '-50'],
  ['Dr 50', '-50'],
  ['50.00 (Cr)', '50'],
  ['+50', '50'],
  ['−50', '-50'],
  ["'50", '50'],
  ['５０', '50'],
  ["1'000", '1000'],
])('reads %s', (text, amount) => {
  expect(amountOf(text, '.')).toBe(amount);
});

it.each([
  '$50',
  'R$ 50',
  'USD 50',
  '50 x',
  '~50',
  '--50',
  '-50 Cr',
  '50 Dr Cr',
  '(50',
  '50)',
  '5 0 Dr 1',
  'Dr',
  '1,0',
  '50-60',
])('takes %s for no amount of rupees', (text) => {
  expect(amountOf(text, '.')).toBeUndefined();
});

it('takes no thousands for decimals', () => {
  const signed = statementFormatSchema.parse({ date: 'Date', amount: 'Sum' });
  const line = (Sum: string, currency: string) => read(signed, currency, { Date: '2026-03-05', Sum });
  expect(line('150.000', 'IDR')).toEqual(['digits']);
  expect(line('150.000', 'INR')).toEqual(['digits']);
  expect(line('150.00', 'IDR')).toMatchObject({ amount: '150' });
  expect(line('150.000', 'USDT')).toMatchObject({ amount: '150' });
});

it('refuses a format with neither a signed column nor both directions', () => {
  expect(statementFormatSchema.safeParse({ date: 'D' }).success).toBe(false);
  expect(statementFormatSchema.safeParse({ date: 'D', credit: 'C' }).success).toBe(false);
  expect(statementFormatSchema.safeParse({ date: 'D', amount: 'A', credit: 'C', debit: 'B' }).success).toBe(
    false,
  );
});

it('keeps the clocks of a zone that changes them', () => {
  const wall = { year: 2026, month: 7, day: 1, hour: 12, minute: 0, second: 0 };
  expect(instantAt(wall, 'America/New_York')?.toISOString()).toBe('2026-07-01T16:00:00.000Z');
  expect(instantAt({ ...wall, month: 1 }, 'America/New_York')?.toISOString()).toBe(
    '2026-01-01T17:00:00.000Z',
  );
});
