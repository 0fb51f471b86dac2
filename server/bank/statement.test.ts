import { describe, expect, it } from 'vitest';
import { instantAt } from './localTime.ts';
import { missingColumns, type Parser, parserSchema, printedAmount, readLine } from './statement.ts';

const parser = (over: Partial<Parser> = {}): Parser =>
  parserSchema.parse({
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
    expect(readLine(parser(), 'INR', record())).toEqual({
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
    expect(readLine(parser(), 'INR', record({ Credit: '-', Debit: '50.00' }))).toMatchObject(debit);
    expect(readLine(parser(), 'INR', record({ Credit: '0.00', Debit: '-50.00' }))).toMatchObject(debit);
    const signed = parserSchema.parse({ date: 'Date', amount: 'Sum', dateOrder: 'DMY' });
    for (const Sum of ['-50', '50.00 Dr', '(50)', '50-'])
      expect(readLine(signed, 'INR', { Date: '05-03-2026', Sum })).toMatchObject(debit);
  });
  it('may name the day alone, or the month by letters', () => {
    const day = { bookedAt: new Date('2026-03-04T18:30:00Z'), wholeDay: true };
    expect(readLine(parser(), 'INR', record({ Date: '05-Mar-2026' }))).toMatchObject(day);
    expect(readLine(parser({ dateOrder: 'MDY' }), 'INR', record({ Date: '3/5/2026' }))).toMatchObject(day);
  });
  it('finds the reference in the description where it has none of its own', () => {
    expect(readLine(parser(), 'INR', record({ Ref: '', Text: 'UPI/606400000001/x' }))).toMatchObject({
      utr: '606400000001',
    });
  });
  it.each(['-', 'NA', 'N/A', 'NIL', '0', '000000', '000000000000', 'UPI', 'NEFT', 'IMPS/CR'])(
    'has no reference in %s, and reads on',
    (Ref) => {
      const none = { utr: null };
      expect(readLine(parser(), 'INR', record({ Ref }))).toMatchObject(none);
      expect(readLine(parser(), 'INR', record({ Ref, Text: 'UPI/000000000000/x' }))).toMatchObject(none);
      const Text = 'UPI/000000000000/606400000001/x';
      expect(readLine(parser(), 'INR', record({ Ref, Text }))).toMatchObject({ utr: '606400000001' });
    },
  );
  it('reads a reference without the zeros that some banks write before it', () => {
    expect(readLine(parser(), 'INR', record({ Ref: '0000606400000001' }))).toMatchObject({
      utr: '606400000001',
    });
  });
  it.each(['TPT5', '0007', 'IMPS24', 'BR-0123'])(
    'takes %s for a text, which other payments bear too',
    (short) => {
      const read = readLine(parser(), 'INR', record({ Ref: short, Text: 'UPI CR' }));
      expect(read).toMatchObject({ utr: null, description: `${short} UPI CR` });
    },
  );
  it('keeps a reference of another shape', () => {
    expect(readLine(parser(), 'INR', record({ Ref: 'HDFCR52026' }))).toMatchObject({ utr: 'HDFCR52026' });
  });
  it.each([
    ['date', { Date: '31/02/2026' }],
    ['date', { Date: 'yesterday' }],
    ['amount', { Credit: '12x' }],
    ['noAmount', { Credit: '', Debit: '' }],
    ['bothSides', { Credit: '10', Debit: '10' }],
    ['bothSides', { Credit: '12', Debit: '10' }],
    ['digits', { Credit: '1.234' }],
    ['text', { Name: 'x'.repeat(301) }],
  ])('says %s of %j', (fault, over) => {
    expect(readLine(parser(), 'INR', record(over as Record<string, string>))).toBe(fault);
  });
});

it('reads decimal commas where the bank writes them', () => {
  expect(printedAmount('1.234,50', ',')).toBe('1234.5');
  expect(printedAmount('₹ 1,000', '.')).toBe('1000');
  expect(printedAmount('', '.')).toBeUndefined();
});

it('knows what a header lacks', () => {
  expect(missingColumns(parser(), ['Date', 'Ref', 'Credit', 'Name', 'Text'])).toEqual(['Debit', 'Balance']);
});

it('refuses a parser with neither a signed column nor both directions', () => {
  expect(parserSchema.safeParse({ date: 'D' }).success).toBe(false);
  expect(parserSchema.safeParse({ date: 'D', credit: 'C' }).success).toBe(false);
  expect(parserSchema.safeParse({ date: 'D', amount: 'A', credit: 'C', debit: 'B' }).success).toBe(false);
});

it('keeps the clocks of a zone that changes them', () => {
  const wall = { year: 2026, month: 7, day: 1, hour: 12, minute: 0, second: 0 };
  expect(instantAt(wall, 'America/New_York')?.toISOString()).toBe('2026-07-01T16:00:00.000Z');
  expect(instantAt({ ...wall, month: 1 }, 'America/New_York')?.toISOString()).toBe(
    '2026-01-01T17:00:00.000Z',
  );
});
