import type { Pool } from 'pg';
import { canMakeIds } from '../db/id.ts';
import { latestMigration } from '../db/migrate.ts';
import { sqlState } from '../db/transaction.ts';
import { UNREADY_MS } from '../http/clockOff.ts';
import type { AppDeps } from '../http/deps.ts';

export interface Readiness {
  ready: boolean;
  checks: {
    database: boolean;
    writable: boolean;
    storage: boolean;
    migrations: boolean;
    worker: boolean;
    ids: boolean;
    clock: boolean;
  };
  /** One line for each check that failed. */
  reasons: string[];
}

/** A database that hangs is answered for within this time. */
const ANSWER_MS = 1_500;
const UNDEFINED_TABLE = '42P01';

const migration = latestMigration();

interface State {
  readOnly: boolean;
  standby: boolean;
  migrated: boolean;
  worker: boolean;
}

const STATE_SQL = `select current_setting('transaction_read_only') = 'on' as "readOnly",
  pg_is_in_recovery() as standby,
  exists (select from schema_migration where name = $1) as migrated,
  exists (select from lease where name like 'worker:%' and holder = $2 and expires_at > now()) as worker`;

/** Also bounds the wait for a free connection, which the query's own limit does not. */
function bounded<T>(work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function readState(pool: Pool, serverId: string): Promise<State> {
  // A connection that hangs is thrown away by the limit instead of staying in the pool.
  const query = { text: STATE_SQL, values: [migration, serverId], query_timeout: ANSWER_MS };
  const { rows } = await pool.query<State>(query);
  return rows[0] as State;
}

const REASONS: Readonly<Record<keyof Readiness['checks'], string>> = {
  database: 'the database cannot be reached',
  writable: 'the database is read-only',
  storage: 'the disk of the database is full',
  migrations: `the database lacks migration ${migration}`,
  worker: "this server's worker gave no sign of life for 15 s",
  ids: 'this server holds no node number for ids',
  clock: `the clock of this server differs from the database's by more than ${UNREADY_MS / 1_000} s`,
};

const STANDBY = 'the database is a standby';

function verdict(
  checks: Readiness['checks'],
  only: readonly (keyof Readiness['checks'])[],
  texts: Partial<typeof REASONS> = {},
): Readiness {
  const reasons = only.filter((name) => !checks[name]).map((name) => texts[name] ?? REASONS[name]);
  return { ready: reasons.length === 0, checks, reasons };
}

const FAILED = {
  database: false,
  writable: false,
  storage: false,
  migrations: false,
  worker: false,
  ids: false,
  clock: false,
};

/** What a server answers that drains: balancers shall send it nothing more. */
export const STOPPING: Readiness = { ready: false, checks: FAILED, reasons: ['this server is stopping'] };

/** May this server take calls: what a command needs is there, and its own worker works the queue. */
export async function readiness({ pool, clock, serverId, storage }: AppDeps): Promise<Readiness> {
  try {
    const state = await bounded(readState(pool, serverId));
    const checks = {
      database: true,
      writable: !state.readOnly,
      storage: !storage.full,
      migrations: state.migrated,
      worker: state.worker,
      ids: canMakeIds(),
      clock: Math.abs(clock.aheadMs()) <= UNREADY_MS,
    };
    const asked = ['writable', 'storage', 'migrations', 'worker', 'ids', 'clock'] as const;
    return verdict(checks, asked, state.standby ? { writable: STANDBY } : {});
  } catch (error) {
    // What could not be asked is not a reason of its own.
    if (sqlState(error) === UNDEFINED_TABLE) return verdict({ ...FAILED, database: true }, ['migrations']);
    return verdict(FAILED, storage.mayHaveEndedIt ? ['database', 'storage'] : ['database']);
  }
}
