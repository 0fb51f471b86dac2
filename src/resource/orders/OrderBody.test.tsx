import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { pendingOf } from '../actions/pending.ts';
import type { OrderKind } from './kind.ts';
import { OrderBody } from './OrderBody.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

const kind = { resource: payOrder, statusDict: 'payStatusEnum', decisive: [] } as unknown as OrderKind;

const ROW = { id: '1', orderNo: 'P1', status: 9, amount: '1200', currency: 'INR' };

/** The sheet of a command on the order, as the server has estimated it. */
function shownFor(action: string, after: Record<string, unknown>): string {
  const preview = { done: ['1'], refused: [], preview: [{ id: '1', before: {}, after }] };
  const chosen = { target: { ids: ['1'] }, count: 1, rows: [ROW], given: undefined };
  const pending = { ...pendingOf(action, chosen), preview };
  return renderToStaticMarkup(<OrderBody pending={pending} kind={kind} />);
}

it('shows the lines of statements that may be of a payout before it is given back', () => {
  const line = { billNo: 'S7-12', bookedAt: '2026-03-02T10:00:00.000Z', amount: '1200', utr: '412345678901' };
  const shown = shownFor('confirmFailed', { status: 5, lines: [line] });
  for (const text of ['Bank bill', 'S7-12', '1,200.00', '412345678901', 'unmatched'])
    expect(shown).toContain(text);
});

it('tells money that came under another reference from money in another currency', () => {
  const otherMoney = [
    { amount: '700', currency: 'INR', utr: '412345678901' },
    { amount: '9', currency: 'USD', utr: null },
  ];
  const shown = shownFor('forceConfirm', { status: 2, otherMoney });
  for (const text of [
    'Under another UTR',
    '700.00',
    '412345678901',
    'taken for the payment that you confirm',
  ])
    expect(shown).toContain(text);
  for (const text of ['Other currency', '9.00', 'stays there']) expect(shown).toContain(text);
});

it('names the order that the typed reference takes its money from', () => {
  const taken = { orderNo: 'C77', merchantName: 'Sagar Pay' };
  const shown = shownFor('forceConfirm', { status: 2, taken });
  for (const text of ['Taken from order', 'C77', 'Sagar Pay']) expect(shown).toContain(text);
  expect(shownFor('forceConfirm', { status: 2 })).not.toContain('Taken from order');
});

it('says what stays in suspense', () => {
  const shown = shownFor('overrule', {
    status: 3,
    stays: [{ amount: '144', currency: 'INR', utr: '412345678901' }],
  });
  for (const text of ['Stays in suspense', '144.00 INR', '412345678901', 'Review items'])
    expect(shown).toContain(text);
});
