import { expect, it } from 'vitest';
import { encryptSecret } from '../../platform/secrets.ts';
import { faultsOfConnection, readConnection } from './config.ts';

const KEY = 'k'.repeat(32);
const WHOLE = { baseUrl: 'https://gateway.example.com/v1', key: 'paydesk', secret: 'long enough' };
const DIALECT = {
  ...WHOLE,
  paths: { query: '/orders/status' },
  answer: { state: 'data.status', kind: 'data.kind' },
  states: { SUCCESS: 'paid' },
  refusals: [400, 422],
};

it.each([
  ['the example of the documents', DIALECT, { baseUrl: WHOLE.baseUrl }],
  ['the least', WHOLE, { baseUrl: WHOLE.baseUrl }],
  ['nothing of it', {}, ['baseUrl', 'key', 'secret']],
  ['no address', { ...WHOLE, baseUrl: 'gateway' }, ['baseUrl']],
  ['a secret that is too short', { ...WHOLE, secret: 'short' }, ['secret']],
  ['a name that is nobody’s', { ...WHOLE, timeoutMS: 900 }, ['timeoutMS']],
  ['a path of no call', { ...WHOLE, paths: { payout: '/x' } }, ['paths.payout']],
  ['a name of an answer that is nobody’s', { ...WHOLE, answer: { status: 'x' } }, ['answer.status']],
  ['a state that is none', { ...WHOLE, states: { OK: 'done' } }, ['states.OK']],
  ['a status that proves nothing', { ...WHOLE, refusals: [409] }, ['refusals.0']],
])('says of %s what is wrong with it', (_, given, faults) => {
  expect(faultsOfConnection(JSON.stringify(given))).toEqual(faults);
});

it.each(['', '{', '[1]', '"https://x"', 'null'])('takes %j for no connection', (text) => {
  expect(faultsOfConnection(text)).toBe('json');
  expect(readConnection(KEY, encryptSecret(KEY, text))).toBeUndefined();
});

it('reads what was stored before a name was refused, and nothing under another key', () => {
  const stored = encryptSecret(KEY, JSON.stringify({ ...WHOLE, paths: { payout: '/x' }, old: 1 }));
  expect(readConnection(KEY, stored)).toMatchObject({ ...WHOLE, timeoutMs: 8_000, reportsAmount: true });
  expect(readConnection(KEY, null)).toBeUndefined();
  expect(() => readConnection('other'.repeat(8), stored)).toThrow();
});
