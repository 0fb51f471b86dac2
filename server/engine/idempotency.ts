import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { Refused } from '../platform/http/refused.ts';
import { secretDigest } from '../platform/secrets.ts';

export interface Idempotent {
  userId: string;
  key: string;
  bodyHash: Buffer;
}

const KEY = /^[\x21-\x7e]{8,200}$/;

/** Keys in order at every depth, so that the same question has one text. */
const inOrder = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Names the command: who, under which key, and the hash of what was asked, once it is read and checked. `secretsKey` where
 * that may hold secrets: from a plain hash a short secret could be found by trial.
 */
export function idempotent(
  userId: string,
  header: unknown,
  request: unknown,
  secretsKey?: string,
): Idempotent {
  if (typeof header !== 'string' || !KEY.test(header)) throw new Refused('idempotencyMissing');
  const text = JSON.stringify(request, inOrder);
  const bodyHash =
    secretsKey === undefined ? createHash('sha256').update(text).digest() : secretDigest(secretsKey, text);
  return { userId, key: header, bodyHash };
}

/** As `idempotent`; undefined of a write that came without a key, which runs every time it is sent. */
export const keyIfSent = (
  userId: string,
  header: unknown,
  request: unknown,
  secretsKey: string,
): Idempotent | undefined =>
  header === undefined ? undefined : idempotent(userId, header, request, secretsKey);

/** The part of every row's command key that names the operation: the same retry, the same operation. */
export function operationKey(command: Idempotent): string {
  return createHash('sha256')
    .update(`${command.userId}/${command.key}/`)
    .update(command.bodyHash)
    .digest('base64url')
    .slice(0, 27);
}

// The lock distinguishes one in flight from one whose answer is known: the second caller neither waits nor runs.
const CLAIM = `insert into idempotency (user_id, key, body_hash) select $1::bigint, $2::text, $3::bytea
  where pg_try_advisory_xact_lock(hashtextextended($1::bigint::text || '/' || $2::text, 7300)) on conflict do nothing`;

/**
 * Takes the key in this transaction; undefined when it is ours and the command must run, else the stored answer
 * (null while another transaction has taken it without storing one).
 * @throws Refused idempotencyReused with another body, idempotencyBusy while the same is in flight
 */
export async function claimKey(tx: PoolClient, command: Idempotent): Promise<unknown> {
  const { userId, key, bodyHash } = command;
  const claimed = await tx.query({ name: 'idempotency-claim', text: CLAIM, values: [userId, key, bodyHash] });
  if (claimed.rowCount === 1) return undefined;
  const known = await storedAnswer(tx, command);
  if (known === undefined) throw new Refused('idempotencyBusy');
  return known;
}

/** What is stored under the key; undefined where nothing is. @throws Refused idempotencyReused with another body */
export async function storedAnswer(
  db: Pool | PoolClient,
  { userId, key, bodyHash }: Idempotent,
): Promise<unknown> {
  const { rows } = await db.query<{ same: boolean; answer: unknown }>({
    name: 'idempotency-read',
    text: 'select body_hash = $3 as same, answer from idempotency where user_id = $1 and key = $2',
    values: [userId, key, bodyHash],
  });
  const known = rows[0];
  if (known && !known.same) throw new Refused('idempotencyReused');
  return known?.answer;
}

export async function storeAnswer(tx: PoolClient, command: Idempotent, answer: unknown): Promise<void> {
  await tx.query({
    name: 'idempotency-store',
    text: 'update idempotency set answer = $3::jsonb where user_id = $1 and key = $2',
    values: [command.userId, command.key, JSON.stringify(answer)],
  });
}

/**
 * Runs the work and stores its answer, both within this transaction; a repeat answers what is stored. Without a key it runs
 * each time. What is shown only once must not be in the answer: it is stored as it is.
 */
export async function oncePerKey<T>(
  tx: PoolClient,
  command: Idempotent | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!command) return work();
  const stored = await claimKey(tx, command);
  if (stored !== undefined) return stored as T;
  const answer = await work();
  await storeAnswer(tx, command, answer);
  return answer;
}

const POLL_MS = 50;
const MAX_ATTEMPTS = 40;

/** Retries while the same key is in flight, for some 2 s; no connection is held between the attempts. */
export async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const busy = error instanceof Refused && error.code === 'idempotencyBusy';
      if (!busy || attempts >= MAX_ATTEMPTS) throw error;
      await sleep(POLL_MS);
    }
  }
}
