import { describe, expect, it, vi } from 'vitest';
import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';
import { createBlocks } from './blocks.ts';
import { BLOCK, isGap } from './loaded.ts';

const TOTAL = 1_000;
const rows = (start: number, end: number): Row[] =>
  Array.from({ length: end - start }, (_, at) => ({ id: `r${start + at}` }));

function server(change: (request: RowsRequest, items: Row[]) => Row[] = (_request, items) => items) {
  return vi.fn(async (request: RowsRequest): Promise<RowsResult> => {
    const { start = 0, end = start + BLOCK } = request;
    const items = change(request, rows(start, Math.min(end, TOTAL)));
    return { items, start, total: TOTAL, totalIs: 'exact', snapshot: 's1' };
  });
}

describe('blocks of a snapshot', () => {
  it('opens one snapshot however many blocks are asked at once', async () => {
    const fetch = server();
    const blocks = createBlocks(fetch);
    await Promise.all([blocks.load(0, 100), blocks.load(500, 600)]);
    expect(fetch.mock.calls[0]![0]).toEqual({ start: 0, end: 100 });
    expect(fetch.mock.calls[1]![0]).toMatchObject({ snapshot: 's1', start: 500 });
  });

  it('pages neighbours by key and jumps by position', async () => {
    const fetch = server();
    const blocks = createBlocks(fetch);
    await blocks.load(100, 200);
    await blocks.load(200, 300);
    await blocks.load(0, 100);
    await blocks.load(700, 800);
    expect(fetch.mock.calls[1]![0]).toMatchObject({ after: 'r199' });
    expect(fetch.mock.calls[2]![0]).toMatchObject({ before: 'r100' });
    expect(fetch.mock.calls[3]![0]).not.toHaveProperty('after');
    expect(blocks.at(250)?.id).toBe('r250');
  });

  it('shows an id once: what a repeat takes away is made up for by what follows', async () => {
    const fetch = server((request, items) => {
      // The list moved by two since the block before: its last two rows come again.
      if (request.start === 100) return rows(98, 198);
      return request.after === 'r197' ? rows(198, 198 + items.length) : items;
    });
    const blocks = createBlocks(fetch);
    await blocks.load(0, 100);
    const answer = await blocks.load(100, 200);
    expect(fetch.mock.calls[2]![0]).toMatchObject({ snapshot: 's1', start: 198, end: 200, after: 'r197' });
    expect(answer.rows.map((row) => row.id)).toEqual(rows(100, 200).map((row) => row.id));
    expect(blocks.indexOf('r99')).toBe(99);
    expect(blocks.at(199)?.id).toBe('r199');
  });

  it('leaves places empty only past the end of the list', async () => {
    const blocks = createBlocks(
      server((request, items) =>
        request.after === 'r997' ? [] : request.start === 900 ? rows(898, 998) : items,
      ),
    );
    await blocks.load(800, 900);
    const answer = await blocks.load(900, 1_000);
    expect(answer.rows).toHaveLength(100);
    expect(answer.rows.map(isGap).indexOf(true)).toBe(98);
  });

  it('drops an answer that a refresh has overtaken', async () => {
    const blocks = createBlocks(server());
    const late = blocks.load(0, 100);
    blocks.reset(false);
    await expect(late).rejects.toThrow('superseded');
    expect(blocks.order()).toEqual([]);
  });

  it('replaces a loaded row and ignores an unknown one', async () => {
    const blocks = createBlocks(server());
    await blocks.load(900, 1_000);
    expect(blocks.put({ id: 'r950', version: 2 })).toBe(true);
    expect(blocks.get('r950')?.version).toBe(2);
    expect(blocks.put({ id: 'nobody' })).toBe(false);
  });
});
