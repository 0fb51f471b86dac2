import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { sysOrg } from '../../../contract/resources/system/sysOrg.ts';
import { isSort, moveTo, sideAt, stepOf } from './move.ts';
import { TreeSource } from './treeSource.ts';

const ROWS: Row[] = [
  { id: '1', pid: null, name: 'One' },
  { id: '2', pid: '1', name: 'Two' },
  { id: '3', pid: '1', name: 'Three' },
  { id: '4', pid: '2', name: 'Four' },
];
const row = (id: string): Row => ROWS.find((each) => each.id === id)!;

describe('moves in a tree', () => {
  const tree = new TreeSource(sysOrg, {
    parent: 'pid',
    open: 9,
    list: {
      rows: () =>
        Promise.resolve({ items: ROWS, start: 0, total: 4, totalIs: 'exact' as const, snapshot: 's' }),
    },
  });
  beforeAll(() => tree.rows({ start: 0, end: 9 }, {}, { field: 'orderNo', order: 'ascending' }));

  it('goes before, into or after the row under the pointer', () => {
    expect([0.1, 0.5, 0.9].map(sideAt)).toEqual(['before', 'into', 'after']);
    expect(moveTo(tree, '4', row('3'), 'before')).toEqual({ id: '4', pid: '1', beforeId: '3' });
    expect(moveTo(tree, '4', row('2'), 'after')).toEqual({ id: '4', pid: '1', beforeId: '3' });
    expect(moveTo(tree, '4', row('3'), 'after')).toEqual({ id: '4', pid: '1', beforeId: null });
    expect(moveTo(tree, '4', row('3'), 'into')).toEqual({ id: '4', pid: '3', beforeId: null });
    expect(moveTo(tree, '2', row('1'), 'before')).toEqual({ id: '2', pid: null, beforeId: '1' });
  });
  it('never goes below itself', () => {
    expect(moveTo(tree, '1', row('4'), 'into')).toBeUndefined();
    expect(moveTo(tree, '2', row('4'), 'after')).toBeUndefined();
    expect(moveTo(tree, '2', row('2'), 'into')).toBeUndefined();
  });
  it('takes one step among its own, and none past the end', () => {
    expect(stepOf(tree, '3', -1)).toEqual({ id: '3', pid: '1', beforeId: '2' });
    expect(stepOf(tree, '2', 1)).toEqual({ id: '2', pid: '1', beforeId: null });
    expect(stepOf(tree, '2', -1)).toBeUndefined();
    expect(stepOf(tree, '3', 1)).toBeUndefined();
    expect(isSort(tree, { id: '3', pid: '1', beforeId: '2' })).toBe(true);
    expect(isSort(tree, { id: '4', pid: '1', beforeId: null })).toBe(false);
  });
});
