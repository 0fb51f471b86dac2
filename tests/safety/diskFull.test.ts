import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/platform/db/connect.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { readinessOf } from '../support/readiness.ts';
import { type Client, signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { makeWorld, openOrder } from './world.ts';

const folder = openTempFolder('diskFull');
const place = join(folder, 'disk');
const disk = await mountSmallDisk(place, 400);
afterAll(async () => {
  await disk?.unmount();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!disk)('a database whose disk is full (skipped where no disk can be mounted)', () => {
  let server: ServerProcess;
  let admin: Client;

  beforeAll(async () => {
    const dataDir = join(place, 'data');
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
    disk!.fill();
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

    disk!.free();
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    expect((await save(`kept-${kept}`)).body.code).toBe(200);
  });
});
