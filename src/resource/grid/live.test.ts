import { describe, expect, it, vi } from 'vitest';
import type { ChangeEvent, Row } from '../../../contract/calls.ts';
import { type LivePorts, createLive } from './live.ts';

const event = (id: string, change: ChangeEvent['change'] = 'update'): ChangeEvent => ({
  seq: 1,
  resource: 'collectOrder',
  id,
  change,
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function ports(change: Partial<LivePorts> = {}) {
  let due: (() => void) | undefined;
  let undone = 0;
  const given = {
    visible: () => new Set(['a', 'b']),
    loaded: (id: string) => ['a', 'b', 'off screen'].includes(id),
    whole: () => false,
    waits: () => false,
    refetch: vi.fn(async (ids: string[]): Promise<Row[]> => ids.map((id) => ({ id }))),
    patch: vi.fn(),
    fresh: vi.fn(),
    frozen: () => false,
    moved: vi.fn(),
    later: (run: () => void) => {
      due = run;
      return () => {
        due = undefined;
        undone += 1;
      };
    },
    ...change,
  };
  return { ...given, tick: () => due?.(), undone: () => undone };
}

describe('live rows', () => {
  it('reads again only what is on screen', async () => {
    const given = ports();
    createLive(given).take([event('a'), event('off screen'), event('unknown')]);
    await settled();
    expect(given.refetch).toHaveBeenCalledOnce();
    expect(given.refetch).toHaveBeenCalledWith(['a']);
    expect(given.patch).toHaveBeenCalledWith([{ id: 'a' }], []);
  });

  it('reads a row off screen once it is seen', async () => {
    const visible = new Set(['a']);
    const given = ports({ visible: () => visible });
    const live = createLive(given);
    live.take([event('off screen')]);
    visible.add('off screen');
    live.seen();
    await settled();
    expect(given.refetch).toHaveBeenCalledWith(['off screen']);
  });

  it('holds back while frozen and catches up after', async () => {
    let frozen = true;
    const given = ports({ frozen: () => frozen });
    const live = createLive(given);
    live.take([event('a'), event('b')]);
    await settled();
    expect(given.refetch).not.toHaveBeenCalled();
    frozen = false;
    live.thaw();
    await settled();
    expect(given.refetch).toHaveBeenCalledWith(['a', 'b']);
  });

  it('lets the rows of a storm rest a moment, and no others', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `row ${at}`);
    const visible = new Set([...many, 'a']);
    const given = ports({ visible: () => visible, loaded: () => true });
    const live = createLive(given);
    const storm = () => live.take(many.map((id) => event(id)));
    storm();
    await settled();
    storm();
    live.take([event('a')]);
    await settled();
    expect(given.refetch).toHaveBeenCalledTimes(2);
    expect(given.refetch).toHaveBeenNthCalledWith(1, many);
    expect(given.refetch).toHaveBeenNthCalledWith(2, ['a']);
    given.tick();
    await settled();
    expect(given.refetch).toHaveBeenNthCalledWith(3, many);
  });

  it('ends the rest of all panels at one moment, and no sooner than half of it', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `row ${at}`);
    const rests: number[] = [];
    const ends: number[] = [];
    for (const now of [1_000, 1_030, 1_099, 1_150]) {
      vi.spyOn(performance, 'now').mockReturnValue(now);
      const given = ports({
        visible: () => new Set(many),
        loaded: () => true,
        later: (_run, ms) => {
          // What entered is looked for once a second, and is no rest.
          if (ms < 1_000) {
            rests.push(ms);
            ends.push(now + ms);
          }
          return () => undefined;
        },
      });
      createLive(given).take(many.map((id) => event(id)));
      await settled();
    }
    vi.restoreAllMocks();
    expect(ends).toEqual([1_200, 1_200, 1_200, 1_400]);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(100);
  });

  it('reads a row again whose event came while its block was on its way', async () => {
    let known = false;
    const given = ports({ loaded: () => known });
    const live = createLive(given);
    live.asked();
    live.take([event('a')]);
    await settled();
    expect(given.refetch).not.toHaveBeenCalled();
    known = true;
    live.arrived(['a', 'b']);
    given.tick();
    await settled();
    expect(given.refetch).toHaveBeenCalledOnce();
    expect(given.refetch).toHaveBeenCalledWith(['a']);
  });

  it('keeps what changed until the last block is there, and nothing while none is on its way', async () => {
    const given = ports({ loaded: () => false, visible: () => new Set(['a', 'c']) });
    const live = createLive(given);
    live.take([event('a')]);
    live.asked();
    live.asked();
    live.take([event('c')]);
    live.arrived([]);
    live.arrived(['a', 'c']);
    given.tick();
    await settled();
    expect(given.refetch).toHaveBeenCalledExactlyOnceWith(['c']);
    live.arrived(['c']);
    expect(given.refetch).toHaveBeenCalledOnce();
  });

  it('tells rows that are gone', async () => {
    const given = ports({ refetch: vi.fn(async () => []) });
    createLive(given).take([event('b', 'delete')]);
    await settled();
    expect(given.patch).toHaveBeenCalledWith([], ['b']);
  });

  it('looks at additions together, a second later', async () => {
    const given = ports();
    const live = createLive(given);
    live.take([event('n1', 'add')]);
    live.take([event('n2', 'add')]);
    given.tick();
    await settled();
    expect(given.fresh).toHaveBeenCalledWith([{ id: 'n1' }, { id: 'n2' }]);
  });

  it('looks at a changed row too where the whole list is loaded: it may have entered the filter', async () => {
    const given = ports({ whole: () => true });
    createLive(given).take([event('elsewhere')]);
    given.tick();
    await settled();
    expect(given.fresh).toHaveBeenCalledWith([{ id: 'elsewhere' }]);
  });

  it('leaves no timer behind when it stops', async () => {
    const given = ports({ loaded: () => true, visible: () => new Set<string>() });
    const live = createLive(given);
    live.asked();
    live.take([event('a')]);
    live.arrived(['a']);
    live.stop();
    given.tick();
    await settled();
    expect(given.undone()).toBe(1);
    expect(given.refetch).not.toHaveBeenCalled();
  });

  it('forgets an answer that a refresh has overtaken', async () => {
    const given = ports();
    const live = createLive(given);
    live.take([event('a')]);
    live.reset();
    await settled();
    expect(given.patch).not.toHaveBeenCalled();
  });
});
