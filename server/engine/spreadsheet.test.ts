import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadsheetText } from '../../contract/spreadsheetText.ts';
import { CSV } from './spreadsheet.ts';

const HOSTILE = [
  '=',
  '+',
  '-',
  '@',
  ';',
  ',',
  '"',
  "'",
  '|',
  '\t',
  '\r',
  '\n',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\u200b',
  '\uff1d',
  ' ',
  'a',
  '1',
];
const texts = fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 12 });
/** What a reader may take for a formula, after what it trims. */
const RUNS = /^[\s"\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

const written = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(spreadsheetText)),
    CSV,
  );

describe('text in an exported file', () => {
  it('starts no formula in any cell, on any physical line or behind any semicolon', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(texts, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const file = written(rows);
          const lines = file.slice(1).split(/\r\n|[\r\n\u2028\u2029\u0085]/);
          expect(lines).toHaveLength(rows.length + 1);
          for (const line of lines) {
            expect(line).not.toMatch(RUNS);
            for (const piece of line.split(';')) expect(piece).not.toMatch(RUNS);
          }
          for (const row of parse(file, { bom: true }) as string[][])
            for (const cell of row) expect(cell).not.toMatch(/^[\t\r]|^\s*[=+\-@]/);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps what is harmless as it is', () => {
    for (const text of ['王小明', 'a-b+c=d', 'x@y', "O'Neil; Sons", '1,000.00'])
      expect(spreadsheetText(text)).toBe(text);
  });

  it('puts on one line what came on several', () => {
    expect(spreadsheetText('first\r\n\r\nsecond\rthird')).toBe('first second third');
    expect(spreadsheetText('payer\n=HYPERLINK(1)')).toBe('payer =HYPERLINK(1)');
    expect(spreadsheetText(' \t=1+1')).toBe("'  =1+1");
  });
});
