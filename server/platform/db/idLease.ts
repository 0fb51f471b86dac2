import type { Pool } from 'pg';
import { lastIdMs, setIdNode } from './id.ts';

/** A holder that gives no sign of life for so long has lost its number. */
const LEASE_S = 60;
const RENEW_MS = 5_000;
/** The holder itself stops so much earlier. */
const MARGIN_MS = 5_000;

const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const EXPIRY = `expires_at = clock_timestamp() + $2 * interval '1 second'`;

/** The number whose ids are oldest, so that its next ones are hardly ever ahead of the clock. */
const TAKE = `with free as (
    select node, last_ms from id_node where expires_at < clock_timestamp()
    order by last_ms, node limit 1 for update skip locked)
  update id_node n set holder = $1, ${EXPIRY}, last_ms = greatest(n.last_ms, ${NOW_MS}) + $2 * 1000
  from free where n.node = free.node
  returning n.node, free.last_ms as "afterMs", n.last_ms as "untilMs"`;
/** $4: the last millisecond used so far. */
const RENEW = `update id_node n
  set ${EXPIRY}, last_ms = greatest(n.last_ms, greatest(${NOW_MS}, $4::bigint) + $2 * 1000)
  where n.holder = $1 and n.node = $3 returning n.last_ms as "untilMs"`;
const GIVE_BACK = `update id_node set holder = null, expires_at = '-infinity', last_ms = $3
  where holder = $1 and node = $2`;

interface Held {
  node: number;
  afterMs: number;
}

/** A node number of this process's own, from the database. */
export interface IdLease {
  /** Gives the number back with the last millisecond it was used in. */
  release(): Promise<void>;
}

/** When a lease ends locally, counted from before the database was asked. */
const heldUntil = (began: number): number => began + LEASE_S * 1_000 - MARGIN_MS;

/** @throws Error where every number is taken */
async function take(pool: Pool, holder: string): Promise<Held> {
  const began = performance.now();
  const { rows } = await pool.query<{ node: number; afterMs: string; untilMs: string }>(TAKE, [
    holder,
    LEASE_S,
  ]);
  const row = rows[0];
  if (!row) throw new Error('every node number for ids is taken');
  const held = { node: row.node, afterMs: Number(row.afterMs) };
  setIdNode({ ...held, untilMs: Number(row.untilMs), heldUntil: heldUntil(began) });
  return held;
}

async function extend(pool: Pool, holder: string, held: Held): Promise<boolean> {
  const began = performance.now();
  const { rows } = await pool.query<{ untilMs: string }>(RENEW, [holder, LEASE_S, held.node, lastIdMs()]);
  if (!rows[0]) return false;
  setIdNode({ ...held, untilMs: Number(rows[0].untilMs), heldUntil: heldUntil(began) });
  return true;
}

/**
 * Leases a node number for the ids of this process and keeps renewing it. While the lease is over, for want of the
 * database or of time, no id can be made. `failed` hears why a renewal did not succeed.
 */
export async function leaseIds(
  pool: Pool,
  holder: string,
  failed: (error: unknown) => void = () => undefined,
): Promise<IdLease> {
  let held = await take(pool, holder);
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    if (await extend(pool, holder, held)) return;
    setIdNode('lost');
    held = await take(pool, holder);
  };
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(failed)
      .finally(() => {
        renewing = undefined;
      });
  }, RENEW_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await renewing;
      setIdNode('lost');
      await pool.query(GIVE_BACK, [holder, held.node, Math.max(lastIdMs(), held.afterMs)]);
    },
  };
}
