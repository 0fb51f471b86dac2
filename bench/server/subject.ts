import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Envelope } from '../../contract/calls.ts';

/** The real server under measurement, in a process and a data folder of its own. */
export interface Subject {
  /** Milliseconds from spawn to the ready line. */
  readyAfter: number;
  /** Milliseconds that it says loading the demo took; 0 where it found one. */
  loadedIn: number;
  base: string;
  dataDir: string;
  pid: number;
  call<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  token: string;
  /** Resident memory of the server process in MB. */
  memory(): number;
  /** Processor time of the server process so far, in seconds. */
  cpu(): number;
  stop(): Promise<void>;
}

export interface SubjectOptions {
  dataDir: string;
  orders: number;
  traffic?: number;
  /** Keep what the folder holds: a later start. */
  keep?: boolean;
  environment?: Readonly<Record<string, string>>;
}

export const PASSWORD = 'bench-password';

function ready(child: ChildProcess): Promise<{ base: string; readyAfter: number; loadedIn: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    let seen = '';
    const read = (chunk: Buffer) => {
      seen = (seen + chunk.toString()).slice(-20_000);
      const base = /Paydesk is ready at (http:\S+)\n/.exec(seen)?.[1];
      if (!base) return;
      const loaded = /loaded in ([\d.]+) s/.exec(seen)?.[1];
      resolve({ base, readyAfter: performance.now() - started, loadedIn: Number(loaded ?? 0) * 1000 });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}\n${seen}`)));
  });
}

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  if (!options.keep) rmSync(options.dataDir, { recursive: true, force: true });
  // The database's own account must be able to pass through.
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'server', 'bootstrap', 'main.ts')],
    {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: options.dataDir,
        DEMO_ORDERS: String(options.orders),
        DEMO_PASSWORD: PASSWORD,
        DEMO_TRAFFIC: String(options.traffic ?? 0),
        LOG_LEVEL: 'warn',
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const started = await ready(child);
  const { base } = started;

  async function call<T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${base}/api/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${subject.token}`, ...headers },
    });
    const envelope = (await response.json()) as Envelope<T>;
    if (envelope.code !== 200)
      throw new Error(`${path}: ${JSON.stringify(envelope.message)} ${envelope.extras?.errorCode ?? ''}`);
    return envelope.result;
  }

  const subject: Subject = {
    ...started,
    dataDir: options.dataDir,
    pid: child.pid ?? 0,
    token: '',
    call,
    memory() {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) / 1024;
    },
    cpu() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      // After the name, which may hold spaces: fields 14 and 15 in hundredths of a second.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    stop() {
      return new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      });
    },
  };
  await renew(subject);
  return subject;
}

/** Signs in by another account; those of the demo have one password. @returns its token */
export async function tokenOf(subject: Subject, account: string, password = PASSWORD): Promise<string> {
  const signedIn = await subject.call<{ accessToken: string }>('sysAuth/login', { account, password });
  return signedIn.accessToken;
}

/** Signs in again: a long measurement outlives an access token. */
export async function renew(subject: Subject): Promise<void> {
  subject.token = await tokenOf(subject, 'admin');
}

/** A superuser's connections to the subject's own database, for the peers and for what no call can make. */
export function peerPool(subject: Subject): pg.Pool {
  const password = readFileSync(join(subject.dataDir, 'postgres-password'), 'utf8').trim();
  const port = readFileSync(join(subject.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  return new pg.Pool({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/paydesk`,
    max: 16,
  });
}

/** Starts a subject, works on it and on its database, and stops it. */
export async function withSubject<T>(
  options: SubjectOptions,
  work: (subject: Subject, pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const subject = await startSubject(options);
  const pool = peerPool(subject);
  // The server's end must not take this process with it.
  pool.on('error', () => undefined);
  try {
    return await work(subject, pool);
  } finally {
    await pool.end();
    await subject.stop();
  }
}
