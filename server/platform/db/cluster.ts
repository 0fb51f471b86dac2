import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, closedFolder, openFolder } from './binaries.ts';

/** A folder of PostgreSQL's and the superuser's password to it. */
export interface Cluster {
  folder: string;
  password: string;
}

function run(command: string, args: string[], account: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const output = errors.trim().split('\n');
      const why = output.findLast((line) => /error|fatal|could not/i.test(line)) ?? output.at(-1) ?? '';
      if (code === 0) resolve();
      else reject(new Error(why || `${command} failed`));
    });
  });
}

/** One folder at a time, since the recursive call of Node hides why a read-only disk refuses. */
export function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o711 });
}

/** Reads a small private file, made by `make` on the first start. */
export function keepFile(path: string, make: () => string): string {
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, make(), { mode: 0o600 });
    renameSync(draft, path);
  }
  return readFileSync(path, 'utf8').trim();
}

/** Where the cluster of this data folder lives: inside, or where the database account can reach it. */
function placeOf(dataDir: string, account: Account, say: (line: string) => void): string {
  const moved = join(dataDir, 'postgres-folder');
  if (existsSync(moved)) return readFileSync(moved, 'utf8').trim();
  const inside = join(dataDir, 'postgres');
  const closed = existsSync(join(inside, 'PG_VERSION')) ? undefined : closedFolder(dataDir, account);
  if (!closed) return inside;
  const place = keepFile(moved, () => join(openFolder(`data-${randomBytes(6).toString('hex')}`), 'postgres'));
  say(`${closed} is closed to the database account, so the database lives in ${place}.`);
  return place;
}

/** The cluster a data folder already has; nothing is made. */
export function existingCluster(dataDir: string): Cluster | undefined {
  const moved = join(dataDir, 'postgres-folder');
  const folder = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : join(dataDir, 'postgres');
  const secret = join(dataDir, 'postgres-password');
  if (!existsSync(join(folder, 'PG_VERSION')) || !existsSync(secret)) return undefined;
  return { folder, password: readFileSync(secret, 'utf8').trim() };
}

async function initialise(home: string, folder: string, password: string, account: Account): Promise<void> {
  // Made next to its place and renamed: a start that was cut short leaves nothing that looks like a cluster.
  const draft = `${folder}.${process.pid}`;
  const secret = `${draft}.password`;
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    writeFileSync(secret, password, { mode: 0o600 });
    if (account.uid !== undefined && account.gid !== undefined) {
      for (const path of [draft, secret]) chownSync(path, account.uid, account.gid);
    }
    const flags = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'];
    const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
    await run(
      join(home, 'bin', 'initdb'),
      [`--pgdata=${draft}`, `--pwfile=${secret}`, ...flags, ...locale],
      account,
    );
    renameSync(draft, folder);
  } catch (error) {
    // A start at the same moment was faster: its cluster is as good.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(secret, { force: true });
  }
}

/** The data folder's cluster, made on the first start. */
export async function openCluster(
  dataDir: string,
  home: string,
  account: Account,
  say: (line: string) => void,
): Promise<Cluster> {
  makeFolder(dataDir);
  const folder = placeOf(dataDir, account, say);
  const password = keepFile(join(dataDir, 'postgres-password'), () => randomBytes(24).toString('hex'));
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(home, folder, password, account);
  return { folder, password };
}

/** The folders of a data folder's cluster that may be disks of their own: its data and its log. */
export function clusterFolders(dataDir: string): string[] {
  const cluster = existingCluster(dataDir);
  return cluster ? [cluster.folder, join(cluster.folder, 'pg_wal')] : [];
}
