import { expect, it } from 'vitest';
import { delimitedLines } from './delimited.ts';

const read = (text: string, delimiter = ',') =>
  delimitedLines(text, delimiter, 100).map(({ no, cells, isOdd }) => [no, cells.join('|'), isOdd]);

it('reads cells with their lines, and no line that says nothing', () =>
  expect(read('\uFEFFa,b\r\n\r\n"1,000",2\n , \nc,d\n')).toEqual([
    [1, 'a|b', false],
    [3, '1,000|2', false],
    [5, 'c|d', false],
  ]));

it.each([
  ['is not closed', 'a,b\n"c,d\ne,f\n"g",h'],
  ['stands within', 'a,b\nc"x,d\ne,f\n"g",h'],
])('of a text of which a mark %s the other lines are read', (_how, text) => {
  const found = read(text);
  expect(found.map(([no, , isOdd]) => [no, isOdd])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, false],
  ]);
  expect(found.map(([, cells]) => cells).filter((_cells, at) => at !== 1)).toEqual(['a|b', 'e|f', 'g|h']);
});

it('two odd marks do not make one cell of what is between them', () =>
  expect(read('a\t"b\nc\td\n"e\tf', '\t').map(([no, , isOdd]) => [no, isOdd])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]));

it('reads no more than is asked for, of a text of odd marks too', () => {
  expect(delimitedLines('a\nb\nc', ',', 2)).toHaveLength(2);
  expect(delimitedLines('a\n"b\nc', ',', 2)).toHaveLength(2);
});
