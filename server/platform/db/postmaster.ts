import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './binaries.ts';

/** A PostgreSQL server process: a child of ours, or the one that a killed server left behind. */
export interface Postmaster {
  pid: number;
  port: number;
  /** What it printed when it ended, undefined while it lives. */
  ended(): string | undefined;
}

export interface PostmasterOptions {
  home: string;
  folder: string;
  account: Account;
  settings: Readonly<Record<string, string>>;
}

const START_MS = 60_000;
const STOP_MS = 30_000;

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** A pid that was handed to another program since, and a process that only waits to be reaped, are no database. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

/** The postmaster that already serves this folder; what a dead one left is removed. */
export function runningPostmaster(folder: string): Postmaster | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (pid > 0 && port > 0 && alive(pid)) {
    return { pid, port, ended: () => (alive(pid) ? undefined : 'PostgreSQL ended') };
  }
  rmSync(file, { force: true });
  return undefined;
}

/** Starts PostgreSQL on the folder, on the given port or a free one. */
export async function launch(options: PostmasterOptions, port?: number): Promise<Postmaster> {
  const chosen = port ?? (await freePort());
  const flags = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own process group: Ctrl+C reaches the server, which stops the database last.
  const child = spawn(
    join(options.home, 'bin', 'postgres'),
    ['-D', options.folder, '-p', String(chosen), ...flags],
    { ...options.account, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  let failed: string | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  });
  child.once('error', (error) => {
    failed = error.message;
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    port: chosen,
    ended() {
      if (failed !== undefined) return failed;
      if (child.exitCode === null && child.signalCode === null) return undefined;
      const lines = output.trim().split('\n');
      return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'PostgreSQL ended';
    },
  };
}

/** Waits until the database answers. @throws with what the postmaster printed when it ended instead */
export async function untilReady(postmaster: Postmaster, url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      const why = postmaster.ended();
      if (why !== undefined) throw new Error(why, { cause: error });
      if (Date.now() > deadline) throw error;
      await sleep(40);
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends the connections and writes a checkpoint. */
const FAST = 'SIGINT';
/** The immediate one: a disk that is full lets no checkpoint through, and the log brings back what it would have kept. */
const IMMEDIATE = 'SIGQUIT';

export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  for (const signal of [FAST, IMMEDIATE] as const) {
    if (postmaster.ended() !== undefined || !alive(postmaster.pid)) return;
    process.kill(postmaster.pid, signal);
    for (let waited = 0; waited < STOP_MS && alive(postmaster.pid); waited += 25) await sleep(25);
  }
}
