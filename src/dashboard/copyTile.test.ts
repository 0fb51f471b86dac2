import { expect, it } from 'vitest';
import { csvOf } from './copyTile.ts';

it('writes CSV that no spreadsheet runs or splits, with numbers as numbers', () => {
  const rows = [
    ['=HYPERLINK("x")', '-12.50'],
    ['Kaveri, "Games"', '1000'],
    ['two; parts', '+1'],
  ];
  expect(csvOf({ head: ['Merchant', 'Amount'], rows }).split('\r\n')).toEqual([
    'Merchant,Amount',
    `"'=HYPERLINK(""x"")",-12.50`,
    '"Kaveri, ""Games""",1000',
    `"two; parts",'+1`,
  ]);
});
