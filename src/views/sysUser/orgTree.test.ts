import { expect, it } from 'vitest';
import { branchOf, chosenOrg, orgLines, orgTree } from './orgTree.ts';

const tree = orgTree([
  {
    id: '1',
    pid: '0',
    name: 'Head office',
    children: [
      { id: '2', pid: '1', name: 'India', children: [{ id: '3', pid: '2', name: 'Mumbai', children: [] }] },
      { id: '4', pid: '1', name: 'Brazil', children: [] },
    ],
  },
]);
const ids = (lines: ReturnType<typeof orgLines>) => lines.map(({ row }) => row.id);

it('takes in those below an organisation', () => {
  expect(branchOf(tree, '2')).toEqual(['2', '3']);
  expect(branchOf(tree, '1')).toEqual(['1', '2', '3', '4']);
});

it('knows the organisation that a list is narrowed to, in any order, and no other choice', () => {
  expect(chosenOrg(tree, ['3', '2'])).toBe('2');
  expect(chosenOrg(tree, ['4'])).toBe('4');
  expect(chosenOrg(tree, ['2'])).toBeUndefined();
  expect(chosenOrg(tree, ['2', '4'])).toBeUndefined();
  expect(chosenOrg(tree, undefined)).toBeUndefined();
});

it('shows what matches with what is above it', () => {
  expect(ids(orgLines(tree, new Set(['2']), ''))).toEqual(['1', '2', '4']);
  expect(ids(orgLines(tree, new Set(['2']), 'mum'))).toEqual(['1', '2', '3']);
});
