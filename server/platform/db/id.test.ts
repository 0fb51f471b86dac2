import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FIRST_SPARE_NODE, type IdNode, msOf } from './id.ts';

const START = Date.UTC(2026, 0, 1);

const nodeOf = (id: string) => Number((BigInt(id) >> 12n) & 1023n);

/** A process of its own, so to speak: nothing made yet. */
async function freshIds() {
  vi.resetModules();
  return import('./id.ts');
}
const leased = (over: Partial<IdNode> = {}): IdNode => ({
  node: 7,
  afterMs: START - 1,
  untilMs: START + 60_000,
  heldUntil: performance.now() + 55_000,
  ...over,
});

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

it('uses a number that is never leased where there is no lease', async () => {
  const { newId } = await freshIds();
  expect(nodeOf(newId())).toBeGreaterThanOrEqual(FIRST_SPARE_NODE);
});

it('makes ids of the leased number until the lease is over, whatever the wall clock says, or given back', async () => {
  const { newId, setIdNode } = await freshIds();
  setIdNode(leased());
  expect(nodeOf(newId())).toBe(7);
  vi.advanceTimersByTime(54_000);
  newId();
  vi.setSystemTime(START - 3_600_000);
  newId();
  vi.advanceTimersByTime(1_000);
  expect(() => newId()).toThrow('may make no ids');
  setIdNode(leased());
  newId();
  setIdNode('lost');
  expect(() => newId()).toThrow('may make no ids');
});

it('begins after the last millisecond of the holder before, though the clock is earlier', async () => {
  const { newId, setIdNode } = await freshIds();
  setIdNode(leased({ afterMs: START + 3_600_000, untilMs: START + 3_660_000 }));
  const [first, second] = [newId(), newId()];
  expect(msOf(first)).toBe(START + 3_600_001);
  expect(BigInt(second)).toBeGreaterThan(BigInt(first));
});

it('makes no id beyond what the lease covers', async () => {
  const { newId, setIdNode } = await freshIds();
  setIdNode(leased({ untilMs: START + 10 }));
  newId();
  vi.setSystemTime(START + 11);
  expect(() => newId()).toThrow('may make no ids');
});

it('follows the clock it is given', async () => {
  const { newId, setIdClock } = await freshIds();
  setIdClock(() => START + 150_000.7);
  expect(msOf(newId())).toBe(START + 150_000);
});
