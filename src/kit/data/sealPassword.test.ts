import { sm2 } from 'sm-crypto-v2';
import { afterEach, expect, test, vi } from 'vitest';
import { sealPassword } from './sealPassword.ts';

afterEach(() => void vi.unstubAllEnvs());

test('without a key the password goes as it is, over TLS', async () => {
  expect(await sealPassword('pässword 密码')).toBe('pässword 密码');
});

test('with a key it is SM2 in C1C3C2, lowercase hex, without the leading 04', async () => {
  const { publicKey, privateKey } = sm2.generateKeyPairHex();
  vi.stubEnv('VITE_SM_PUBLIC_KEY', publicKey);
  const sealed = await sealPassword('pässword 密码');
  expect(sealed).toMatch(/^[0-9a-f]+$/);
  // C1 is a point of 64 bytes, C3 a hash of 32, C2 as long as the text: nothing else, so no 04 before them.
  expect(sealed).toHaveLength(2 * (64 + 32 + new TextEncoder().encode('pässword 密码').length));
  expect(sm2.doDecrypt(sealed, privateKey, 1)).toBe('pässword 密码');
});
