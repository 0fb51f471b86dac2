import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { connectionAtom, lineFaultAtom, onHeard } from './line.ts';
import { toast } from '../ui/toast.ts';

const store = getDefaultStore();

const DOWN = {
  code: 503,
  type: 'error',
  message: 'The database cannot be reached just now',
  result: null,
  extras: { errorCode: 'databaseDown' },
};
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Whether the server reaches its database. */
let reaches = false;

beforeEach(() => {
  vi.useFakeTimers();
  reaches = false;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/ready')) return answer(reaches ? 200 : 503, { checks: { database: reaches } });
    return reaches ? answer(200, { code: 200, result: 'row' }) : answer(503, DOWN);
  });
  store.set(connectionAtom, 'live');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  store.set(connectionAtom, 'connecting');
});

const read = () => call('collectOrder/page', { page: 1 }).catch((error: Error) => error.message);

it('cuts the line where the database cannot be reached, and leaves it to the banner to say so', async () => {
  const told = vi.spyOn(toast, 'error');
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill(DOWN.message));
  expect([store.get(connectionAtom), store.get(lineFaultAtom)]).toEqual(['offline', 'database']);
  expect(told).not.toHaveBeenCalled();
});

it('says it of a command, whose caller waits for an answer', async () => {
  const told = vi.spyOn(toast, 'error');
  await call('collectOrder/settle', { ids: ['1'] }, { idempotencyKey: 'k1' }).catch(() => undefined);
  expect(told).toHaveBeenCalledOnce();
});

it('asks until the database is back, and only then counts as heard', async () => {
  const heard = vi.fn<() => void>();
  const stop = onHeard(heard);
  await read();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).not.toHaveBeenCalled();
  reaches = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(heard).toHaveBeenCalled();
  stop();
});

it('is no cut before a stream has been open: a sign-in is told by its form', async () => {
  store.set(connectionAtom, 'connecting');
  await read();
  expect(store.get(connectionAtom)).toBe('connecting');
});
