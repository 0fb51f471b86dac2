import { randomBytes, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import {
  QR_ALPHABET,
  QR_CODE_LENGTH,
  QR_SECONDS,
  type QrBegun,
  type QrState,
} from '../../../../contract/qrSignIn.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { secretDigest } from '../../../platform/secrets.ts';
import { userAgentOf } from '../../../platform/userAgent.ts';

/** What waits: kept by digests, so that the table lets nobody in. */

const ID_BYTES = 16;
const SECRET_BYTES = 32;

const hash = ({ env }: AppDeps, kind: 'code' | 'secret', text: string): Buffer =>
  secretDigest(env.secretsKey ?? '', `qr/${kind}/${text}`);

const newCode = (): string =>
  Array.from({ length: QR_CODE_LENGTH }, () => QR_ALPHABET[randomInt(QR_ALPHABET.length)]).join('');

const ADD = `insert into sys_qr_sign_in (id, code_hash, secret_hash, ip, browser, os, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

export async function beginQr(
  deps: AppDeps,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<QrBegun> {
  const now = deps.clock.now();
  const id = randomBytes(ID_BYTES).toString('base64url');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const code = newCode();
  const { browser, os } = userAgentOf(userAgent);
  await deps.pool.query(ADD, [
    id,
    hash(deps, 'code', code),
    hash(deps, 'secret', secret),
    ip,
    browser,
    os,
    now,
    new Date(now.getTime() + QR_SECONDS * 1_000),
  ]);
  return { id, code, secret, startsInMs: QR_SECONDS * 1_000 };
}

interface Waiting {
  id: string;
  browser: string | null;
  os: string | null;
  ip: string;
  at: string;
  expiresAt: Date;
}

const SEE = `select id, browser, os, ip, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
    expires_at as "expiresAt"
  from sys_qr_sign_in where code_hash = $1 and user_id is null and not refused and expires_at > $2`;

/** What waits under this code. */
export async function seeQr(deps: AppDeps, code: string): Promise<Waiting | undefined> {
  return (await deps.pool.query<Waiting>(SEE, [hash(deps, 'code', code), deps.clock.now()])).rows[0];
}

const DECIDE = `update sys_qr_sign_in set refused = $4::bigint is null, user_id = $4, confirmed = $5
  where id = $1 and code_hash = $2 and user_id is null and not refused and expires_at > $3`;

/** Approved as somebody, or refused by nobody in particular; true once. */
export async function decideQr(
  deps: AppDeps,
  { id, code }: { id: string; code: string },
  approval: { userId: string; confirmed: boolean } | undefined,
): Promise<boolean> {
  const values = [id, hash(deps, 'code', code), deps.clock.now()];
  const { rowCount } = await deps.pool.query(DECIDE, [
    ...values,
    approval?.userId ?? null,
    approval?.confirmed ?? false,
  ]);
  return rowCount === 1;
}

const STATE = `select case when refused then 'refused' when user_id is null then 'waiting' else 'approved' end as state
  from sys_qr_sign_in where id = $1 and secret_hash = $2 and expires_at > $3`;
const TAKE = `delete from sys_qr_sign_in where id = $1 and secret_hash = $2 and expires_at > $3 and user_id is not null
  returning user_id::text as "userId", confirmed`;

interface Kept {
  id: string;
  secret: string;
}

const kept = (deps: AppDeps, { id, secret }: Kept): unknown[] => [
  id,
  hash(deps, 'secret', secret),
  deps.clock.now(),
];

/** What has become of it, for the browser that asked; undefined for everybody else. */
export async function stateOfQr(deps: AppDeps, given: Kept): Promise<QrState | undefined> {
  return (await deps.pool.query<{ state: QrState }>(STATE, kept(deps, given))).rows[0]?.state;
}

/** Who approved it: handed out once. */
export async function takeQr(
  deps: AppDeps,
  given: Kept,
): Promise<{ userId: string; confirmed: boolean } | undefined> {
  return (await deps.pool.query<{ userId: string; confirmed: boolean }>(TAKE, kept(deps, given))).rows[0];
}

export const dropOldQr = (pool: Pool, now: Date): Promise<unknown> =>
  pool.query('delete from sys_qr_sign_in where expires_at < $1', [now]);
