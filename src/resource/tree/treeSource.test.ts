import { describe, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { sysOrg } from '../../../contract/resources/system/sysOrg.ts';
import type { RowSource } from '../grid/rowSource.ts';
import { TreeSource } from './treeSource.ts';

const SORT = { field: 'orderNo', order: 'ascending' } as const;
const ROWS: Row[] = [
  { id: '1', pid: null, name: 'Head office' },
  { id: '2', pid: '1', name: 'Asia' },
  { id: '3', pid: '2', name: 'India' },
  { id: '4', pid: '1', name: 'Africa' },
];

function treeOf(options: { open?: number; turned?: string[] } = {}) {
  const list: RowSource = {
    rows: vi.fn((_request, wire) => {
      const items = 'name' in wire ? ROWS.filter(({ name }) => name === wire.name) : ROWS;
      return Promise.resolve({
        items,
        start: 0,
        total: items.length,
        totalIs: 'exact' as const,
        snapshot: 's',
      });
    }),
  };
  const tree = new TreeSource(sysOrg, { parent: 'pid', open: 9, list, ...options });
  const selection = { cursor: vi.fn<() => string | undefined>(), adopt: vi.fn<(id: string) => void>() };
  const catchUp = vi.fn<() => void>();
  tree.attach({ catchUp, selection });
  const drawn = async (wire: Record<string, unknown> = {}) =>
    (await tree.rows({ start: 0, end: 100 }, wire, SORT)).items.map(({ id }) => id);
  return { tree, list, drawn, catchUp, selection };
}

describe('rows of a tree', () => {
  it('draws again without a question to the server where a row is closed, and asks where the list is read again', async () => {
    const { tree, list, drawn, catchUp } = treeOf();
    expect(await drawn()).toEqual(['1', '2', '3', '4']);
    tree.toggle('2');
    expect(catchUp).toHaveBeenCalledOnce();
    expect(await drawn()).toEqual(['1', '2', '4']);
    expect(list.rows).toHaveBeenCalledTimes(1);
    await drawn();
    expect(list.rows).toHaveBeenCalledTimes(2);
  });
  it('leaves a closed row the keyboard that was below it', async () => {
    const { tree, drawn, selection } = treeOf();
    await drawn();
    selection.cursor.mockReturnValue('3');
    tree.toggle('1');
    expect(selection.adopt).toHaveBeenCalledWith('1');
  });
  it('keeps the rows above a match, and is as it was once the filter is gone', async () => {
    const { tree, drawn } = treeOf();
    await drawn();
    tree.toggle('2');
    expect(await drawn()).toEqual(['1', '2', '4']);
    expect(await drawn({ name: 'India' })).toEqual(['1', '2', '3']);
    expect(tree.place('2')).toMatchObject({ isPath: true, expanded: true });
    expect(await drawn()).toEqual(['1', '2', '4']);
  });
  it('keeps what was opened and closed, whatever is open at first', async () => {
    const { tree, drawn } = treeOf({ open: 1, turned: ['2'] });
    const turned = vi.fn<(ids: readonly string[]) => void>();
    tree.onTurned = turned;
    expect(await drawn()).toEqual(['1', '2', '3', '4']);
    tree.toggleAll(false);
    expect(turned).toHaveBeenLastCalledWith(['1']);
    expect(await drawn()).toEqual(['1']);
    tree.reveal('3');
    expect(await drawn()).toEqual(['1', '2', '3', '4']);
  });
  it('finds a row by what its name begins with, and counts what lies below one', async () => {
    const { tree, drawn } = treeOf();
    await drawn();
    expect(tree.typed('af', 0)).toBe(3);
    expect(tree.typed('x', 0)).toBe(-1);
    expect(tree.countBelow('1')).toBe(3);
    expect(tree.siblings('4').map(({ id }) => id)).toEqual(['2', '4']);
    expect(tree.isWithin('3', '1')).toBe(true);
  });
});
