import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { DatabaseUnreachable, isOutage, outlastOutage } from '../db/outage.ts';

/** What the queue's library calls its statements that a job is done, or that it failed and is due again. */
const ENDS_JOB: ReadonlySet<string> = new Set([
  'complete_job',
  'complete_jobs',
  'complete_job_q',
  'fail_job',
  'fail_job_q',
]);
const NOTHING = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] } satisfies QueryResult;

/** A name is followed by the schema. */
const endsJob = ({ name }: QueryConfig): boolean => ENDS_JOB.has(name?.split('/', 1)[0] ?? '');

/** After some outages the library waits by itself, for up to two minutes: by their codes, which this one lacks. */
const unreachable = (error: unknown): unknown => (isOutage(error) ? new DatabaseUnreachable(error) : error);

/**
 * The pool of the queue's library. It writes the end of a job once and awaits no answer: in an outage the promise would
 * be rejected with nobody to hear it, and the job stay locked by a server that lives. It has no setting for that: it
 * repeats a statement after a few codes only, and its batches of ended jobs stop the queue at the first failure. Here
 * that statement is sent until the database has it; sent twice it does nothing the second time. Everything else fails at
 * once, so that a worker is idle when it is woken.
 */
export function patientPool(pool: Pool, stopping: AbortSignal): Pool {
  async function sendUntilDone(config: QueryConfig): Promise<QueryResult> {
    try {
      return await outlastOutage(() => pool.query(config), stopping);
    } catch (error) {
      if (!stopping.aborted) throw error;
      // Its lease ends with this server, and another one frees the job.
      return NOTHING;
    }
  }

  /** Without a client, since none could be had, whose `failure` every other statement fails by. */
  function wrap(client: PoolClient | undefined, failure?: unknown): PoolClient {
    let current = client;
    async function query(config: QueryConfig, ...rest: []): Promise<QueryResult> {
      const own = current;
      if (!own && !endsJob(config)) throw unreachable(failure);
      try {
        if (own) return await own.query(config, ...rest);
      } catch (error) {
        if (!endsJob(config)) throw unreachable(error);
        // Whoever waits for a second connection holds none.
        current = undefined;
        own?.release(true);
      }
      return sendUntilDone(config);
    }
    const release = (error?: Error | boolean) => current?.release(error);
    return new Proxy((client ?? {}) as PoolClient, {
      get(target, name) {
        if (name === 'query') return query;
        if (name === 'release') return release;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect')
        return (connected?: Parameters<Pool['connect']>[0]) =>
          connected
            ? target.connect(connected)
            : target.connect().then(
                (client) => wrap(client),
                (error: unknown) => {
                  if (isOutage(error)) return wrap(undefined, error);
                  throw error;
                },
              );
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
