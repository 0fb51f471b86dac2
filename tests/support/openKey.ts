import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { newId } from '../../server/platform/db/id.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import type { OpenKey } from './openClient.ts';
import { SECRETS_KEY } from './server.ts';

/** A key of the Open API for a merchant, as the screen would have made it. */
export async function openKeyOf(pool: Pool, merchantId: string): Promise<OpenKey> {
  const key = { accessKey: `ak_${randomUUID()}`, secret: randomUUID() };
  await pool.query(
    `insert into open_access (id, tenant_id, merchant_id, access_key, access_secret)
     select $1, tenant_id, id, $3, $4 from merchant where id = $2`,
    [newId(), merchantId, key.accessKey, encryptSecret(SECRETS_KEY, key.secret)],
  );
  return key;
}
