import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { Summary } from './Summary.tsx';
import { wordsOf } from './texts.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

test('the money of many comes above what is refused, and that above the balances', () => {
  const impact = {
    able: 2,
    refused: [{ code: 'alreadySettled', message: 'This order is already settled', count: 3 }],
    byCurrency: [{ currency: 'INR', count: 2, sums: { net: '1178.40' } }],
    balances: [
      {
        merchantId: '7',
        merchantName: 'Sagar Pay',
        currency: 'INR',
        account: 'available' as const,
        before: '10',
        after: '1188.40',
      },
    ],
    unlisted: 0,
  };
  const { container } = render(
    <Summary result={{ done: [], refused: [], impact }} words={wordsOf(collectOrder)} name={(id) => id} />,
  );
  const text = container.textContent ?? '';
  const places = ['1,178.40', 'already settled', 'Sagar Pay'].map((part) => text.indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
