// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { toastLogAtom } from '../ui/toast.ts';
import { CallError } from './CallError.ts';
import { call, lockedAtom } from './call.ts';
import { getCookie } from './cookie.ts';
import { clearPair, storePair } from './token.ts';

const forget = vi.hoisted(() => vi.fn());
vi.mock('./signOut.ts', () => ({ forgetSession: forget }));

const NOW = Date.parse('2026-11-21T08:00:00Z');
const token = (expSeconds: number): string => `h.${btoa(JSON.stringify({ exp: NOW / 1000 + expSeconds }))}.s`;

const answers = vi.fn<(url: string, init: RequestInit) => Response>();
const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { headers: { date: new Date(NOW).toUTCString() }, ...init });
/** The headers that bring a fresh pair. */
const fresh = (expSeconds: number): ResponseInit => ({
  headers: {
    date: new Date(NOW).toUTCString(),
    'access-token': token(expSeconds),
    'x-access-token': 'new',
  },
});
const invalid = (): Response =>
  json({ code: 401, message: 'x' }, { status: 401, headers: { 'access-token': 'invalid_token' } });
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

test('fills the places of a path, and sends nothing while one of them has no value', async () => {
  answers.mockReturnValue(json({ code: 200, result: 1 }));
  await call('sysCache/delete/{key}', {}, { params: { key: 'a:b/c' } });
  expect(answers.mock.calls[0]![0]).toBe('/api/sysCache/delete/a%3Ab%2Fc');
  const missing = call('sysCache/delete/{key}', {}, { params: { key: undefined } });
  await expect(missing).rejects.toMatchObject({ errorCode: 'requiredParameter' });
  expect(answers.mock.calls).toHaveLength(1);
  expect(latestToast()?.text).toContain('key');
});

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

  test('a token goes alone, however near its end; one expired by the clock of the server is followed first', async () => {
    storePair(token(2), 'refresh');
    answers.mockImplementation((_url, init) => {
      const renewing = 'X-Authorization' in (init.headers as Record<string, string>);
      return json({ code: 200, result: 1 }, renewing ? fresh(600) : {});
    });
    await call('x');
    expect(headersOf()).not.toHaveProperty('X-Authorization');
    storePair(token(-1), 'refresh');
    await call('x');
    expect(headersOf(1)).toMatchObject({
      Authorization: `Bearer ${token(-1)}`,
      'X-Authorization': 'Bearer refresh',
    });
    expect(headersOf(2).Authorization).toBe(`Bearer ${token(600)}`);
    expect(headersOf(2)).not.toHaveProperty('X-Authorization');
  });
});

describe('session', () => {
  test('a token that the server calls invalid is followed once before the session is given up', async () => {
    storePair(token(500), 'refresh');
    answers
      .mockImplementationOnce(invalid)
      .mockImplementationOnce(() => json({ code: 200, result: 1 }, fresh(600)))
      .mockImplementationOnce(() => json({ code: 200, result: 7 }));
    expect(await call('x')).toBe(7);
    expect(headersOf(1)['X-Authorization']).toBe('Bearer refresh');
    expect(forget).not.toHaveBeenCalled();
    answers.mockImplementation(invalid);
    await expect(call('x')).rejects.toBeInstanceOf(CallError);
    expect(answers).toHaveBeenCalledTimes(5);
    expect(forget).toHaveBeenCalled();
  });

  test('of many calls on a slow line one asks for the pair, though its caller gives up, and the others wait for it', async () => {
    storePair(token(-1), 'old');
    let answer: (response: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => (answer = resolve));
    const asked: Record<string, string>[] = [];
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      asked.push(init.headers as Record<string, string>);
      return 'X-Authorization' in asked.at(-1)! ? held : json({ code: 200, result: 1 });
    });
    const stop = new AbortController();
    const first = call('x', undefined, { signal: stop.signal });
    const others = Array.from({ length: 12 }, () => call('x'));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stop.abort();
    answer(json({ code: 200, result: 1 }, fresh(600)));
    await expect(first).rejects.toThrow();
    expect(await Promise.all(others)).toEqual(others.map(() => 1));
    expect(asked.filter((headers) => 'X-Authorization' in headers)).toHaveLength(1);
    expect(asked.slice(1).every((headers) => headers.Authorization === `Bearer ${token(600)}`)).toBe(true);
  });

  test('a refusal of a token that was replaced meanwhile is asked again with the one in force', async () => {
    storePair(token(300), 'old');
    answers
      .mockImplementationOnce(() => {
        storePair(token(600), 'new');
        return invalid();
      })
      .mockImplementationOnce(() => json({ code: 200, result: 7 }));
    expect(await call('x')).toBe(7);
    expect(headersOf(1)).toMatchObject({ Authorization: `Bearer ${token(600)}` });
    expect(headersOf(1)).not.toHaveProperty('X-Authorization');
    expect(forget).not.toHaveBeenCalled();
  });

  test('a broken line while the pair is asked for does not end the session', async () => {
    storePair(token(-1), 'old');
    answers.mockImplementation(() => {
      throw new TypeError('fetch failed');
    });
    await expect(call('x')).rejects.toMatchObject({ errorCode: 'network' });
    expect(forget).not.toHaveBeenCalled();
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
