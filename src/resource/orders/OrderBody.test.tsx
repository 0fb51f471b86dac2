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

it('shows the lines of statements that may be of a payout before it is given back', () => {
  const rows = [{ id: '1', orderNo: 'P1', status: 9, amount: '1200', currency: 'INR' }];
  const line = { billNo: 'S7-12', bookedAt: '2026-03-02T10:00:00.000Z', amount: '1200', utr: '412345678901' };
  const preview = {
    done: ['1'],
    refused: [],
    preview: [{ id: '1', before: {}, after: { status: 5, lines: [line] } }],
  };
  const chosen = { target: { ids: ['1'] }, count: 1, rows, given: undefined };
  const pending = { ...pendingOf('confirmFailed', chosen), preview };
  const shown = renderToStaticMarkup(<OrderBody pending={pending} kind={kind} />);
  for (const said of ['Bank bill', 'S7-12', '1,200.00', '412345678901', 'unmatched'])
    expect(shown).toContain(said);
});
