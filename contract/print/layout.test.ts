import { describe, expect, it } from 'vitest';
import { PRINT_EXAMPLES } from './examples.ts';
import { linesOf, POINT, textWidth } from './fit.ts';
import { layOut, type LaidPage, type PrintData, type PrintWords } from './layout.ts';
import type { PrintTemplate } from './template.ts';

const words: PrintWords = {
  local: (text) => (typeof text === 'string' ? text : (text.en ?? '')),
  name: (field) => field.toUpperCase(),
  value: (_, value, currency, format) => {
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    return format === 'code' ? `${value} ${currency}` : String(value);
  },
  carried: 'carried',
  brought: 'brought',
  total: 'total',
};

const statement = (rows: number): PrintData => ({
  fields: PRINT_EXAMPLES.merchantStatement.fields,
  rows: {
    entries: Array.from({ length: rows }, (_, at) => ({
      orderNo: `C${at}`,
      credit: '0.10',
      balance: String(at),
    })),
  },
});
const page = { paydesk: 1 as const, source: 'merchantStatement' as const, paper: { size: 'A4' as const } };
const TABLE: PrintTemplate = {
  ...page,
  elements: [
    { kind: 'text', x: 10, y: 10, w: 90, h: 6, text: '{merchant}', size: 10 },
    {
      kind: 'table',
      x: 10,
      y: 40,
      w: 190,
      h: 20,
      size: 8,
      rows: 'entries',
      columns: [
        { field: 'orderNo', w: 60 },
        { field: 'credit', w: 40, total: true },
        { field: 'balance', w: 40 },
      ],
    },
    { kind: 'text', x: 10, y: 65, w: 90, h: 6, text: 'signed', size: 8 },
    { kind: 'text', x: 10, y: 285, w: 90, h: 5, text: '{page}/{pages}', size: 7, every: true },
  ],
};
const textsOf = ({ items }: LaidPage): string[] =>
  items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));

describe('a table over several pages', () => {
  const pages = layOut(TABLE, statement(200), words);
  const texts = pages.map(textsOf);

  it('has each row once, in order', () => {
    const rows = texts.flat().filter((text) => /^C\d+$/.test(text));
    expect(rows).toEqual(Array.from({ length: 200 }, (_, at) => `C${at}`));
  });

  it('repeats its head and carries exact sums from page to page', () => {
    expect(pages.length).toBeGreaterThan(2);
    for (const each of texts) expect(each.filter((text) => text === 'ORDERNO')).toHaveLength(1);
    let rows = 0;
    for (const [at, each] of texts.entries()) {
      const before = (rows / 10).toString();
      if (at > 0)
        expect(each.slice(each.indexOf('brought'), each.indexOf('brought') + 2)).toEqual(['brought', before]);
      rows += each.filter((text) => /^C\d+$/.test(text)).length;
      const name = at < texts.length - 1 ? 'carried' : 'total';
      expect(each.slice(each.indexOf(name), each.indexOf(name) + 2)).toEqual([name, (rows / 10).toString()]);
    }
  });

  it('keeps within the paper and above what is on every page', () => {
    for (const { items, height } of pages)
      for (const { y, h, kind } of items) expect(y + h, `${kind} at ${y}`).toBeLessThanOrEqual(height);
    const cells = pages.flatMap(({ items }) => items.filter(({ element }) => element === 1));
    expect(Math.max(...cells.map(({ y, h }) => y + h))).toBeLessThanOrEqual(285);
  });

  it('numbers pages, and puts what comes once where it belongs', () => {
    expect(texts.map((each) => each.find((text) => text.includes('/')))).toEqual(
      pages.map((_, at) => `${at + 1}/${pages.length}`),
    );
    expect(texts.filter((each) => each.includes('Kaveri Games'))).toHaveLength(1);
    expect(texts[0]).toContain('Kaveri Games');
    expect(texts.findIndex((each) => each.includes('signed'))).toBe(pages.length - 1);
  });
});

describe('a text that is longer than its column is wide', () => {
  const number = 'C2611261302098812604417';
  const long = `${number}-${'7'.repeat(41)}`;
  const narrow: PrintTemplate = {
    ...page,
    elements: [
      {
        kind: 'table',
        x: 10,
        y: 40,
        w: 190,
        h: 20,
        size: 8,
        rows: 'entries',
        columns: [
          { field: 'merchantOrderNo', w: 30 },
          { field: 'credit', w: 14, total: true },
        ],
      },
    ],
  };
  const rows = (count: number, merchantOrderNo: string): PrintData => ({
    fields: { currency: 'INR' },
    rows: { entries: Array.from({ length: count }, () => ({ merchantOrderNo, credit: '1234567.89' })) },
  });
  const cellsIn = ({ items }: LaidPage) => items.flatMap((item) => (item.kind === 'text' ? [item] : []));

  it('has all of it, in lines that fit', () => {
    const [only] = layOut(narrow, rows(1, long), words);
    const cell = cellsIn(only!).find(({ text }) => text.startsWith('C26'))!;
    expect(cell.text.replaceAll('\n', '')).toBe(long);
    for (const each of cell.text.split('\n'))
      expect(textWidth(each, cell.letters)).toBeLessThanOrEqual(30 - 1.6);
    expect(cell.h).toBeCloseTo(cell.text.split('\n').length * cell.cell!.line);
  });

  it('has figures in smaller letters on one line', () => {
    const { text, letters } = cellsIn(layOut(narrow, rows(1, 'K'), words)[0]!).find(({ text }) =>
      text.startsWith('12'),
    )!;
    expect(text).toBe('1234567.89');
    expect(letters.size).toBeLessThan(8);
    expect(textWidth(text, letters)).toBeLessThanOrEqual(14 - 1.6);
  });

  it('makes its row higher, and pages turn in time', () => {
    const pages = layOut(narrow, rows(60, long), words);
    expect(pages.length).toBeGreaterThan(2);
    for (const each of pages) {
      const rules = each.items.filter(({ kind }) => kind === 'line').map(({ y }) => y);
      expect(Math.max(...rules)).toBeLessThanOrEqual(287);
      for (const { y, h } of cellsIn(each))
        expect(rules.some((rule) => rule > y && rule < y + h - 0.01)).toBe(false);
    }
  });

  it('is smaller where it is a value on its own', () => {
    const template: PrintTemplate = {
      ...page,
      elements: [
        { kind: 'field', x: 0, y: 0, w: 60, h: 5, field: 'merchant', label: 'Order', mono: true, size: 9 },
      ],
    };
    const [only] = layOut(template, { fields: { merchant: long }, rows: {} }, words);
    const [{ letters, text }] = cellsIn(only!) as [ReturnType<typeof cellsIn>[number]];
    expect(text).toBe(long);
    const room = 60 - 2 - textWidth('Order', { size: letters.size });
    expect(linesOf(text, room, letters).length * letters.size * POINT * 1.25).toBeLessThanOrEqual(5);
    expect(
      cellsIn(layOut(template, { fields: { merchant: 'K' }, rows: {} }, words)[0]!)[0]!.letters.size,
    ).toBe(9);
  });
});

describe('what comes after a table', () => {
  const afterOf = (rows: number) => {
    const pages = layOut(TABLE, statement(rows), words);
    const last = pages.at(-1)!;
    const cells = last.items.filter(({ element }) => element === 1);
    const signed = last.items.find((item) => item.kind === 'text' && item.text === 'signed')!;
    return { pages: pages.length, gap: signed.y - Math.max(0, ...cells.map(({ y, h }) => y + h)) };
  };

  it('keeps its distance from it', () => expect(afterOf(3).gap).toBeCloseTo(5));

  it('goes to a page of its own where there is no room', () => {
    const full = Array.from({ length: 60 }, (_, rows) => afterOf(rows)).find(({ pages }) => pages === 2)!;
    expect(full.gap).toBeGreaterThan(0);
  });
});

it('prints a table without rows as its head and total', () => {
  const [only, ...more] = layOut(TABLE, statement(0), words);
  expect(more).toEqual([]);
  expect(textsOf(only!)).toEqual(expect.arrayContaining(['ORDERNO', 'total', 'signed']));
});

it('ends however small the paper is', () => {
  const tiny: PrintTemplate = { ...TABLE, paper: { size: 'own', width: 210, height: 42 } };
  expect(layOut(tiny, statement(1_200), words).length).toBeLessThanOrEqual(501);
});

it('makes a roll as long as what is on it', () => {
  const roll: PrintTemplate = { ...TABLE, paper: { size: 'roll80' } };
  const [few, many] = [3, 90].map((rows) => layOut(roll, statement(rows), words));
  expect([few!.length, many!.length]).toEqual([1, 1]);
  expect(few![0]!.width).toBe(80);
  expect(many![0]!.height - few![0]!.height).toBeGreaterThan(300);
});

it('reads a value as text, whatever is written in it', () => {
  const template: PrintTemplate = {
    ...page,
    elements: [
      { kind: 'text', x: 0, y: 0, w: 90, h: 6, text: 'For {merchant}', size: 8 },
      { kind: 'field', x: 0, y: 10, w: 90, h: 6, field: 'closing', format: 'code', size: 8 },
      { kind: 'text', x: 0, y: 20, w: 90, h: 6, text: '{secret}{constructor}', size: 8 },
    ],
  };
  const fields = { merchant: '{closing} <b>x</b> {secret}', closing: '5', currency: 'INR', secret: 's' };
  const [only] = layOut(template, { fields, rows: {} }, words);
  expect(textsOf(only!)).toEqual(['For {closing} <b>x</b> {secret}', '5 INR', '']);
});
