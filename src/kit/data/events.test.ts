// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoff, deliver, events } from './events.ts';
import { parseFrame } from './stream.ts';

const event = (
  seq: number,
  id: string,
  change: 'add' | 'update' | 'delete' = 'update',
  resource = 'collectOrder',
) => ({
  seq,
  id,
  change,
  resource,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst reaches a subscriber once per 100 ms, the last event of each row', () => {
  const heard = vi.fn();
  const undo = events.subscribe('collectOrder', heard);
  for (let seq = 1; seq <= 1_000; seq += 1) deliver([event(seq, String(seq % 3))]);
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(
    heard.mock.calls[0]![0].map((each: { seq: number }) => each.seq).toSorted(
      (a: number, b: number) => a - b,
    ),
  ).toEqual([998, 999, 1_000]);
  undo();
  deliver([event(1_001, '1')]);
  vi.advanceTimersByTime(100);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('ten deliveries a second at most', () => {
  const heard = vi.fn();
  const undo = events.subscribe('collectOrder', heard);
  for (let ms = 0; ms < 1_000; ms += 5) {
    deliver([event(ms, String(ms))]);
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(100);
  expect(heard.mock.calls.length).toBeLessThanOrEqual(10);
  undo();
});

test('a new row that changes at once is still new', () => {
  const heard = vi.fn();
  const undo = events.subscribe('*', heard);
  deliver([event(1, 'a', 'add'), event(2, 'a', 'update'), event(3, 'b', 'add', 'merchant')]);
  vi.advanceTimersByTime(100);
  expect(heard.mock.calls.map(([batch]) => batch)).toEqual([
    [event(2, 'a', 'add')],
    [event(3, 'b', 'add', 'merchant')],
  ]);
  undo();
});

test('frames', () => {
  const one = event(7, 'a');
  expect(parseFrame('change', JSON.stringify([one]), '7')).toEqual({
    kind: 'change',
    events: [one],
    seq: '7',
  });
  expect(parseFrame('hello', '{"seq":5,"time":"x"}', undefined)).toEqual({ kind: 'hello', seq: '5' });
  expect(parseFrame('resync', '', '9')).toEqual({ kind: 'resync', seq: '9' });
  expect(parseFrame('change', 'not json', '1')).toBeUndefined();
});

test('waiting grows, is jittered and has an end', () => {
  expect([backoff(0, 0), backoff(0, 1), backoff(3, 1), backoff(50, 1)]).toEqual([250, 500, 4_000, 20_000]);
});
