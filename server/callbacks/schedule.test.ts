import { describe, expect, it } from 'vitest';
import { newId } from '../db/id.ts';
import { queueOf } from './schedule.ts';

const url = 'https://shop.example/pay/notify';

describe('the queues of an endpoint', () => {
  it('are two, and ids made one after another fill both', () => {
    const counts = new Map<string, number>();
    for (let made = 0; made < 400; made += 1) {
      // The next millisecond starts its counter anew, as it does when orders come one at a time.
      const id = String(BigInt(newId()) + (BigInt(made) << 22n));
      const queue = queueOf(url, id);
      counts.set(queue, (counts.get(queue) ?? 0) + 1);
    }
    expect(counts.size).toBe(2);
    expect(Math.min(...counts.values())).toBeGreaterThan(100);
  });

  it('are shared by one address whatever its query, and not by two paths of a host', () => {
    const id = newId();
    expect(queueOf(`${url}?order=1`, id)).toBe(queueOf(`${url}?order=2`, id));
    expect(queueOf('https://shop.example/other', id)).not.toBe(queueOf(url, id));
  });
});
