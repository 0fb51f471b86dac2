import type { Pool } from 'pg';
import type { IdentityDenial } from '../../../../contract/identityRefusal.ts';
import { newId } from '../../../platform/db/id.ts';
import { SWITCH } from '../../../platform/db/statuses.ts';
import { decryptSecret } from '../../../platform/secrets.ts';

export interface Identity {
  id: string;
  accessKey: string;
  secret: string;
  userId: string;
  tenantId: string;
  bodySigned: boolean;
  lastUsedAt: Date | null;
  /** The identity, its person and their tenant are all switched on, and it is still one of the staff. */
  enabled: boolean;
}

const FIND = `select a.id::text, a.access_key as "accessKey", a.access_secret as secret, u.id::text as "userId",
    u.tenant_id::text as "tenantId", a.body_signed as "bodySigned", a.last_used_at as "lastUsedAt",
    a.status = ${SWITCH.enabled} and u.status = ${SWITCH.enabled} and t.status = ${SWITCH.enabled}
      and u.merchant_id is null and u.tenant_id = a.bind_tenant_id as enabled
  from sys_open_access a join sys_user u on u.id = a.bind_user_id join sys_tenant t on t.id = u.tenant_id
  where lower(a.access_key) = lower($1)`;

/** The identity with its secret in plain text, as it is now: read with every call, so that switching it off works at once. */
export async function findIdentity(
  pool: Pool,
  secretsKey: string,
  accessKey: string,
): Promise<Identity | undefined> {
  const { rows } = await pool.query<Identity>({ name: 'signed-identity', text: FIND, values: [accessKey] });
  const found = rows[0];
  return found && { ...found, secret: decryptSecret(secretsKey, found.secret) };
}

/** Spends a nonce at all servers; false where it was spent before. It shares its table with the keys of merchants. */
export async function spendIdentityNonce(pool: Pool, id: string, nonce: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'signed-nonce',
    text: 'insert into open_nonce (access_key, nonce, seen_at) values ($1, $2, $3) on conflict do nothing',
    values: [`identity/${id}`, nonce, now],
  });
  return rowCount === 1;
}

const USED_AGAIN_MS = 60_000;

/** Notes the use, at most once a minute. */
export async function noteIdentityUse(pool: Pool, identity: Identity, now: Date): Promise<void> {
  const { lastUsedAt, id } = identity;
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < USED_AGAIN_MS) return;
  await pool.query({
    name: 'signed-used',
    text: 'update sys_open_access set last_used_at = $2 where id = $1',
    values: [id, now],
  });
}

interface Denied {
  reason: IdentityDenial;
  method: string;
  path: string;
  ip: string;
}

/** Keeps why a call under an existing key was refused, for whoever looks after the key. */
export async function noteDenial(pool: Pool, accessId: string, denied: Denied, now: Date): Promise<void> {
  const { reason, method, path, ip } = denied;
  await pool.query({
    name: 'signed-denied',
    text: `insert into sys_open_access_refusal (id, access_id, reason, method, path, ip, refused_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [newId(), accessId, reason, method, path.slice(0, 500), ip, now],
  });
}

/** Refusals are kept this long for whoever asks what happened. */
const KEEP_MS = 30 * 86_400_000;

export const dropOldDenials = (pool: Pool, now: Date): Promise<unknown> =>
  pool.query('delete from sys_open_access_refusal where refused_at < $1', [
    new Date(now.getTime() - KEEP_MS),
  ]);
