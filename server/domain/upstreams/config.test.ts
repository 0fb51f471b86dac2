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
  ['nothing of it', {}, ['Please enter baseUrl!', 'Please enter key!', 'Please enter secret!']],
  ['no address', { ...WHOLE, baseUrl: 'gateway' }, ['BaseUrl must be an http or https address']],
  ['a secret that is too short', { ...WHOLE, secret: 'short' }, ['Secret must have at least 8 characters']],
  ['a name that is nobody’s', { ...WHOLE, timeoutMS: 900 }, ['There is no field timeoutMS']],
  ['a path of no call', { ...WHOLE, paths: { payout: '/x' } }, ['There is no field payout']],
  ['a name of an answer that is nobody’s', { ...WHOLE, answer: { status: 'x' } }, ['status']],
  ['a state that is none', { ...WHOLE, states: { OK: 'done' } }, ['states.OK: OK has no such choice']],
  [
    'a status that proves nothing',
    { ...WHOLE, refusals: [409] },
    ['refusals.0: Refusals has a wrong format'],
  ],
  [
    'several at once',
    { baseUrl: 'x', key: '', secret: 5, timeoutMs: 1 },
    ['BaseUrl', 'key', 'Secret', 'TimeoutMs must be at least 500'],
  ],
])('says of %s what is wrong with it', (_, given, faults) => {
  const found = faultsOfConnection(JSON.stringify(given), 'en');
  if (!Array.isArray(faults)) expect(found).toEqual(faults);
  else
    expect(found).toEqual({
      sentences: faults.map((part) => expect.stringContaining(part) as unknown),
    });
});

it.each(['', '{', '[1]', '"https://x"', 'null'])('takes %j for no connection', (text) => {
  expect(faultsOfConnection(text, 'en')).toBe('json');
  expect(readConnection(KEY, encryptSecret(KEY, text))).toBeUndefined();
});

it('reads what was stored before a name was refused, and nothing under another key', () => {
  const stored = encryptSecret(KEY, JSON.stringify({ ...WHOLE, paths: { payout: '/x' }, old: 1 }));
  expect(readConnection(KEY, stored)).toMatchObject({ ...WHOLE, timeoutMs: 8_000, reportsAmount: true });
  expect(readConnection(KEY, null)).toBeUndefined();
  expect(() => readConnection('other'.repeat(8), stored)).toThrow();
});
