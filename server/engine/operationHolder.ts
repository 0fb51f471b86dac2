import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isOutage } from '../platform/db/outage.ts';
import { SERVER_NAME } from '../platform/db/pool.ts';

/**
 * Who has an accepted operation in hand. Within this process a set knows exactly; other servers see a holder while some
 * connection bears its name. Two holders at once are harmless (each row is handled once), only wasteful.
 */

const held = new Set<string>();

/** A holder without a sign of life for so long has lost its server, although its connections seem to live. */
const DEAD_MS = 30_000;

const TAKE_OVER = `update job set updated_at = now(), payload = jsonb_set(payload, '{holder}', to_jsonb($2::text))
  where id = $1 and not (status = 'running' and updated_at > now() - $3 * interval '1 ms' and payload ->> 'holder' <> $2
    and exists (select from pg_stat_activity where application_name = payload ->> 'holder'))`;

const RELEASE = `update job set payload = payload - 'holder'
  where id = $1 and status = 'running' and payload ->> 'holder' = $2`;
const RELEASE_EVERY_MS = 250;

/** What the job of an operation remembers of its holder. */
export const HOLDER = SERVER_NAME;

/** Takes an operation that was accepted before, to be run by `holding`; false while somebody else has it in hand. */
export async function takeOver(pool: Pool, jobId: string): Promise<boolean> {
  if (held.has(jobId)) return false;
  // Before the statement: of two requests of this process only one may ask.
  held.add(jobId);
  let taken = false;
  try {
    taken = (await pool.query(TAKE_OVER, [jobId, HOLDER, DEAD_MS])).rowCount === 1;
    return taken;
  } finally {
    if (!taken) held.delete(jobId);
  }
}

/** Lets the other servers take it, as soon as the database answers again; `maybe`: and has it. */
async function release(pool: Pool, jobId: string, maybe = false): Promise<void> {
  for (let waited = 0; waited < DEAD_MS && !held.has(jobId); waited += RELEASE_EVERY_MS) {
    const released = await pool.query(RELEASE, [jobId, HOLDER]).catch(() => undefined);
    if (released && (!maybe || released.rowCount === 1)) return;
    await sleep(RELEASE_EVERY_MS, undefined, { ref: false });
  }
}

/**
 * Accepts an operation. Where the answer to the commit is lost, the database may have it all the same, a moment later too:
 * then it is in nobody's hand, and free for the next request at once.
 */
export async function acceptOnce<T>(pool: Pool, jobId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error)) void release(pool, jobId, true);
    throw error;
  }
}

/** Runs an operation that this process accepted or took over; one that fails is free for the next request at once. */
export async function holding<T>(pool: Pool, jobId: string, work: () => Promise<T>): Promise<T> {
  held.add(jobId);
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    held.delete(jobId);
    if (failed) void release(pool, jobId);
  }
}
