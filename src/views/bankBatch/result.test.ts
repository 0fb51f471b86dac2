import { beforeAll, expect, it } from 'vitest';
import { bankBatch } from '../../../contract/resources/bank/bankBatch.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { tagText, type TagParams } from '../../resource/grid/cells.ts';
import { columnsOf } from '../../resource/grid/columns.ts';
import { batchColumns } from './columns.ts';
import { isEnded, resultOf } from './result.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

const row = (over: Record<string, unknown>) => ({
  id: '1',
  batchNo: 'B7',
  status: 4,
  lines: 11,
  failed: 0,
  errors: [],
  ...over,
});

it('says why a file could not be read at all', () => {
  const errors = [
    { line: 4, fault: 'date' },
    { line: 1, fault: 'columns', missing: ['Deposit'], found: ['Date', 'Deposits'] },
  ];
  expect(resultOf(row({ status: 5, failure: 'columns', failed: 1, errors }))).toEqual({
    kind: 'error',
    text: 'Statement B7 cannot be read',
    description: 'Columns missing: Deposit. The file has: Date, Deposits',
  });
  expect(resultOf(row({ status: 5, failure: 'empty', lines: 0 }))).toMatchObject({
    kind: 'error',
    description: 'The file is empty',
  });
});

it('warns of lines that could not be read, with their count and the first of them', () => {
  const errors = [{ line: 4, fault: 'date' }];
  expect(resultOf(row({ status: 2, failed: 5, errors }))).toEqual({
    kind: 'warning',
    text: 'Statement B7: 5 of 11 lines could not be read',
    description: 'Line 4: The date cannot be read',
  });
});

it('calls good what was read, and nothing before its end', () => {
  expect(resultOf(row({}))).toEqual({ kind: 'success', text: 'Statement B7 is read, 11 lines' });
  expect([0, 1, 2, 3, 4, 5].filter((status) => isEnded(row({ status })))).toEqual([2, 4, 5]);
});

it('has how a batch came out at the left, and marks one that was read in part', () => {
  const columns = batchColumns(columnsOf(bankBatch, String));
  const shown = columns.filter(({ hide }) => hide !== true).map(({ colId }) => colId);
  expect(shown.slice(1, 5)).toEqual(['batchNo', 'status', 'failed', 'failure']);
  expect(new Set(columns)).toHaveLength(columnsOf(bankBatch, String).length);
  const within = columns
    .slice(0, shown.indexOf('failure') + 1)
    .reduce((sum, { width = 0 }) => sum + width, 0);
  expect(within).toBeLessThan(600);
  const params = columns.find(({ colId }) => colId === 'status')!.cellRendererParams as TagParams;
  expect(tagText(params, 2, row({ status: 2, failed: 5 }))).toBe('Parsed · 5 bad');
  expect(tagText(params, 2, row({ status: 2 }))).toBe('Parsed');
});
