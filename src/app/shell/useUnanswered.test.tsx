// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CommandOutcome } from '../../../contract/commandOutcome.ts';
import { CallError } from '../../kit/data/CallError.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { forgetToasts, toastLogAtom } from '../../kit/ui/toast.ts';
import { unanswered, untilAnswered } from '../../kit/data/unanswered.ts';
import { useUnanswered } from './useUnanswered.ts';

const server = vi.hoisted(() => ({ outcomes: [] as unknown[], asked: [] as unknown[] }));
vi.mock('../../kit/data/call.ts', async (load) => ({
  ...(await load<object>()),
  call: async (path: string, body: unknown) => {
    if (path.endsWith('/rows')) return { items: [{ id: '7', orderNo: 'W7' }] };
    server.asked.push(body);
    return server.outcomes.length > 1 ? server.outcomes.shift() : server.outcomes[0];
  },
}));

const STORED = 'paydesk:unanswered';
const sent = { key: 'key-of-the-command', resource: 'withdrawal', action: 'apply' };
const signIn = (id: string) => getDefaultStore().set(profileAtom, parseProfile({ id, accountType: 999 }));
const messages = () =>
  getDefaultStore()
    .get(toastLogAtom)
    .map(({ kind, text, description }) => ({ kind, text, description }));

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(() => {
  sessionStorage.clear();
  forgetToasts();
  signIn('1');
  Object.assign(server, { outcomes: [], asked: [] });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The page before sent it and was left. */
const left = (by = '1') => sessionStorage.setItem(STORED, JSON.stringify([{ ...sent, by }]));
async function start(...outcomes: CommandOutcome[]): Promise<void> {
  server.outcomes = outcomes;
  renderHook(() => useUnanswered());
  await vi.advanceTimersByTimeAsync(60_000);
}

test.each([
  [{ rows: 1, id: '7' }, 'W7'],
  [{ rows: 2 }, '2 rows'],
])('names what a command that was not carried out was about', async (about, description) => {
  sessionStorage.setItem(STORED, JSON.stringify([{ ...sent, ...about, by: '1' }]));
  await start({ state: 'none' });
  expect(messages()).toMatchObject([{ kind: 'warning', description }]);
});

test('tells after a reload that a command went through, and which row came of it, once', async () => {
  left();
  await start({ state: 'answered', done: ['7'], refused: [] });
  expect(server.asked).toEqual([{ key: sent.key }]);
  expect(messages()).toEqual([
    { kind: 'success', text: expect.stringContaining('was carried out'), description: 'W7' },
  ]);
  expect(messages()[0]!.text).toContain('Apply');
  cleanup();
  await start({ state: 'answered', done: ['7'], refused: [] });
  expect(messages()).toHaveLength(1);
});

test('counts what waits for a second person as nothing that was carried out', async () => {
  left();
  await start({ state: 'answered', done: ['7'], refused: [], waiting: ['7'] });
  expect(messages()).toEqual([
    { kind: 'info', text: expect.stringContaining('others to decide'), description: 'W7' },
  ]);
  forgetToasts();
  cleanup();
  left();
  await start({ state: 'answered', done: ['7', '8', '9'], refused: [], waiting: ['9'] });
  expect(messages()).toMatchObject([
    { kind: 'success', description: '2 done · 1 wait for others to decide' },
  ]);
});

test('says what it was refused for', async () => {
  left();
  const refused = [{ id: '7', code: 'guard', message: 'The order is closed' }];
  await start({ state: 'answered', done: [], refused });
  expect(messages()).toMatchObject([{ kind: 'error', text: expect.stringContaining('The order is closed') }]);
});

test('waits for one that goes on, and says that nothing was done only when the server still knows of none', async () => {
  left();
  await start({ state: 'none' }, { state: 'running' }, { state: 'answered', done: ['7'], refused: [] });
  expect(messages()).toMatchObject([{ kind: 'success' }]);
  forgetToasts();
  cleanup();
  left();
  server.asked = [];
  await start({ state: 'none' });
  expect(server.asked.length).toBeGreaterThan(1);
  expect(messages()).toMatchObject([{ kind: 'warning', text: expect.stringContaining('nothing was done') }]);
});

test('tells the next person in the tab nothing, and asks nothing for them', async () => {
  left('2');
  await start({ state: 'none' });
  expect(server.asked).toEqual([]);
  expect(messages()).toEqual([]);
});

const stored = () => sessionStorage.getItem(STORED);
const broken = new CallError('no line', { code: 0, errorCode: 'network' });

test('keeps a command until it is answered, without anything that was typed', async () => {
  const answer = Promise.withResolvers<string>();
  const done = untilAnswered(sent, () => answer.promise);
  expect(JSON.parse(stored()!)).toEqual([{ ...sent, by: '1' }]);
  // This page hears the answer itself.
  expect(unanswered()).toEqual([]);
  answer.resolve('said');
  expect(await done).toBe('said');
  expect(stored()).toBeNull();
});

test('asks at once for an answer that this page lost, through any time without the server', async () => {
  await start({ state: 'none' });
  server.outcomes = [undefined, undefined, undefined, undefined, undefined, undefined].map(() =>
    Promise.reject(broken),
  );
  for (const away of server.outcomes as Promise<unknown>[]) away.catch(() => undefined);
  server.outcomes.push({ state: 'answered', done: ['7'], refused: [] });
  await untilAnswered(sent, () => Promise.reject(broken)).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(messages()).toMatchObject([{ kind: 'success', description: 'W7' }]);
  expect(stored()).toBeNull();
});

test('says nothing of one that was sent again and answered meanwhile', async () => {
  await start({ state: 'answered', done: ['7'], refused: [] });
  server.outcomes = [{ state: 'running' }];
  await untilAnswered(sent, () => Promise.reject(broken)).catch(() => undefined);
  await untilAnswered(sent, async () => 'said');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(messages()).toEqual([]);
});

test.each([
  ['the line is down', broken, true],
  ['the server fell', new CallError('502', { code: 502, errorCode: 'http' }), true],
  ['an earlier attempt is in hand', new CallError('busy', { code: 400, errorCode: 'idempotencyBusy' }), true],
  ['it was refused', new CallError('no', { code: 400, errorCode: 'otpWrong' }), false],
])('where %s the answer is still to come or not', async (_why, error, kept) => {
  await untilAnswered(sent, () => Promise.reject(error)).catch(() => undefined);
  expect(stored() !== null).toBe(kept);
});
