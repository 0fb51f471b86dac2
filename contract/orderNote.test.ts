import { expect, it } from 'vitest';
import { mentionsIn, noteLength } from './orderNote.ts';

const accounts = (text: string) => mentionsIn(text).map(({ account }) => account);

it.each([
  ['@operator look', ['operator']],
  ['please, @finance.two. And @operator!', ['finance.two', 'operator']],
  ['payer@upi.example wrote, a@b', []],
  ['(@operator) @@nobody', ['operator']],
  ['请@operator看', ['operator']],
  ['@a@b.example, here', ['a@b.example']],
  ['@ @. @-x', []],
])('finds who is mentioned in %s', (text, found) => {
  expect(accounts(text)).toEqual(found);
});

it('counts characters and not their halves', () => {
  expect(noteLength('a👍')).toBe(2);
});
