import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { AppDeps } from '../http/deps.ts';
import { runQueued } from '../outbound/merchantLine.ts';
import { inTrace } from '../trace.ts';
import { patientPool } from './patientPool.ts';
import { RegularLog } from './regularLog.ts';
import type { RegularWork, Work } from './task.ts';

const POOLS = ['tasks', 'callbacks', 'upstreams', 'long'] as const;
type Pace = (typeof POOLS)[number];

/**
 * Short tasks, callbacks, calls to upstreams and long tasks have workers of their own: none waits for another kind.
 * A call to another machine mostly waits on its socket and holds no database connection, so many run at once.
 */
const concurrencyOf = ({ env }: AppDeps): Record<Pace, number> => ({
  tasks: 4,
  callbacks: env.outboundConcurrency,
  upstreams: env.outboundConcurrency,
  long: 4,
});
const LEASE_S = 15;
const BEAT_MS = 5_000;
/** Jobs for later are looked for so often, by one question for all workers: a hundred of them asked by themselves. */
const LOOK_MS = 1_000;
/** What became of regular works is stored so often. */
const STORE_MS = 10_000;
/** What each worker asks by itself, should that question fail. */
const POLL_MS = 10_000;
/** More than there are workers. */
const ENOUGH = 500;

type Pools = ReadonlyMap<string, WorkerPool>;

/** Says that what these pools took lives; without a sign for 15 s it goes to others. */
async function beat(pool: Pool, holder: string, pools: Pools): Promise<void> {
  if (pools.size === 0) return;
  await pool.query(
    `insert into lease (name, holder, expires_at)
     select 'worker:' || n.pool, $2, now() + $3 * interval '1 second' from unnest($1::text[]) as n(pool)
     on conflict (name) do update set expires_at = excluded.expires_at`,
    [[...pools.keys()], holder, LEASE_S],
  );
}

/**
 * A killed server keeps its jobs locked for hours; here they are freed once its lease has run out. `sentAt` by the
 * database's clock: a statement that reaches a database which was frozen meanwhile finds every lease run out, and does
 * nothing.
 */
async function freeDead(pool: Pool, sentAt: Date): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct j.locked_by from graphile_worker.jobs j
       where j.locked_by is not null and j.locked_at < now() - $1 * interval '1 second'
         and clock_timestamp() < $2::timestamptz + $1 * interval '1 second'
         and not exists (select from lease l where l.name = 'worker:' || j.locked_by and l.expires_at > now())))`,
    [LEASE_S, sentAt],
  );
  await pool.query("delete from lease where name like 'worker:%' and expires_at < now() - interval '1 hour'");
}

/**
 * How long this server has been in touch with the database without a break. After an outage every lease has run out, and
 * the others are given the time to renew theirs before they count as dead.
 */
class Presence {
  #since = performance.now();
  #last = this.#since;

  note(): void {
    const now = performance.now();
    if (now - this.#last > LEASE_S * 1_000) this.#since = now;
    this.#last = now;
  }

  isLasting(): boolean {
    const now = performance.now();
    return now - this.#last <= LEASE_S * 1_000 && now - this.#since >= LEASE_S * 1_000;
  }
}

/** Has idle workers look for a job where one is due. What is put in for now wakes one by itself. */
async function wake(pool: Pool, pools: Pools): Promise<void> {
  const { rows } = await pool.query<{ due: number }>(
    `select count(*)::int as due
     from (select from graphile_worker._private_jobs where is_available and run_at <= now() limit $1) as job`,
    [ENOUGH],
  );
  const due = rows[0]?.due ?? 0;
  if (due > 0) for (const each of pools.values()) each.nudge(due);
}

function taskList(deps: AppDeps, pace: Pace, stopping: AbortSignal): TaskList {
  const list: TaskList = {};
  for (const work of deps.modules.works) {
    for (const [name, make] of Object.entries(work[pace] ?? {})) {
      if (list[name]) throw new Error(`two tasks are called ${name}`);
      const task = make(deps);
      list[name] = (payload, { job }) => {
        const { trace } = payload as { trace?: unknown };
        const run = (given: unknown) => {
          const { trace: _trace, ...rest } = given as { trace?: unknown };
          return task(rest, job.attempts >= job.max_attempts, stopping);
        };
        return inTrace(trace, () => runQueued(deps, { task: name, payload, key: job.key }, run));
      };
    }
  }
  return list;
}

/** Runs regular work without overlap; a failure is logged and tried again at the next turn. */
function regularly(deps: AppDeps, work: RegularWork, runs: RegularLog): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const stopping = new AbortController();
  const turn = () => {
    if (busy) return;
    busy = true;
    running = runs
      .run(deps, work, stopping.signal)
      .catch((error: unknown) => {
        deps.storage.note(error);
        deps.log.error({ err: error, work: work.name }, 'regular work failed');
      })
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(turn, work.everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

function runnerOf(deps: AppDeps, pace: Pace, events: WorkerEvents, stopping: AbortSignal): Promise<Runner> {
  return run({
    pgPool: patientPool(deps.pool, stopping),
    taskList: taskList(deps, pace, stopping),
    concurrency: concurrencyOf(deps)[pace],
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: new WorkerLogger(() => (level, message) => {
      // When it listens again says nothing of when it works again: due jobs are looked for every second.
      if (message.startsWith('Error with notify listener')) deps.log.debug(message);
      else if (level === 'error') deps.log.error(message);
      // Outgoing work waits for strangers, not for a connection: more tasks than connections is meant.
      else if (level === 'warning' && !message.includes('maxPoolSize')) deps.log.warn(message);
    }),
  });
}

/** Starts this server's share of the background work. @throws Error where two parts name a task alike */
export async function startWorker(server: AppDeps): Promise<{ stop(): Promise<void> }> {
  const deps = server.modules.forWorker(server);
  const holder = deps.serverId;
  // A job is locked by its pool, not by the worker that runs it.
  const pools = new Map<string, WorkerPool>();
  const events: WorkerEvents = new EventEmitter();
  const failed = (error: unknown) => deps.log.error({ err: error }, 'worker lease');
  events.on('pool:create', ({ workerPool }) => {
    pools.set(workerPool.id, workerPool);
    beat(deps.events, holder, pools).catch(failed);
  });
  await freeDead(deps.events, deps.clock.now());
  const presence = new Presence();
  const stopping = new AbortController();
  const runners = await Promise.all(POOLS.map((pace) => runnerOf(deps, pace, events, stopping.signal)));
  for (const runner of runners)
    runner.promise.catch((error: unknown) => deps.log.error({ err: error }, 'the queue has ended'));
  const runs = new RegularLog();
  const lease: Work = {
    regular: [
      {
        name: 'beat',
        everyMs: BEAT_MS,
        run: () => beat(deps.events, holder, pools).then(() => presence.note()),
      },
      {
        name: 'freeDead',
        everyMs: BEAT_MS,
        run: async () => {
          if (presence.isLasting()) await freeDead(deps.events, deps.clock.now());
        },
      },
      { name: 'wake', everyMs: LOOK_MS, run: () => wake(deps.events, pools) },
      { name: 'storeRuns', everyMs: STORE_MS, run: () => runs.store(deps.events) },
    ],
  };
  const undo = [lease, ...deps.modules.works].flatMap((work) =>
    (work.regular ?? []).map((one) => regularly(deps, one, runs)),
  );
  return {
    async stop() {
      await Promise.all(undo.map((stop) => stop()));
      const ends = runners.map((runner) => runner.stop());
      // They take no more by now: what is queued again goes to another server, or to the next start.
      stopping.abort();
      await Promise.all(ends);
      await deps.events.query('delete from lease where holder = $1', [holder]).catch(failed);
    },
  };
}
