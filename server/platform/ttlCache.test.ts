import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TtlCache } from './ttlCache.ts';

/** A load that takes so many ms, and how often it ran. */
function counting(ms = 0) {
  const state = { loads: 0 };
  const load = async () => {
    state.loads += 1;
    const mine = state.loads;
    await sleep(ms);
    return mine;
  };
  return { state, load };
}

test('callers of one key share a load, and its answer while that is fresh', async () => {
  const cache = new TtlCache<number>({ ttlMs: 60_000 });
  const { state, load } = counting(5);
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
  expect(await cache.get('a', load)).toBe(1);
  expect(await cache.get('b', load)).toBe(2);
  cache.drop('a');
  expect(await cache.get('a', load)).toBe(3);
  cache.clear();
  expect(await cache.get('a', load)).toBe(4);
  expect(state.loads).toBe(4);
});

test('a failed load is not kept', async () => {
  const cache = new TtlCache<number>({ ttlMs: 60_000 });
  await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('a', async () => 7)).toBe(7);
});

test('the time to live begins with the load, or with the answer', async () => {
  const ages = async (from: 'load' | 'answer') => {
    const cache = new TtlCache<number>({ ttlMs: 100, from });
    const { load } = counting(150);
    await cache.get('a', load);
    return cache.peek('a');
  };
  expect(await ages('load')).toBeUndefined();
  expect(await ages('answer')).toBe(1);
});

test('a slow load is shared for longer than its answer lives', async () => {
  const cache = new TtlCache<number>({ ttlMs: 1, from: 'answer' });
  const { state, load } = counting(30);
  const first = cache.get('a', load);
  await sleep(10);
  expect([await cache.get('a', load), await first, state.loads]).toEqual([1, 1, 1]);
});

test('an answer says how long it lives, and is dropped only while it is the one that is kept', async () => {
  const cache = new TtlCache<string>({ from: 'answer' });
  await cache.get(
    'a',
    async () => 'stale at once',
    () => 0,
  );
  expect(cache.peek('a')).toBeUndefined();
  cache.set('a', 'kept', 60_000);
  cache.dropAnswer('a', 'another');
  expect(cache.peek('a')).toBe('kept');
  cache.dropAnswer('a', 'kept');
  expect(cache.peek('a')).toBeUndefined();
});

test('beyond its size the oldest go first', async () => {
  const cache = new TtlCache<number>({ ttlMs: 60_000, most: 2 });
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) await cache.get(key, async () => value);
  expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([undefined, 2, 3]);
});
