import type { Pool, PoolClient } from 'pg';
import { newId } from '../db/id.ts';
import { transact } from '../db/transaction.ts';
import { decryptSecret, encryptSecret } from '../secrets.ts';
import { ACCESS_SECONDS, digest, type Pair, signToken, type TokenClaims } from './tokens.ts';

/** Renewed at every rotation; a session that nobody uses for this long ends. */
const IDLE_MS = 7 * 86_400_000;
/** The old refresh token yields the same successor pair this long (wire.md). */
export const GRACE_MS = 30_000;

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
  ip: string;
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
  const pair = await signPair(key, { userId: given.userId, sessionId, generation: 1 }, now);
  await pool.query(
    `insert into sys_session (id, user_id, refresh_hash, binding_hash, ip, user_agent, created_at, last_seen_at,
       rotated_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8)`,
    [
      sessionId,
      given.userId,
      digest(pair.refresh),
      given.binding ? digest(given.binding) : null,
      given.ip,
      given.userAgent.slice(0, 300),
      now,
      new Date(now.getTime() + IDLE_MS),
    ],
  );
  return { ...pair, sessionId };
}

export async function findSession(pool: Pool, id: string): Promise<SessionRow | undefined> {
  return (await pool.query<SessionRow>(`select ${COLUMNS} from sys_session where id = $1`, [id])).rows[0];
}

export interface Keys {
  token: Uint8Array;
  secretsKey: string;
}

async function rotateLocked(tx: PoolClient, row: StoredRow, keys: Keys, now: Date): Promise<Pair> {
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
      encryptSecret(keys.secretsKey, JSON.stringify(pair)),
      new Date(now.getTime() + IDLE_MS),
    ],
  );
  return pair;
}

const successorOf = (row: StoredRow, keys: Keys, now: Date): Pair | undefined =>
  row.successor && now.getTime() - row.rotatedAt.getTime() <= GRACE_MS
    ? (JSON.parse(decryptSecret(keys.secretsKey, row.successor)) as Pair)
    : undefined;

async function lockRow(tx: PoolClient, id: string, now: Date): Promise<StoredRow | undefined> {
  const found = await tx.query<StoredRow>(`select ${COLUMNS} from sys_session where id = $1 for update`, [
    id,
  ]);
  const row = found.rows[0];
  return row && !row.revokedAt && row.expiresAt > now ? row : undefined;
}

/**
 * The pair that follows a refresh token we signed: a fresh one for the token in force, the same one again for its
 * predecessor within the grace; anything older is reuse and ends the family. Undefined means: sign in again.
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
    const known = row.previousHash?.equals(asked) ? successorOf(row, keys, now) : undefined;
    if (!known) await revoke(tx, 'id', sessionId, 'reuse', now);
    return known;
  });
}

/** The pair in force renewed for the session's own holder; within the grace of the last renewal, that one. */
export async function renew(pool: Pool, keys: Keys, sessionId: string, now: Date): Promise<Pair | undefined> {
  return transact(pool, async (tx) => {
    const row = await lockRow(tx, sessionId, now);
    return row && (successorOf(row, keys, now) ?? (await rotateLocked(tx, row, keys, now)));
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
