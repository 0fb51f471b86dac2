import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { sqlState } from '../db/transaction.ts';

export interface StoredEvent {
  seq: number;
  resource: string;
  id: string;
  change: 'add' | 'update' | 'delete';
  merchantId: string | null;
  /** Of a row of no merchant; null where it is the installation's own, or nobody knows any more whose it was. */
  tenantId: string | null;
}

export interface Dispatcher {
  /** Takes or renews the lease, then numbers what has been committed; answers how many rows it moved. */
  move(): Promise<number>;
  /** Forgets events past their retention. */
  prune(): Promise<void>;
  /** Gives the lease back, so that another server need not wait for it to run out. */
  release(): Promise<void>;
}

const LEASE_S = 6;
const RENEW_MS = 2_000;
const BATCH = 5_000;
const RETENTION = '1 hour';

const LEASE = `insert into lease (name, holder, expires_at) values ('events', $1, now() + make_interval(secs => $2))
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where lease.holder = excluded.holder or lease.expires_at < now()
  returning holder`;

const WAITING = 'select 1 from outbox order by id limit 1';

// A sequence drawn inside the writers' transactions would commit out of order and a resume would lose events, so rows
// are numbered here, after their commit, by whoever holds the lease. The locked lease row fences a holder that lost it.
const MOVE = `with mine as (select 1 from lease where name = 'events' and holder = $1 and expires_at > now() for update),
  taken as (
    delete from outbox where id in (select id from outbox order by id limit ${BATCH}) and exists (select 1 from mine)
    returning id, resource, row_id, change, merchant_id, coalesce(tenant_id, tenant_of_row(resource, row_id)) as tenant_id, at),
  moved as (
    insert into event (seq, resource, row_id, change, merchant_id, tenant_id, at)
    select (select coalesce(max(seq), 0) from event) + row_number() over (order by id), resource, row_id, change,
      merchant_id, tenant_id, at from taken
    returning seq)
  select count(*)::int as rows, pg_notify('paydesk_event', max(seq)::text) from moved having count(*) > 0`;

// The newest event stays whatever its age: the next number follows from it.
const PRUNE = `delete from event where at < now() - interval '${RETENTION}' and seq < (select max(seq) from event)`;

/** Moves the outbox into the numbered stream; of many servers one at a time does. */
export function createDispatcher(pool: Pool, holder: string = randomUUID()): Dispatcher {
  let renewed = 0;
  let held = false;

  async function hold(): Promise<boolean> {
    if (Date.now() - renewed < RENEW_MS) return held;
    renewed = Date.now();
    const { rowCount } = await pool.query({ name: 'event-lease', text: LEASE, values: [holder, LEASE_S] });
    held = rowCount === 1;
    return held;
  }

  return {
    async move() {
      if (!(await hold())) return 0;
      const waiting = await pool.query({ name: 'outbox-waiting', text: WAITING });
      if (waiting.rowCount === 0) return 0;
      try {
        const { rows } = await pool.query<{ rows: number }>({
          name: 'outbox-move',
          text: MOVE,
          values: [holder],
        });
        return rows[0]?.rows ?? 0;
      } catch (error) {
        // The lease changed hands in between: the other holder used these numbers.
        if (sqlState(error) !== '23505') throw error;
        renewed = 0;
        return 0;
      }
    },
    async prune() {
      if (held) await pool.query(PRUNE);
    },
    async release() {
      if (held) await pool.query(`delete from lease where name = 'events' and holder = $1`, [holder]);
      held = false;
      renewed = 0;
    },
  };
}

const READ = `select seq, resource, row_id as id, change, merchant_id as "merchantId",
    tenant_id as "tenantId" from event
  where seq > $1 order by seq limit $2`;

/** Events after a sequence number, oldest first. */
export async function readEvents(pool: Pool, after: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await pool.query<Omit<StoredEvent, 'seq'> & { seq: string }>({
    name: 'event-read',
    text: READ,
    values: [after, limit],
  });
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** The oldest and the newest event kept; zeros when there is none. */
export async function eventRange(pool: Pool): Promise<{ first: number; last: number }> {
  const { rows } = await pool.query<{ first: string; last: string }>(
    'select coalesce(min(seq), 0) as first, coalesce(max(seq), 0) as last from event',
  );
  return { first: Number(rows[0]?.first), last: Number(rows[0]?.last) };
}
