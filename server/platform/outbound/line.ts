import type { PoolClient } from 'pg';
import { CALL_STATE } from '../db/statuses.ts';
import type { Endpoint } from './endpoint.ts';
import { type Learned, slowFrom } from './share.ts';

/** A worker's job that waits for its endpoint. */
export interface CallJob {
  task: string;
  payload: Readonly<Record<string, unknown>>;
  /** At most one waiting call has it. */
  key?: string;
}

/** A queued job whose place is kept starts within this. */
const CALLED_S = 30;
/** Longer than any call takes, with the statements around it. */
const RUNNING_S = 90;
export const PLACE_MS = RUNNING_S * 1_000;
/** Before what was merely queued: its place is kept. */
const CALLED_PRIORITY = -10;

// Whatever of this is lost with a crash of the database is lost together with everything that came after it.
const LOCK = `insert into outbound_endpoint (name, kind, share) values ($1, $2, $3)
  on conflict (name) do update set changed_at = now()
  returning share, baseline_ms as "baselineMs", set_config('synchronous_commit', 'off', true)`;

/** Locks an endpoint's line until the transaction ends, and makes it where it is new. */
export async function lockEndpoint(
  tx: PoolClient,
  { name, kind }: Endpoint,
  firstShare: number,
): Promise<Learned> {
  const { rows } = await tx.query<Learned>({
    name: 'outbound-lock',
    text: LOCK,
    values: [name, kind, firstShare],
  });
  const { share, baselineMs } = rows[0]!;
  return { share, baselineMs };
}

const LOAD = `select count(*) filter (where expires_at > now())::int as open,
    count(*) filter (where state = ${CALL_STATE.running} and started_at < now() - $2 * interval '1 ms')::int as overdue,
    exists (select from outbound_call where endpoint = $1 and state = ${CALL_STATE.waiting}) as waiting
  from outbound_call where endpoint = $1 and state > ${CALL_STATE.waiting}`;

export interface EndpointLoad {
  /** Running, and queued with their place kept. */
  open: number;
  /** Of the running those that take longer than a quick answer. */
  overdue: number;
  /** Whether anybody waits. */
  waiting: boolean;
}

export async function loadOf(
  tx: PoolClient,
  endpoint: string,
  baselineMs: number | null,
): Promise<EndpointLoad> {
  const { rows } = await tx.query<EndpointLoad>({
    name: 'outbound-load',
    text: LOAD,
    values: [endpoint, slowFrom(baselineMs)],
  });
  return rows[0]!;
}

const START_KEPT = `update outbound_call set state = ${CALL_STATE.running}, started_at = clock_timestamp(), server = $3,
    expires_at = now() + ${RUNNING_S} * interval '1 second'
  where id = $1 and endpoint = $2 and state = ${CALL_STATE.called} returning id`;

/** Starts the call whose place is kept; false where it is no more. */
export const startKept = async (
  tx: PoolClient,
  id: string,
  endpoint: string,
  server: string,
): Promise<boolean> =>
  (await tx.query({ name: 'outbound-kept', text: START_KEPT, values: [id, endpoint, server] })).rowCount ===
  1;

const START = `insert into outbound_call (endpoint, kind, task, payload, key, state, started_at, server, expires_at)
  values ($1, $2, $3, $4, $5, ${CALL_STATE.running}, clock_timestamp(), $6, now() + ${RUNNING_S} * interval '1 second')
  returning id::text`;

export async function start(
  tx: PoolClient,
  { name, kind }: Endpoint,
  job: CallJob,
  server: string,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'outbound-start',
    text: START,
    values: [name, kind, job.task, JSON.stringify(job.payload), job.key ?? null, server],
  });
  return rows[0]!.id;
}

const wait = (where: string) => `insert into outbound_call (endpoint, kind, task, payload, key, state)
  select $1::text, $2::text, $3::text, $4::jsonb, $5::text, ${CALL_STATE.waiting} ${where}
  on conflict (key) where state < ${CALL_STATE.running} do nothing`;
const WAIT = wait('');

/** Puts a job at the end of its endpoint's line; nothing where its key waits there. */
export async function waitInLine(
  tx: Pick<PoolClient, 'query'>,
  { name, kind }: Endpoint,
  { task, payload, key }: CallJob,
): Promise<void> {
  const values = [name, kind, task, JSON.stringify(payload), key ?? null];
  await tx.query({ name: 'outbound-wait', text: WAIT, values });
}

/** A condition: no job of that key has tries left, nor waits in a line. `key` is an SQL expression. */
export const notQueued = (key: string): string =>
  `not exists (select from graphile_worker.jobs j where j.key = ${key} and j.attempts < j.max_attempts)
    and not exists (select from outbound_call w where w.key = ${key} and w.state < ${CALL_STATE.running})`;

/** So long a line does not drain before a statement ends: whoever joins it needs no lock. */
const LONG_LINE = 16;
const JOIN_LONG = `with line as (
    select count(*) = ${LONG_LINE} as long from (
      select from outbound_call where endpoint = $1 and state = ${CALL_STATE.waiting} limit ${LONG_LINE}) few
  ), joined as (
    ${wait('from line where long')}
    ) select long from line`;

/** The same without the endpoint's lock, where many wait; false where few do. */
export async function joinLongLine(
  db: Pick<PoolClient, 'query'>,
  { name, kind }: Endpoint,
  { task, payload, key }: CallJob,
): Promise<boolean> {
  const values = [name, kind, task, JSON.stringify(payload), key ?? null];
  const { rows } = await db.query<{ long: boolean }>({ name: 'outbound-join', text: JOIN_LONG, values });
  return rows[0]?.long === true;
}

const WAIT_AGAIN = `update outbound_call c set state = ${CALL_STATE.waiting}, started_at = null, expires_at = null, server = null
  where id = $1 and not exists (select from outbound_call w where w.key = c.key and w.state < ${CALL_STATE.running})`;

/** Puts a call that runs back into its place in the line; its endpoint's lock must be held. */
export async function waitAgain(tx: PoolClient, id: string): Promise<void> {
  const { rowCount } = await tx.query({ name: 'outbound-again', text: WAIT_AGAIN, values: [id] });
  if (rowCount === 0) await removeCall(tx, id);
}

/** What a job's payload names its place by: jobs that waited for a merchant may have waited for an endpoint as well. */
const PLACE = `case kind when 'merchant' then 'place' else 'turn' end`;
const CALL_NEXT = `with next as (
    update outbound_call set state = ${CALL_STATE.called}, expires_at = now() + ${CALLED_S} * interval '1 second'
    where id in (select id from outbound_call where endpoint = $1 and state = ${CALL_STATE.waiting} order by id limit $2)
    returning id, task, payload, key, ${PLACE} as place
  )
  select graphile_worker.add_job(task, (payload || jsonb_build_object(place, id::text))::json, job_key => key,
    priority => ${CALLED_PRIORITY}) from next order by id`;

/** Queues the jobs of the calls that have waited longest, at most `room`, and keeps their places. */
export async function callNext(tx: PoolClient, endpoint: string, room: number): Promise<void> {
  if (room > 0) await tx.query({ name: 'outbound-next', text: CALL_NEXT, values: [endpoint, room] });
}

/** Takes a call out; its endpoint's lock must be held. */
export async function removeCall(tx: PoolClient, id: string): Promise<void> {
  await tx.query({ name: 'outbound-end', text: 'delete from outbound_call where id = $1', values: [id] });
}

/** Keeps what an endpoint's answer has taught. */
export async function keepLearned(
  tx: PoolClient,
  endpoint: string,
  { share, baselineMs }: Learned,
): Promise<void> {
  await tx.query({
    name: 'outbound-learned',
    text: 'update outbound_endpoint set share = $2, baseline_ms = $3 where name = $1',
    values: [endpoint, share, baselineMs],
  });
}
