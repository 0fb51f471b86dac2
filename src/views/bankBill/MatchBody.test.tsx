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
])('names the order’s merchant and its other party (direction %i)', (direction, label) => {
  const rows = [{ id: '1', direction, amount: '778.77', currency: 'INR' }];
  const after = {
    orderNo: 'C7',
    merchantName: 'Konkan Ferries',
    party: 'asha@okaxis',
    difference: '18.77',
    effect: 'suspense',
  };
  const preview = { done: ['1'], refused: [], preview: [{ id: '1', before: {}, after }] };
  const pending = {
    ...pendingOf('match', { target: { ids: ['1'] }, count: 1, rows, given: undefined }),
    preview,
  };
  const shown = renderToStaticMarkup(<MatchBody pending={pending} />);
  for (const said of ['Konkan Ferries', 'asha@okaxis', label]) expect(shown).toContain(said);
});
