import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { connect } from '../../server/platform/db/connect.ts';
import { runningDatabase } from '../../server/platform/db/embedded.ts';
import { poolAs } from '../../server/platform/db/pool.ts';
import { type Client, signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { readinessOf } from '../support/readiness.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { makeWorld } from './world.ts';

/** PostgreSQL ends where its log finds no room, and ends again at each start until there is some. */

const FULL_MS = 25_000;
/** After 0.5 s, 1, 2, 4, 8 and 16 s, of which the last is over after the time above. */
const MOST_STARTS = 6;

const folder = openTempFolder('walFull');
const place = join(folder, 'disk');
const disk = await mountSmallDisk(place, 600);
const dataDir = join(folder, 'data');
afterAll(async () => {
  await disk?.unmount();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!disk)('a database whose log has a full disk (skipped where no disk can be mounted)', () => {
  let server: ServerProcess;
  let person: Client;

  beforeAll(async () => {
    const database = await connect({
      databaseUrl: undefined,
      dataDir,
      production: false,
      say: () => undefined,
    });
    await migrateAll(database.owner);
    const [staff] = await makeStaff(database.server, await makeWorld(database.server), 1);
    await database.stop();
    const log = join(dataDir, 'postgres', 'pg_wal');
    // With its owner, which is the database's account.
    execFileSync('cp', ['-a', log, place]);
    renameSync(log, `${log}.before`);
    symlinkSync(join(place, 'pg_wal'), log);
    server = await startProcess({ DATA_DIR: dataDir, DEMO_ORDERS: '0' });
    person = await signIn(server.base, staff!.account, PASSWORD);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
  });

  const ready = () => readinessOf(server.base);
  const keep = (key: string) => person.ask('userSetting/save', { key, value: 'kept', version: 0 });

  /** Fills segments of the log until it has no room for the next. */
  async function fillLog(): Promise<void> {
    const pool = poolAs(runningDatabase(dataDir)!, 'paydesk_owner', 1);
    try {
      for (;;) {
        await pool.query(
          "select pg_logical_emit_message(false, 'test', repeat(md5(random()::text), 200000))",
        );
      }
    } catch {
      // It ended.
    } finally {
      await pool.end();
    }
  }

  it('is named by /ready, restarted with a growing pause, and comes back by itself with all that was kept', async () => {
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    expect((await keep('before')).body.code).toBe(200);
    disk!.fill();
    await fillLog();
    await expect.poll(ready).toEqual({
      status: 503,
      reasons: ['the database cannot be reached', 'the disk of the database is full'],
    });
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
    expect((await keep('meanwhile')).body.extras?.errorCode).toBe('databaseDown');
    await sleep(FULL_MS);
    expect(server.output().split('is started again').length - 1).toBeLessThanOrEqual(MOST_STARTS);
    expect(server.output()).toContain(`The disk of ${join(dataDir, 'postgres', 'pg_wal')} is full.`);

    disk!.free();
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    expect((await keep('before')).body.code).not.toBe(200);
    expect((await keep('meanwhile')).body.code).toBe(200);
  });
});
