import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { sharedTurnsByPool, turnsByPool } from './turns.ts';

const pool = {} as Pool;

describe('turns of one owner', () => {
  it('come in order, as many at once as are allowed, and to nobody else', async () => {
    const turns = turnsByPool({ atOnce: 2, longestQueue: 10, patienceMs: 10_000 })(pool);
    const order: number[] = [];
    const [first, second] = await Promise.all([turns.begin('a'), turns.begin('a')]);
    const waiting = [1, 2, 3].map(async (n) => {
      const end = await turns.begin('a');
      order.push(n);
      end?.();
    });
    expect(await turns.begin('b')).toBeTypeOf('function');
    expect(order).toEqual([]);
    first?.();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
    second?.();
  });

  it('are refused where the queue is full, and where a turn does not come in time', async () => {
    const turns = turnsByPool({ atOnce: 1, longestQueue: 1, patienceMs: 20 })(pool);
    const end = await turns.begin('a');
    const patient = turns.begin('a');
    expect(await turns.begin('a')).toBeUndefined();
    expect(await patient).toBeUndefined();
    end?.();
    expect(await turns.begin('a')).toBeTypeOf('function');
  });

  it('are refused at once while what they need is held, all but those that try it', async () => {
    const turns = turnsByPool({ atOnce: 1, longestQueue: 10, patienceMs: 600_000 })(pool);
    const end = await turns.begin('a');
    const waiting = turns.begin('a');
    end?.(true);
    expect(await waiting).toBeUndefined();
    // One at a time may try, the others are still sent away.
    const again = await turns.begin('a');
    expect(again).toBeTypeOf('function');
    expect(await turns.begin('a')).toBeUndefined();
    again?.();
    const next = await turns.begin('a');
    const patient = turns.begin('a');
    next?.();
    expect(await patient).toBeTypeOf('function');
  });
});

describe('turns of several owners', () => {
  const own = { atOnce: 1, longestQueue: 2, patienceMs: 600_000 };

  it('go to whoever comes next, however many one of them has asked for', async () => {
    const turns = sharedTurnsByPool(own, { atOnce: 1, longestQueue: 10, patienceMs: 600_000 })(pool);
    const order: string[] = [];
    const turn = async (owner: string) => {
      const end = await turns.begin(owner);
      order.push(end ? owner : `${owner} refused`);
      return end;
    };
    const first = await turn('a');
    const others = ['a', 'a', 'a', 'b'].map(async (owner) => (await turn(owner))?.());
    // The fourth of one owner is refused; the first of the other one waits.
    await expect.poll(() => order).toEqual(['a', 'a refused']);
    first?.();
    await Promise.all(others);
    expect(order).toEqual(['a', 'a refused', 'b', 'a', 'a']);
  });

  it('that do not come in time leave their owner free to ask again', async () => {
    const turns = sharedTurnsByPool(own, { atOnce: 1, longestQueue: 10, patienceMs: 20 })(pool);
    const end = await turns.begin('a');
    expect(await turns.begin('b')).toBeUndefined();
    end?.();
    expect(await turns.begin('b')).toBeTypeOf('function');
  });
});
