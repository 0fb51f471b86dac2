import type { Pool, PoolClient } from 'pg';
import type {
  DatabaseConnection,
  DatabaseState,
  EventState,
  QueueState,
  Replica,
  SlowStatement,
  TableSize,
} from '../../../../contract/serverState.ts';
import { transact } from '../../../platform/db/transaction.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';

const STATEMENTS_MOST = 10;
const TABLES_MOST = 15;
const LONGEST = 300;

/** Text of a statement without what a person may have typed into it. */
export const withoutValues = (statement: string): string =>
  statement
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);

interface Whole {
  version: string;
  bytes: number;
  standby: boolean;
  active: number;
  idle: number;
  waiting: number;
  most: number;
  held: number;
  wanted: number;
}

const WHOLE = `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
    pg_is_in_recovery() as standby, c.active, c.idle, c.waiting, current_setting('max_connections')::int as most, l.held, l.wanted
  from (select count(*) filter (where state = 'active')::int as active, count(*) filter (where state like 'idle%')::int as idle,
          count(*) filter (where wait_event_type = 'Lock')::int as waiting
        from pg_stat_activity where datname = current_database()) c,
       (select count(*) filter (where granted)::int as held, count(*) filter (where not granted)::int as wanted
        from pg_locks where database = (select oid from pg_database where datname = current_database())) l`;

const BLOCKED = `select pid, extract(epoch from clock_timestamp() - query_start)::float8 as seconds, query as statement,
    pg_blocking_pids(pid) as "blockedBy"
  from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by query_start limit 10`;

const TABLES = `select c.relname::text as name, pg_total_relation_size(c.oid)::float8 as bytes,
    pg_indexes_size(c.oid)::float8 as "indexBytes", greatest(c.reltuples, 0)::float8 as rows
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by 2 desc limit $1`;

const REPLICAS = `select application_name as name, state, extract(epoch from replay_lag)::float8 as "lagSeconds"
  from pg_stat_replication order by 1`;

const poolsOf = ({ pool: server, merchantPool: merchant, commands, work, events }: AppDeps) =>
  Object.entries({ server, merchant, commands, work, events }).map(([name, each]: [string, Pool]) => ({
    name,
    total: each.totalCount,
    idle: each.idleCount,
    waiting: each.waitingCount,
  }));

async function blockedIn(tx: PoolClient): Promise<DatabaseConnection[]> {
  const { rows } = await tx.query<{
    pid: number | null;
    seconds: number | null;
    statement: string | null;
    blockedBy: number[] | null;
  }>(BLOCKED);
  return rows.map(({ pid, seconds, statement, blockedBy }) => ({
    pid: pid ?? 0,
    seconds: seconds ?? 0,
    statement: statement && withoutValues(statement),
    blockedBy: blockedBy ?? [],
  }));
}

async function slowIn(tx: PoolClient): Promise<SlowStatement[]> {
  const { rows } = await tx.query<{
    statement: string | null;
    calls: number | null;
    meanMs: number | null;
    totalMs: number | null;
  }>(
    `select statement, calls::float8 as calls, mean_ms as "meanMs", total_ms as "totalMs" from slow_statements($1)`,
    [STATEMENTS_MOST],
  );
  return rows.map(({ statement, calls, meanMs, totalMs }) => ({
    statement: withoutValues(statement ?? ''),
    calls,
    meanMs: meanMs ?? 0,
    totalMs: totalMs ?? 0,
  }));
}

/** How the database is, as far as its user may know it. */
export const databaseState = (deps: AppDeps): Promise<DatabaseState> =>
  transact(deps.pool, async (tx) => {
    await tx.query('set transaction read only');
    // PostgreSQL shows connections to those who opened them: the user of the connection, not the role it acts as.
    await tx.query('set local role none');
    return readState(deps, tx);
  });

async function readState(deps: AppDeps, tx: PoolClient): Promise<DatabaseState> {
  const whole = (await tx.query<Whole>(WHOLE)).rows[0]!;
  const { rows: tables } = await tx.query<TableSize>(TABLES, [TABLES_MOST]);
  const { rows: replicas } = await tx.query<{ [K in keyof Replica]: Replica[K] | null }>(REPLICAS);
  const { version, bytes, standby, active, idle, waiting, most, held, wanted } = whole;
  return {
    version,
    bytes,
    standby,
    connections: { active, idle, waiting, most },
    pools: poolsOf(deps),
    locks: { held, waiting: wanted },
    blocked: await blockedIn(tx),
    slow: await slowIn(tx),
    tables,
    replicas: replicas.map((each) => ({ ...each, name: each.name ?? '' })),
  };
}

const QUEUES = `select t.identifier as task,
    count(*) filter (where j.attempts < j.max_attempts and j.locked_at is null and j.run_at <= now())::int as ready,
    count(*) filter (where j.attempts < j.max_attempts and j.locked_at is null and j.run_at > now())::int as later,
    count(*) filter (where j.locked_at is not null)::int as running,
    count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)::int as failed,
    extract(epoch from now() - min(j.run_at) filter (where j.attempts < j.max_attempts and j.locked_at is null and j.run_at <= now()))::float8
      as "waitsSeconds"
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by t.identifier order by 1`;

/** The worker's queues, one line a task that has jobs. */
export const queueStates = async (pool: Pool): Promise<QueueState[]> =>
  (await pool.query<QueueState>(QUEUES)).rows;

const EVENTS = `select o.waiting, o.lag as "lagSeconds", c.waiting as "callsWaiting", c.running as "callsRunning"
  from (select count(*)::int as waiting, coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as lag from outbox) o,
       (select count(*) filter (where expires_at is null)::int as waiting,
          count(*) filter (where expires_at is not null)::int as running from outbound_call) c`;

export const eventState = async (pool: Pool): Promise<EventState> =>
  (await pool.query<EventState>(EVENTS)).rows[0]!;

const PEERS = `select holder as id, bool_or(expires_at > now()) as alive from lease
  where name like 'worker:%' group by holder order by 1`;

/** Servers that gave a sign of life within the last hour. */
export async function peersOf(pool: Pool, own: string) {
  const { rows } = await pool.query<{ id: string; alive: boolean | null }>(PEERS);
  return rows.map(({ id, alive }) => ({ id, alive: alive === true, own: id === own }));
}
