import { describe, expect, it } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { aboveOf, keptOf, linesOf, nestRows, pathOf } from './lines.ts';

const rows: Row[] = [
  { id: '1', pid: null },
  { id: '2', pid: '1' },
  { id: '3', pid: '2' },
  { id: '4', pid: '1' },
  { id: '5', pid: '99' },
];
const tree = nestRows(rows, 'pid');
const drawn = (lines: ReturnType<typeof linesOf>) =>
  lines.map(({ row, place }) => `${'.'.repeat(place.level - 1)}${row.id}`);
const all = () => true;

describe('lines of a tree', () => {
  it('draws what lies below an open row under it, and a row of an unknown parent at the top', () => {
    expect(drawn(linesOf(tree, all))).toEqual(['1', '.2', '..3', '.4', '5']);
  });
  it('hides what lies below a closed row', () => {
    expect(drawn(linesOf(tree, (id) => id !== '2'))).toEqual(['1', '.2', '.4', '5']);
    expect(linesOf(tree, () => false).map(({ place }) => place.expanded)).toEqual([false, undefined]);
  });
  it('says to a reader of the page where a row lies', () => {
    expect(linesOf(tree, all)[3]!.place).toEqual({ level: 2, siblings: 2, position: 2, isPath: false });
  });
  it('keeps what is above a match, marked as no match itself, and counts what is shown', () => {
    const lines = linesOf(tree, all, keptOf(tree, 'pid', ['3']));
    expect(drawn(lines)).toEqual(['1', '.2', '..3']);
    expect(lines.map(({ place }) => place.isPath)).toEqual([true, true, false]);
    expect(lines[1]!.place).toMatchObject({ siblings: 1, position: 1, expanded: true });
  });
  it('does not go round in a circle', () => {
    const circle = nestRows(
      [
        { id: '1', pid: '2' },
        { id: '2', pid: '1' },
      ],
      'pid',
    );
    expect(pathOf(circle, 'pid', '1')).toEqual(['1', '2']);
    expect(aboveOf(circle, 'pid', '1')).toBe('2');
  });
});
