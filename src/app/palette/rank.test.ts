import { expect, test } from 'vitest';
import { ranked, score } from './rank.ts';

const OFFERED = [
  ['select', 'grid.select'],
  ['Settle', 'settle'],
  ['Batch settle', 'batchSettle'],
  ['Kiosk: panels on the full screen', 'app.kiosk'],
  ['Switch between dark and light', 'app.theme'],
  ['Close other panels', 'workspace.closeOthers'],
  ['Settlement days', 'settlementDays'],
] as const;
const found = (text: string) =>
  ranked(OFFERED, ([label, id]) => score(label, id, text)).map(({ item }) => item[0]);

test.each([
  ['settle', ['Settle', 'Settlement days', 'Batch settle']],
  ['SETTLE ', ['Settle', 'Settlement days', 'Batch settle']],
  ['dark', ['Switch between dark and light']],
  ['cl oth', ['Close other panels']],
  ['witch', ['Switch between dark and light']],
  ['slt', ['select']],
  ['bset', ['Batch settle']],
  ['zz', []],
])('%s', (text, labels) => expect(found(text)).toEqual(labels));

test('a word of the id works in any language, after what the label says', () => {
  expect(score('结算', 'settle', 'settle')).toBeGreaterThan(0);
  expect(score('批量结算', 'batchSettle', '结算')).toBeGreaterThan(score('结算', 'settle', 'settle'));
  expect(score('结算', 'settle', '结算')).toBeGreaterThan(score('批量结算', 'batchSettle', '结算'));
});
