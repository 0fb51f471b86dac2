import { expect, it } from 'vitest';
import { EMPTY_LOG, KEPT, type LogEvent, messageLog } from './messageLog.ts';

const came = (count: number, dropped = 0): LogEvent => ({
  kind: 'came',
  dropped,
  messages: Array.from({ length: count }, () => ({
    at: '2026-11-27T00:00:00.000Z',
    topic: 'a',
    qos: 0,
    retain: false,
    bytes: 0,
    payload: '',
  })),
});
const after = (...events: LogEvent[]) => events.reduce(messageLog, EMPTY_LOG);
const keys = (log: typeof EMPTY_LOG) => log.shown.map(({ key }) => key);

it('keeps the newest, and counts all of them with those that were dropped', () => {
  const log = after(came(2), came(KEPT, 3));
  expect(log.shown).toHaveLength(KEPT);
  expect([log.shown[0]!.key, log.total, log.dropped]).toEqual(['2', KEPT + 5, 3]);
});

it('shows what came during a pause once it is over, in its order', () => {
  const paused = after(came(1), { kind: 'paused', paused: true }, came(2));
  expect([keys(paused), paused.held.length, paused.total]).toEqual([['0'], 2, 3]);
  expect(keys(messageLog(paused, { kind: 'paused', paused: false }))).toEqual(['0', '1', '2']);
});

it('begins again when it is cleared, and repeats no key', () => {
  const log = after(came(2, 1), { kind: 'cleared' }, came(1));
  expect([keys(log), log.total, log.dropped]).toEqual([['2'], 1, 0]);
});
