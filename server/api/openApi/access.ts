import { BlockList, isIP } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { decryptSecret } from '../../platform/secrets.ts';
import { MERCHANT_STATUS, SWITCH } from '../../platform/db/statuses.ts';

/** Why a call was not let in; openReason of the log. */
export type Denial =
  | 'headers'
  | 'milliseconds'
  | 'unknownKey'
  | 'disabled'
  | 'clock'
  | 'signature'
  | 'address'
  | 'replay';

export interface Access {
  id: string;
  accessKey: string;
  secret: string;
  merchantId: string;
  tenantId: string;
  callbackUrl: string | null;
  allowAddresses: string | null;
  lastUsedAt: Date | null;
  enabled: boolean;
}

/** The key with its merchant, by its name. */
export const FIND_ACCESS = `select a.id::text, a.access_key as "accessKey", a.access_secret as secret, a.merchant_id::text as "merchantId",
    m.tenant_id::text as "tenantId", m.callback_url as "callbackUrl", a.allow_addresses as "allowAddresses",
    a.last_used_at as "lastUsedAt", a.status = ${SWITCH.enabled}
      and m.status in (${MERCHANT_STATUS.active}, ${MERCHANT_STATUS.frozen})
      and t.status = ${SWITCH.enabled} as enabled
  from open_access a join merchant m on m.id = a.merchant_id join sys_tenant t on t.id = m.tenant_id where a.access_key = $1`;

/** The key with its secret in plain text; undefined where nobody has it. */
export async function findAccess(
  pool: Pool,
  secretsKey: string,
  accessKey: string,
): Promise<Access | undefined> {
  const { rows } = await pool.query<Access>({ name: 'open-access', text: FIND_ACCESS, values: [accessKey] });
  const found = rows[0];
  return found && { ...found, secret: decryptSecret(secretsKey, found.secret) };
}

const LINES = /[\s,;]+/;

/** True for an IP address, or a network as address/prefix. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  if (!isIP(address) || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most);
}

export const networksOf = (text: string | null): string[] => (text ?? '').split(LINES).filter(Boolean);

/** An empty list lets everybody in; a mapped IPv4 address counts as itself. */
export function isAllowed(allowAddresses: string | null, ip: string): boolean {
  const networks = networksOf(allowAddresses);
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Spends a nonce; false where it was spent before. In the call's own transaction: who is refused may try again. */
export async function spendNonce(
  db: Pool | PoolClient,
  accessKey: string,
  nonce: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'open-nonce',
    text: 'insert into open_nonce (access_key, nonce, seen_at) values ($1, $2, $3) on conflict do nothing',
    values: [accessKey, nonce, now],
  });
  return rowCount === 1;
}

const USED_AGAIN_MS = 60_000;

const USED = `with used as (update open_access set last_used_at = $2 where id = $1 returning id, merchant_id)
  insert into outbox (resource, row_id, change, merchant_id) select 'openAccess', id, 'update', merchant_id from used`;

/** Notes the use of a key, at most once a minute: a busy key is not written at every call. */
export async function noteUse(pool: Pool, access: Access, now: Date): Promise<void> {
  if (access.lastUsedAt && now.getTime() - access.lastUsedAt.getTime() < USED_AGAIN_MS) return;
  await pool.query({ name: 'open-used', text: USED, values: [access.id, now] });
}
