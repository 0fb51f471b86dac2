// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import type { Phrase } from '../../kit/commands/phrases.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { calledBy, GO, phraseGroups } from './phrases.ts';

const run = vi.fn();
const phrase = (id: string, label: string, ...names: string[]): Phrase => ({
  id,
  label: () => label,
  followers: (_rest, found) => [
    ...names.map((name) => ({ key: name, label: name, run })),
    ...found.map((row) => ({ key: row.id, label: row.label, meant: true, run })),
  ],
});
const { scoreOf } = GO;
const ALL = [
  { ...phrase('app.go', 'Go to', 'Collection orders', 'Payout orders', 'Order logs'), scoreOf },
  phrase('collectOrder.settle', 'Settle'),
  phrase('payOrder.settle', 'Settle'),
  phrase('collectOrder.batchSettle', 'Batch settle'),
  phrase('grid.filter', 'Filter', 'Status: Review', 'Status: Success', 'Created: Today'),
];
const called = (text: string) => calledBy(ALL, text).map(({ phrase: { id }, rest }) => `${id} ${rest}`);
const groups = (text: string) =>
  phraseGroups(calledBy(ALL, text), []).map(
    ({ heading, options }) => `${heading}: ${options.map(({ label }) => label).join(', ')}`,
  );

beforeAll(() => {
  keepLocale('en');
  return startI18n(['app']);
});

test.each([
  ['settle', []],
  ['settle C26', ['collectOrder.settle C26', 'payOrder.settle C26', 'collectOrder.batchSettle C26']],
  ['batch settle C26', ['collectOrder.batchSettle C26']],
  ['go ord', ['app.go ord']],
  ['GO TO ord', ['app.go ord']],
  ['zz ord', []],
])('%s calls %j', (text, expected) => expect(called(text)).toEqual(expected));

test.each([
  ['go ord', ['Go to: Collection orders, Payout orders, Order logs']],
  ['filter stat rev', ['Filter: Status: Review']],
  ['filter to', ['Filter: Created: Today']],
  ['go ', ['Go to: Collection orders, Payout orders, Order logs']],
  ['go nowhere', []],
])('%s lists %j', (text, expected) => expect(groups(text)).toEqual(expected));

test('a verb that several lists have is one group', () => {
  const found = [{ resource: 'collectOrder', id: '1', label: 'C2611', hint: '' }];
  expect(
    phraseGroups(calledBy(ALL, 'settle C2'), found).map(({ heading, options }) => [heading, options.length]),
  ).toEqual([
    ['Settle', 2],
    ['Batch settle', 1],
  ]);
});
