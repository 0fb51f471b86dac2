import { expect, it } from 'vitest';
import { begunAt, completed, fitting } from './mention.ts';

const PEOPLE = [
  { id: '1', account: 'finance', realName: '李明' },
  { id: '2', account: 'operator', realName: 'Ofin' },
  { id: '3', account: 'offin', realName: '王五' },
];

it.each([
  ['Ask @fin', { at: 4, typed: 'fin' }],
  ['请@', { at: 1, typed: '' }],
  ['@李', { at: 0, typed: '李' }],
  ['a@b', undefined],
  ['@fin ance', undefined],
])('finds the mention begun in %s', (text, begun) => {
  expect(begunAt(text, text.length)).toEqual(begun);
});

it('has those first whose account or name begins so', () => {
  expect(fitting(PEOPLE, 'FIN').map(({ account }) => account)).toEqual(['finance', 'operator', 'offin']);
  expect(fitting(PEOPLE, '李').map(({ account }) => account)).toEqual(['finance']);
  expect(fitting(PEOPLE, '')).toHaveLength(3);
});

it('puts the account in place of what was typed, with one space after it', () => {
  const begun = { at: 4, typed: 'fi' };
  expect(completed('Ask @fi', begun, PEOPLE[0]!)).toEqual({ text: 'Ask @finance ', caret: 13 });
  expect(completed('Ask @fi now', begun, PEOPLE[0]!)).toEqual({ text: 'Ask @finance now', caret: 13 });
});
