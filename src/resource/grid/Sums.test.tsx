import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { Sums } from './Sums.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

const textOf = (sums: readonly string[]): string => {
  const row = { currency: 'INR', count: 2, sums: { amount: '5', profit: '3', fee: '2' } };
  const shown = renderToStaticMarkup(
    <Sums list={[row]} sums={sums} label={(field) => `<${field}>`} late={false} busy={false} />,
  );
  return shown
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .trim();
};

it('names each sum, but an amount that stands first', () => {
  expect(textOf(['amount', 'fee'])).toBe('INR 5.00 <fee> 2.00');
  expect(textOf(['profit', 'fee'])).toBe('INR <profit> 3.00 <fee> 2.00');
});
