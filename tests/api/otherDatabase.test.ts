import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { connect, majorVersion } from '../../server/platform/db/connect.ts';
import { ROLES } from '../../server/platform/db/pool.ts';
import { StartError } from '../../server/platform/db/startError.ts';
import { signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { findFixedPort } from '../support/fixedPort.ts';
import { startProcess, startRefused } from '../support/process.ts';

const folder = openTempFolder('other');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = { dataDir: folder, production: false, say: () => undefined };

describe('a database of somebody else’s', () => {
  it('is refused in one line where it is too old', () => {
    expect(majorVersion('150018', '15.18')).toBe(15);
    expect(() => majorVersion('140009', '14.9 (Debian)')).toThrow(StartError);
    expect(() => majorVersion('140009', '14.9 (Debian)')).toThrow(
      'PostgreSQL 15 or newer is needed; the one of DATABASE_URL is 14.9 (Debian).',
    );
  });

  it('is refused in one line where the user may not create tables in it', async () => {
    const admin = new pg.Client({ connectionString: inject('databaseUrl') });
    await admin.connect();
    const password = 'not-the-owner';
    await admin.query(`create role stranger login createrole password '${password}'`);
    await admin.query(`grant ${ROLES.join(', ')} to stranger`);
    await admin.query('create database guarded');
    try {
      const url = new URL(inject('databaseUrl'));
      url.username = 'stranger';
      url.password = password;
      url.pathname = '/guarded';
      await expect(connect({ ...quiet, databaseUrl: url.href })).rejects.toThrow(
        'The database user stranger may not let paydesk_owner create tables in guarded; make it the owner of that database.',
      );
    } finally {
      await admin.query('drop database guarded with (force)');
      await admin.query('drop role stranger');
      await admin.end();
    }
  });
});

/** Where Debian puts the oldest version that is supported. */
const OLDEST = '/usr/lib/postgresql/15/bin';

/** A cluster of that version on a port of its own; returns its superuser's address and its undo. */
async function startOldest(): Promise<{ url: string; stop(): void }> {
  const data = join(folder, 'oldest');
  mkdirSync(data, { mode: 0o700 });
  chmodSync(folder, 0o711);
  const root = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  const account = root ? { uid: id('-u'), gid: id('-g') } : {};
  if (root) chownSync(data, account.uid ?? 0, account.gid ?? 0);
  const run = (command: string, args: string[]) =>
    execFileSync(join(OLDEST, command), args, { ...account, cwd: '/', stdio: 'ignore' });
  const cluster = join(data, 'cluster');
  run('initdb', ['-D', cluster, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '-N']);
  const port = await findFixedPort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data}`;
  run('pg_ctl', ['-D', cluster, '-o', settings, '-l', join(data, 'log'), '-w', 'start']);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => void run('pg_ctl', ['-D', cluster, '-m', 'immediate', 'stop']),
  };
}

describe.runIf(existsSync(OLDEST))('PostgreSQL 15', () => {
  it('migrates, loads the demo, settles, keeps every invariant, and takes no demo into production', async () => {
    const { url, stop } = await startOldest();
    try {
      const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
      const server = await startProcess({
        ...environment,
        DEMO_ORDERS: '500',
        DEMO_TRAFFIC: '0',
        DEMO_PASSWORD: 'demo-password',
      });
      const admin = await signIn(server.base, 'admin', 'demo-password');
      const { items } = await admin.call<{ items: { id: string }[] }>('collectOrder/rows', {
        status: [2],
        settled: false,
      });
      const ids = items.slice(0, 5).map(({ id }) => id);
      const result = await admin.command<ActionResult>('collectOrder/batchSettle', { ids });
      expect([...result.done].sort()).toEqual([...ids].sort());
      expect(await server.stop()).toBe(0);
      const ledger = execFileSync(
        process.execPath,
        [join(import.meta.dirname, '../../server/ledger/invariants/command.ts')],
        { env: { ...process.env, ...environment } },
      );
      expect(ledger.toString()).toBe('0 faults\n');
      const production = { ...environment, NODE_ENV: 'production', SECRETS_KEY: 'ab'.repeat(32) };
      const refused = await startRefused({ ...production, PORT: '0' });
      expect(refused).toEqual({
        code: 1,
        output:
          'This database holds demo accounts, which cannot exist in production; use another database.\n',
      });
    } finally {
      stop();
    }
  });
});
