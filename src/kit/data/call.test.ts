// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { toastLogAtom } from '../ui/toast.ts';
import { CallError } from './CallError.ts';
import { call, lockedAtom } from './call.ts';
import { getCookie } from './cookie.ts';
import { clearPair, storePair, tokenHeaders } from './token.ts';

const forget = vi.hoisted(() => vi.fn());
vi.mock('./signOut.ts', () => ({ forgetSession: forget }));

const NOW = Date.parse('2026-11-21T08:00:00Z');
const token = (expSeconds: number): string => `h.${btoa(JSON.stringify({ exp: NOW / 1000 + expSeconds }))}.s`;

const answers = vi.fn<(url: string, init: RequestInit) => Response>();
const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { headers: { date: new Date(NOW).toUTCString() }, ...init });
const headersOf = (index = 0): Record<string, string> =>
  answers.mock.calls[index]![1].headers as Record<string, string>;
const latestToast = () => getDefaultStore().get(toastLogAtom)[0];

beforeAll(() => startI18n(['app']));
beforeEach(() => {
  answers.mockReset();
  forget.mockReset();
  clearPair();
  getDefaultStore().set(toastLogAtom, []);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => answers(url, init));
});
afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  test('without a body it is a GET under /api, with one a POST of json-patch', async () => {
    answers.mockImplementation(() => json({ code: 200, result: 1 }));
    await call('sysAuth/userInfo', undefined, { query: { a: 1, b: undefined } });
    await call('/health', {});
    expect(answers.mock.calls.map(([url, init]) => [init.method, url])).toEqual([
      ['GET', '/api/sysAuth/userInfo?a=1'],
      ['POST', '/health'],
    ]);
    expect(headersOf(1)['Content-Type']).toBe('application/json-patch+json');
  });

  test('every call names the device, the language and the zone', async () => {
    answers.mockReturnValue(json({ code: 200, result: 1 }));
    await call('x');
    expect(headersOf()).toMatchObject({
      'Accept-Language': expect.any(String),
      'Time-Zone': expect.any(String),
    });
    expect(headersOf()['cf-idf']).toBe(getCookie('cf-idf'));
    expect(headersOf()['cf-ids']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a young token goes alone; one expired by the clock of the server brings the refresh token', async () => {
    answers.mockImplementation(() => json({ code: 200, result: 1 }));
    await call('x');
    storePair(token(60), 'refresh');
    expect(tokenHeaders()).not.toHaveProperty('X-Authorization');
    // So close to its end that it may end on the way.
    storePair(token(2), 'refresh');
    expect(tokenHeaders()).toHaveProperty('X-Authorization');
    storePair(token(-1), 'refresh');
    expect(tokenHeaders()).toEqual({
      Authorization: `Bearer ${token(-1)}`,
      'X-Authorization': 'Bearer refresh',
    });
  });
});

describe('session', () => {
  test('a token that the server calls invalid is renewed once before the session is given up', async () => {
    storePair(token(500), 'refresh');
    const invalid = () =>
      json({ code: 401, message: 'x' }, { status: 401, headers: { 'access-token': 'invalid_token' } });
    answers.mockImplementationOnce(invalid).mockImplementationOnce(() => json({ code: 200, result: 7 }));
    expect(await call('x')).toBe(7);
    expect(headersOf(1)['X-Authorization']).toBe('Bearer refresh');
    expect(forget).not.toHaveBeenCalled();
    answers.mockImplementation(invalid);
    await expect(call('x')).rejects.toBeInstanceOf(CallError);
    expect(answers).toHaveBeenCalledTimes(4);
    expect(forget).toHaveBeenCalled();
  });

  test('a fresh pair in the headers replaces the stored one', async () => {
    storePair(token(-1), 'old');
    answers.mockReturnValue(
      json({ code: 200, result: 1 }, { headers: { 'access-token': token(600), 'x-access-token': 'new' } }),
    );
    await call('x');
    expect([getCookie('access-token'), getCookie('x-access-token')]).toEqual([token(600), 'new']);
  });

  test('a late answer neither replaces a younger pair nor brings back a cleared one', async () => {
    const late = { headers: { 'access-token': token(300), 'x-access-token': 'late' } };
    storePair(token(600), 'newest');
    answers.mockImplementation(() => json({ code: 200, result: 1 }, late));
    await call('x');
    expect(getCookie('x-access-token')).toBe('newest');
    clearPair();
    await call('x');
    expect(getCookie('access-token')).toBe('');
  });

  test.each([
    ['body code 401', () => json({ code: 401, message: 'no' })],
    ['HTTP 401', () => new Response('', { status: 401 })],
  ])('%s ends the session', async (_name, answer) => {
    answers.mockImplementation(answer);
    await expect(call('x')).rejects.toBeInstanceOf(CallError);
    expect(forget).toHaveBeenCalled();
    expect(latestToast()).toBeUndefined();
  });

  test('the header invalid_token ends the session', async () => {
    answers.mockReturnValue(json({ code: 200, result: 1 }, { headers: { 'access-token': 'invalid_token' } }));
    await call('x');
    expect(forget).toHaveBeenCalledTimes(1);
  });

  test('a locked screen is not the end of a session', async () => {
    answers.mockReturnValue(json({ code: 401, message: 'locked', extras: { errorCode: 'locked' } }));
    await expect(call('x')).rejects.toMatchObject({ errorCode: 'locked' });
    expect([forget.mock.calls.length, getDefaultStore().get(lockedAtom)]).toEqual([0, true]);
  });
});

describe('answers', () => {
  test('the result of an envelope, and an answer without a code as it is', async () => {
    answers.mockReturnValueOnce(json({ code: 200, result: { a: 1 } })).mockReturnValueOnce(json(200));
    expect([await call('x'), await call('x')]).toEqual([{ a: 1 }, 200]);
  });

  test('a refusal is a toast and an error with its stable code', async () => {
    answers.mockReturnValue(
      json({ code: 400, message: 'Held by r.iyer', extras: { errorCode: 'claimedByOther', traceId: 't1' } }),
    );
    await expect(call('x')).rejects.toMatchObject({ code: 400, errorCode: 'claimedByOther', traceId: 't1' });
    expect(latestToast()).toMatchObject({ kind: 'error', text: 'Held by r.iyer' });
  });

  test('customCatch leaves the telling to the caller', async () => {
    answers.mockReturnValue(json({ code: 400, message: 'no' }));
    await expect(call('x', {}, { customCatch: true })).rejects.toThrow('no');
    expect(latestToast()).toBeUndefined();
  });

  test('validation texts stay with their fields', async () => {
    answers.mockReturnValue(json({ code: 400, message: { rate: ['Please enter rate!'] } }));
    await expect(call('x')).rejects.toMatchObject({
      message: 'Please enter rate!',
      fields: { rate: ['Please enter rate!'] },
    });
  });

  test('a body with errors carries them', async () => {
    answers.mockReturnValue(json({ errors: { a: 1 } }, { status: 400 }));
    await expect(call('x')).rejects.toThrow('{"a":1}');
  });

  test('an HTTP failure shows its status text', async () => {
    answers.mockReturnValue(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    await expect(call('x')).rejects.toMatchObject({ code: 502, message: 'Bad Gateway' });
  });

  test('a broken line is code 0, and a call that its caller gave up says nothing', async () => {
    answers.mockImplementation(() => {
      throw new TypeError('fetch failed');
    });
    await expect(call('x')).rejects.toMatchObject({ code: 0, errorCode: 'network' });
    getDefaultStore().set(toastLogAtom, []);
    const stop = new AbortController();
    stop.abort();
    await expect(call('x', undefined, { signal: stop.signal })).rejects.toThrow();
    expect(latestToast()).toBeUndefined();
  });
});
