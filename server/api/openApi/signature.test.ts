import { expect, it } from 'vitest';
import { isSameSign, signText } from '../../platform/http/signing.ts';
import { canonicalOf } from './signature.ts';

const signed = {
  method: 'POST',
  path: '/api/open/balance',
  accessKey: 'ak_1',
  timestamp: '1760000000',
  nonce: 'n-1',
  body: '{}',
};

it('signs method, path, key, time, nonce and the digest of the body', () => {
  const canonical = canonicalOf(signed);
  expect(canonical).toBe(
    'POST&/api/open/balance&ak_1&1760000000&n-1&44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  );
  expect(signText('secret', canonical)).toBe(signText('secret', canonical));
});

it.each(['method', 'path', 'accessKey', 'timestamp', 'nonce', 'body'] as const)('covers the %s', (name) => {
  const other = canonicalOf({ ...signed, [name]: `${signed[name]}x` });
  expect(isSameSign(signText('secret', other), signText('secret', canonicalOf(signed)))).toBe(false);
});
