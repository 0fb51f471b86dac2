import { expect, it } from 'vitest';
import { findIn, partsOf, termsOf, textsOf } from './find.ts';

const CHAPTERS = [
  { id: 'a', title: 'Collection orders', texts: ['Claim an order before you decide it.', 'UTR'] },
  {
    id: 'b',
    title: 'Payments',
    texts: ['Money that arrived, by its UTR. Each payment belongs to an order.'],
  },
];

it('finds chapters in which every term occurs, in any order and case', () => {
  expect(findIn(CHAPTERS, termsOf(' utr  order ')).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(findIn(CHAPTERS, termsOf('claim utr')).map(({ id }) => id)).toEqual(['a']);
  expect(findIn(CHAPTERS, termsOf('claim payment'))).toEqual([]);
});

it('lists what is called so first, and shows of the rest where it is', () => {
  expect(findIn(CHAPTERS, ['payment'])).toEqual([{ id: 'b', title: 'Payments', snippet: undefined }]);
  const [first] = findIn(CHAPTERS, ['belongs']);
  expect(first?.snippet).toMatch(/^….*payment belongs to an order\.$/);
});

it('divides a text at the terms, whatever signs they hold', () => {
  expect(partsOf('Rate (net) and rate', ['rate', '(net)'])).toEqual([
    '',
    'Rate',
    ' ',
    '(net)',
    ' and ',
    'rate',
    '',
  ]);
  expect(partsOf('whole', [])).toEqual(['whole']);
});

it('searches about, steps, verbs and names', () => {
  expect(textsOf({ about: 'A', steps: ['B'], actions: { claim: 'C' } }, ['D'])).toEqual(['A', 'B', 'C', 'D']);
  expect(textsOf(undefined, ['D'])).toEqual(['D']);
});
