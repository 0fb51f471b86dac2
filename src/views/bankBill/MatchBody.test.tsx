import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { pendingOf } from '../../resource/actions/pending.ts';
import { MatchBody } from './MatchBody.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

it.each([
  [1, 'Payer'],
  [2, 'Payee'],
])('shows line and order side by side, and what becomes of the order (direction %i)', (direction, label) => {
  const rows = [
    {
      id: '1',
      direction,
      amount: '778.77',
      currency: 'INR',
      payer: 'ASHA K',
      utr: '512345678901',
      bookedAt: '2026-03-02T10:00:00Z',
    },
  ];
  const after = {
    orderNo: 'C7',
    merchantName: 'Konkan Ferries',
    party: 'asha@okaxis',
    difference: '18.77',
    effect: 'suspense',
    orderWas: direction === 1 ? 3 : 9,
    orderStatus: direction === 1 ? 7 : 9,
    orderStays: direction === 2,
    orderUtr: '512345678999',
    orderCreatedAt: '2026-03-01T09:59:00Z',
  };
  const preview = { done: ['1'], refused: [], preview: [{ id: '1', before: {}, after }] };
  const pending = {
    ...pendingOf('match', { target: { ids: ['1'] }, count: 1, rows, given: undefined }),
    preview,
  };
  const shown = renderToStaticMarkup(<MatchBody pending={pending} />);
  const both = ['asha@okaxis', 'ASHA K', '512345678901', '512345678999', '03-02', '03-01', '760', '778.77'];
  for (const text of ['Konkan Ferries', label, ...both]) expect(shown).toContain(text);
  // Where the order moves its present state comes before the next one.
  const states = direction === 1 ? ['Failed', '→', 'Review'] : ['Order stays', 'Unknown'];
  const places = states.map((state) => shown.indexOf(state));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
