import { existsSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAccount, postgresHome } from './binaries.ts';
import { existingCluster, openCluster } from './cluster.ts';
import {
  launch,
  type Postmaster,
  type PostmasterOptions,
  runningPostmaster,
  stopPostmaster,
  untilReady,
} from './postmaster.ts';
import { RestartPause } from './restartPause.ts';
import { StartError } from './startError.ts';
import { storageError } from './storageError.ts';

export interface Embedded {
  /** Connection string of the superuser to the database `paydesk`. */
  url: string;
  stop(): Promise<void>;
}

/** Sized for a workstation; durability stays at the defaults (fsync, full_page_writes, synchronous_commit on). */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  // Nobody replicates it, so what is made in one transaction with its table needs no log: the demo is loaded so.
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'fatal',
};

const urlAt = (password: string, port: number, database: string): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

/** Connection string of the database that serves this data folder right now, whoever started it. */
export function runningDatabase(dataDir: string): string | undefined {
  const cluster = existingCluster(dataDir);
  const postmaster = cluster && runningPostmaster(cluster.folder);
  return postmaster && urlAt(cluster.password, postmaster.port, 'paydesk');
}

const LOCK = 'select pg_try_advisory_lock(73007300) as locked';
const WATCH_MS = 500;
const ROOMY = 256 * 1024 * 1024;

/** Containers give /dev/shm 64 MiB, which a parallel query outgrows; files do as well there. */
function sharedMemory(): Record<string, string> {
  if (process.platform !== 'linux') return {};
  const room = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined;
  return room && room.bsize * room.bavail >= ROOMY ? {} : { dynamic_shared_memory_type: 'mmap' };
}

/** Attaches to the postmaster that serves the folder already, or starts one. */
async function serve(
  options: PostmasterOptions,
  urlOf: (port: number) => string,
  port?: number,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const postmaster = runningPostmaster(options.folder) ?? (await launch(options, port));
    try {
      await untilReady(postmaster, urlOf(postmaster.port));
      return postmaster;
    } catch (error) {
      // A rival won the folder, a killed postmaster's children still end, or a stranger took the port meanwhile.
      const passing = /lock file|shared memory|could not bind|PostgreSQL ended/i.test(
        (error as Error).message,
      );
      if (!passing || attempt >= 20) throw error;
      await sleep(250);
    }
  }
}

async function lockHolder(url: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: url, application_name: `paydesk-lock-${process.pid}` });
  holder.on('error', () => undefined);
  await holder.connect();
  // A killed server's connection may take a moment to be noticed.
  for (let tries = 0; tries < 15; tries += 1) {
    const answer = await holder.query<{ locked: boolean }>(LOCK);
    if (answer.rows[0]?.locked) return holder;
    await sleep(200);
  }
  const other = await holder.query<{ name: string | null }>(
    "select application_name as name from pg_stat_activity where application_name like 'paydesk-lock-%' and pid <> pg_backend_pid()",
  );
  await holder.end();
  const pid = (other.rows[0]?.name ?? '').replace('paydesk-lock-', '');
  throw new StartError(
    `Another Paydesk server${pid && ` (process ${pid})`} is using this data folder; stop it or set another DATA_DIR.`,
  );
}

/** Ends what a killed server's connections still do, so that no lock of theirs outlives it. */
async function clearOrphans(holder: pg.Client): Promise<void> {
  await holder.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
}

/**
 * Starts the PostgreSQL 18 that came with the packages on `dataDir`, or attaches to the one a killed server left.
 * The data folder is locked until this process ends, however it ends, and a postmaster that dies is started again.
 * @throws StartError with one clear line
 */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  const account = databaseAccount();
  const home = postgresHome(account, say);
  const { folder, password } = await openCluster(dataDir, home, account, say).catch((error: unknown) => {
    throw storageError(dataDir, error);
  });
  const options = { home, folder, account, settings: { ...SETTINGS, ...sharedMemory(), ...settings } };
  const urlOf = (port: number, database = 'postgres') => urlAt(password, port, database);

  let postmaster = await serve(options, urlOf).catch((error: unknown) => {
    throw storageError(folder, error);
  });
  const { port } = postmaster;
  let holder = await lockHolder(urlOf(port));
  try {
    await clearOrphans(holder);
    const exists = await holder.query("select 1 from pg_database where datname = 'paydesk'");
    if (exists.rowCount === 0) await holder.query('create database paydesk');
  } catch (error) {
    await holder.end().catch(() => undefined);
    await stopPostmaster(postmaster);
    throw storageError(folder, error);
  }

  let held = true;
  const ending = { begun: false };
  const keep = () => {
    held = true;
    holder.once('end', () => {
      held = false;
    });
  };
  const restore = async () => {
    if (postmaster.ended() !== undefined) {
      say('The database ended unexpectedly and is started again.');
      postmaster = await serve(options, urlOf, port);
    }
    holder = await lockHolder(urlOf(port));
    keep();
  };
  const pause = new RestartPause(performance.now());
  const watch = async () => {
    while (!ending.begun) {
      await sleep(WATCH_MS, undefined, { ref: false });
      if (ending.begun || (held && postmaster.ended() === undefined)) continue;
      await sleep(pause.ended(performance.now()), undefined, { ref: false });
      if (ending.begun) continue;
      pause.started(performance.now());
      await restore().catch((error: unknown) => say(storageError(folder, error).message));
    }
  };
  keep();
  void watch();

  return {
    url: urlOf(port, 'paydesk'),
    async stop() {
      ending.begun = true;
      await holder.end().catch(() => undefined);
      await stopPostmaster(postmaster);
    },
  };
}
