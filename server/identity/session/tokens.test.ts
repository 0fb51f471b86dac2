import { expect, it } from 'vitest';
import { ACCESS_SECONDS, readToken, signToken } from './tokens.ts';

const key = new Uint8Array(32).fill(7);
const at = new Date('2026-11-21T20:00:00Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const claims = { userId: '1', sessionId: '2', generation: 3 };
const sign = () => signToken(key, 'access', claims, at, later(ACCESS_SECONDS));

it('knows a token again and sees its time pass', async () => {
  const token = await sign();
  const read = (seconds: number) => readToken(key, 'access', token, later(seconds));
  expect(await read(1)).toEqual({ claims, expired: false });
  expect(await read(ACCESS_SECONDS - 1)).toEqual({ claims, expired: false });
  expect(await read(ACCESS_SECONDS)).toEqual({ claims, expired: true });
  // One that is read for the first time when its time is over.
  expect(await readToken(key, 'access', await sign(), later(ACCESS_SECONDS))).toEqual({
    claims,
    expired: true,
  });
});

it('takes nothing of a known token for granted', async () => {
  const token = await sign();
  expect(await readToken(key, 'access', token, at)).toBeDefined();
  expect(await readToken(key, 'refresh', token, at)).toBeUndefined();
  expect(await readToken(new Uint8Array(32).fill(8), 'access', token, at)).toBeUndefined();
  const [head = '', body = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...claims, sub: '9' })).toString('base64url');
  expect(await readToken(key, 'access', `${head}.${other}.${signature}`, at)).toBeUndefined();
  expect(await readToken(key, 'access', `${head}.${body}.`, at)).toBeUndefined();
});
