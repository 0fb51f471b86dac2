import { expect, it } from 'vitest';
import { anyIdOf, matchesNumber, splitNumbers, splitTexts } from './anyId.ts';

it('takes one word as a start, several as a list, and one line of words as a name too', () => {
  expect(anyIdOf('')).toEqual({ exact: [], start: undefined });
  expect(anyIdOf(' C261 ')).toEqual({ exact: [], start: 'C261' });
  expect(anyIdOf('C1, C2;C3')).toEqual({ exact: ['C1', 'C2', 'C3'], start: undefined });
  expect(anyIdOf('C1\nC2\n')).toEqual({ exact: ['C1', 'C2'], start: undefined });
  expect(anyIdOf('Kaveri Games')).toEqual({ exact: ['Kaveri', 'Games'], start: 'Kaveri Games' });
});

it.each([
  'C1 C2 C3',
  'C1,C2，C3',
  'C1、C2、C3',
  '"C1","C2","C3"',
  `['C1', 'C2', 'C3']`,
  '“C1”，“C2”，“C3”',
  'C1;C2；C3',
  'C1\tC2\tC3',
  'C1\r\nC2\r\n\r\nC3\r\n',
  '| C1 | C2 | C3 |',
  '\uFEFFC1\u00A0C2\u3000C3',
  'C1 C2\u200B C3 C1 C2',
])('splits pasted numbers: %j', (pasted) => {
  expect(splitNumbers(pasted)).toEqual(['C1', 'C2', 'C3']);
  expect(anyIdOf(pasted).exact).toEqual(['C1', 'C2', 'C3']);
});

it('leaves texts the blanks that they have', () => {
  expect(splitTexts('Kaveri Games，"Nila Stores"、 Kaveri Games')).toEqual(['Kaveri Games', 'Nila Stores']);
  expect(splitTexts('ord.7-a/b_c:d')).toEqual(['ord.7-a/b_c:d']);
});

it('finds a number in any case, and by its last four letters where they count', () => {
  expect(matchesNumber('C2611250042', 'c2611', false)).toBe(true);
  expect(matchesNumber('ord-7', 'ORD', false)).toBe(true);
  expect(matchesNumber('C2611250042', '0042', true)).toBe(true);
  expect(matchesNumber('C2611250042', '0042', false)).toBe(false);
  expect(matchesNumber('C2611250042', '042', true)).toBe(false);
  expect(matchesNumber('ord-abcd', 'abcd', true)).toBe(false);
});
