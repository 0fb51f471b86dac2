import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { sm2 } from 'sm-crypto-v2';
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts';

export interface SessionKeys {
  /** 256 bits, one for both kinds of token; typ and aud keep them apart. */
  token: Uint8Array;
  sm2PrivateKey: string;
  sm2PublicKey: string;
}

const KEY_BYTES = 32;

/** First writer wins, so that two servers that boot together agree. */
async function keep(pool: Pool, secretsKey: string, name: string, make: () => string): Promise<string> {
  const read = async () =>
    (await pool.query<{ value: string }>('select value from secret_key where name = $1', [name])).rows[0]
      ?.value;
  const known = await read();
  if (known) return decryptSecret(secretsKey, known);
  await pool.query('insert into secret_key (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    encryptSecret(secretsKey, make()),
  ]);
  return decryptSecret(secretsKey, (await read()) ?? '');
}

/** Keys made at first boot and kept encrypted; SM2 may come from the environment instead. */
export async function loadKeys(
  pool: Pool,
  secretsKey: string,
  sm2Given: string | undefined,
): Promise<SessionKeys> {
  const token = await keep(pool, secretsKey, 'jwt', () => randomBytes(KEY_BYTES).toString('base64url'));
  const sm2PrivateKey =
    sm2Given ?? (await keep(pool, secretsKey, 'sm2', () => sm2.generateKeyPairHex().privateKey));
  return {
    token: Buffer.from(token, 'base64url'),
    sm2PrivateKey,
    sm2PublicKey: sm2.getPublicKeyFromPrivateKey(sm2PrivateKey),
  };
}
