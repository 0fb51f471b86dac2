import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { userAgentOf } from '../../platform/userAgent.ts';
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts';
import { ACCESS_SECONDS, digest, type Pair, signToken, type TokenClaims } from './tokens.ts';

/** Renewed at every rotation; a session that nobody uses for this long ends. */
const IDLE_MS = 7 * 86_400_000;
/** A refresh token that was followed by another yields the newest pair this long (wire.md). */
export const GRACE_MS = 30_000;
/** Remembered of one family at most. */
const SPENT_MOST = 20;

export interface SessionRow {
  id: string;
  userId: string;
  lockedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
  bindingHash: Buffer | null;
}

export interface NewSession {
  userId: string;
  binding: string | undefined;
  /** Digest of the cookie that its browser keeps. */
  device: Buffer | undefined;
  ip: string;
  /** Where that is, a JSON map of locale to text; nobody may know. */
  location?: string | undefined;
  userAgent: string;
}

interface StoredRow extends SessionRow {
  generation: number;
  refreshHash: Buffer;
  previousHash: Buffer | null;
  rotatedAt: Date;
  successor: string | null;
}

const COLUMNS = `id::text, user_id::text as "userId", locked_at as "lockedAt", revoked_at as "revokedAt",
  expires_at as "expiresAt", binding_hash as "bindingHash", generation, refresh_hash as "refreshHash",
  previous_hash as "previousHash", rotated_at as "rotatedAt", successor`;

async function signPair(key: Uint8Array, claims: TokenClaims, now: Date): Promise<Pair> {
  const accessEnds = new Date(now.getTime() + ACCESS_SECONDS * 1000);
  const refreshEnds = new Date(now.getTime() + IDLE_MS);
  return {
    access: await signToken(key, 'access', claims, now, accessEnds),
    refresh: await signToken(key, 'refresh', claims, now, refreshEnds),
  };
}

export async function openSession(
  pool: Pool,
  key: Uint8Array,
  given: NewSession,
  now: Date,
): Promise<Pair & { sessionId: string }> {
  const sessionId = newId();
  const { browser, os } = userAgentOf(given.userAgent);
  const pair = await signPair(key, { userId: given.userId, sessionId, generation: 1 }, now);
  await pool.query(
    `insert into sys_session (id, user_id, refresh_hash, binding_hash, ip, user_agent, created_at, last_seen_at,
       rotated_at, expires_at, browser, os, device_hash, location)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9, $10, $11, $12)`,
    [
      sessionId,
      given.userId,
      digest(pair.refresh),
      given.binding ? digest(given.binding) : null,
      given.ip,
      given.userAgent.slice(0, 300),
      now,
      new Date(now.getTime() + IDLE_MS),
      browser,
      os,
      given.device ?? null,
      given.location ?? null,
    ],
  );
  return { ...pair, sessionId };
}

export async function findSession(pool: Pool, id: string): Promise<SessionRow | undefined> {
  return (await pool.query<SessionRow>(`select ${COLUMNS} from sys_session where id = $1`, [id])).rows[0];
}

/** A refresh token that is followed by another: its digest and when that was. */
type Spent = readonly [digest: string, at: number];

/** The newest pair, kept for those who ask with a token it follows; the last of these is previous_hash. */
interface Successor extends Pair {
  earlier: readonly Spent[];
}

export interface Keys {
  token: Uint8Array;
  secretsKey: string;
}

function storedPair(row: StoredRow, keys: Keys): Successor | undefined {
  if (!row.successor) return undefined;
  const { earlier = [], ...pair } = JSON.parse(
    decryptSecret(keys.secretsKey, row.successor),
  ) as Partial<Successor> & Pair;
  return { ...pair, earlier };
}

/** The tokens that were followed within the grace, the newest last. */
function spentOf(row: StoredRow, known: Successor | undefined, now: Date): Spent[] {
  if (!known || !row.previousHash) return [];
  const last: Spent = [row.previousHash.toString('base64'), row.rotatedAt.getTime()];
  return [...known.earlier, last].filter(([, at]) => now.getTime() - at <= GRACE_MS).slice(-SPENT_MOST);
}

async function rotateLocked(tx: PoolClient, row: StoredRow, keys: Keys, now: Date): Promise<Pair> {
  const successor = (pair: Pair): Successor => ({
    ...pair,
    earlier: spentOf(row, storedPair(row, keys), now),
  });
  const generation = row.generation + 1;
  const pair = await signPair(keys.token, { userId: row.userId, sessionId: row.id, generation }, now);
  await tx.query(
    `update sys_session set generation = $2, previous_hash = refresh_hash, refresh_hash = $3, rotated_at = $4,
       successor = $5, last_seen_at = $4, expires_at = $6 where id = $1`,
    [
      row.id,
      generation,
      digest(pair.refresh),
      now,
      encryptSecret(keys.secretsKey, JSON.stringify(successor(pair))),
      new Date(now.getTime() + IDLE_MS),
    ],
  );
  return pair;
}

async function lockRow(tx: PoolClient, id: string, now: Date): Promise<StoredRow | undefined> {
  const found = await tx.query<StoredRow>(`select ${COLUMNS} from sys_session where id = $1 for update`, [
    id,
  ]);
  const row = found.rows[0];
  return row && !row.revokedAt && row.expiresAt > now ? row : undefined;
}

/**
 * The pair that follows a refresh token we signed: a fresh one for the token in force, the newest again for one that
 * was followed within the grace; anything older is reuse and ends the family. Undefined means: sign in again.
 */
export async function rotate(
  pool: Pool,
  keys: Keys,
  sessionId: string,
  refresh: string,
  now: Date,
): Promise<Pair | undefined> {
  const asked = digest(refresh);
  return transact(pool, async (tx) => {
    const row = await lockRow(tx, sessionId, now);
    if (!row) return undefined;
    if (row.refreshHash.equals(asked)) return rotateLocked(tx, row, keys, now);
    const newest = storedPair(row, keys);
    const known = spentOf(row, newest, now).some(([spent]) => spent === asked.toString('base64'));
    if (newest && known) return { access: newest.access, refresh: newest.refresh };
    await revoke(tx, 'id', sessionId, 'reuse', now);
    return undefined;
  });
}

/** The pair in force renewed for the session's own holder; within the grace of the last renewal, that one. */
export async function renew(pool: Pool, keys: Keys, sessionId: string, now: Date): Promise<Pair | undefined> {
  return transact(pool, async (tx) => {
    const row = await lockRow(tx, sessionId, now);
    if (!row) return undefined;
    const newest = now.getTime() - row.rotatedAt.getTime() <= GRACE_MS ? storedPair(row, keys) : undefined;
    return newest ? { access: newest.access, refresh: newest.refresh } : rotateLocked(tx, row, keys, now);
  });
}

/** Ends one session, or all of a user. Returns the ids that ended. */
export async function revoke(
  db: Pool | PoolClient,
  by: 'id' | 'user_id',
  id: string,
  reason: string,
  now: Date,
  except?: string,
): Promise<string[]> {
  const ended = await db.query<{ id: string }>(
    `update sys_session set revoked_at = $2, revoked_reason = $3, successor = null
      where ${by} = $1 and revoked_at is null and id <> coalesce($4::bigint, 0) returning id::text`,
    [id, now, reason, except ?? null],
  );
  return ended.rows.map((row) => row.id);
}

export async function setLocked(pool: Pool, id: string, at: Date | null): Promise<void> {
  await pool.query('update sys_session set locked_at = $2 where id = $1', [id, at]);
}
