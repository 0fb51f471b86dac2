import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/platform/db/connect.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { readinessOf } from '../support/readiness.ts';
import { type Client, signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { makeWorld, openOrder } from './world.ts';

const run = promisify(execFile);
const folder = openTempFolder('diskFull');
const disk = join(folder, 'disk');
mkdirSync(disk);
/** Containers may not mount; without a disk of its own there is nothing to fill. */
const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk]).then(
  () => true,
  () => false,
);
afterAll(async () => {
  if (mounted) await run('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
});

const filler = join(disk, 'filler');
function fillDisk(): void {
  const file = openSync(filler, 'w');
  try {
    for (const size of [1_048_576, 4_096]) {
      const block = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

describe.skipIf(!mounted)('a database whose disk is full (skipped where no disk can be mounted)', () => {
  let server: ServerProcess;
  let admin: Client;

  beforeAll(async () => {
    const dataDir = join(disk, 'data');
    const database = await connect({
      databaseUrl: undefined,
      dataDir,
      production: false,
      say: () => undefined,
    });
    await migrateAll(database.owner);
    const world = await makeWorld(database.server);
    const [person] = await makeStaff(database.server, world, 1);
    await openOrder(database.server, world);
    await database.stop();
    server = await startProcess({ DATA_DIR: dataDir, DEMO_ORDERS: '0', LOG_LEVEL: 'silent' });
    admin = await signIn(server.base, person!.account, PASSWORD);
  });
  afterAll(async () => {
    await server?.stop();
  });

  const ready = () => readinessOf(server.base);
  /** 48 KiB that no compression makes smaller: after a few, the table must grow. */
  const save = (key: string, language = 'en') =>
    admin.ask(
      'userSetting/save',
      { key, value: randomBytes(36_000).toString('base64'), version: 0 },
      { 'Accept-Language': language },
    );

  it('refuses what it cannot keep, says so, and goes on by itself once there is room', async () => {
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    fillDisk();
    await expect.poll(ready).toEqual({ status: 503, reasons: ['the disk of the database is full'] });
    expect((await fetch(`${server.base}/health`)).status).toBe(200);

    let refused = await save('kept-0');
    let kept = 0;
    for (; refused.body.code === 200 && kept < 100; kept += 1) refused = await save(`kept-${kept + 1}`);
    expect(refused.status).toBe(500);
    expect(refused.body).toMatchObject({
      message: 'The database has no disk space left, nothing was changed; please tell an administrator',
      extras: { errorCode: 'databaseFull' },
    });
    expect((await save('other', 'zh-CN')).body.message).toBe('数据库磁盘已满，未作任何更改，请联系管理员');
    expect((await admin.call<{ items: unknown[] }>('collectOrder/page', {})).items).toHaveLength(1);
    const metrics = await (await fetch(`${server.base}/metrics`)).text();
    expect(metrics).toContain('paydesk_database_disk_full 1');

    rmSync(filler);
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    expect((await save(`kept-${kept}`)).body.code).toBe(200);
  });
});
