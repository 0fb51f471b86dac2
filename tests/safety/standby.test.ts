import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/platform/db/connect.ts';
import { type Embedded, startEmbedded } from '../../server/platform/db/embedded.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { readinessOf } from '../support/readiness.ts';
import { type Client, signIn } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { makeWorld } from './world.ts';

describe('a database that comes back as a standby', () => {
  const folder = openTempFolder('standby');
  let embedded: Embedded;
  let server: ServerProcess;
  let client: Client;

  beforeAll(async () => {
    // As a primary that has standbys: its log can be replayed by one.
    embedded = await startEmbedded(folder, () => undefined, { wal_level: 'replica' });
    const database = await connect({
      databaseUrl: embedded.url,
      dataDir: folder,
      production: false,
      say: () => undefined,
    });
    await migrateAll(database.owner);
    const world = await makeWorld(database.server);
    const [person] = await makeStaff(database.server, world, 1);
    await database.stop();
    server = await startProcess({
      DATABASE_URL: embedded.url,
      DATA_DIR: join(folder, 'server'),
      DEMO_ORDERS: '0',
      SECRETS_KEY,
      LOG_LEVEL: 'silent',
    });
    client = await signIn(server.base, person!.account, PASSWORD);
  });
  afterAll(async () => {
    await server?.stop();
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ready = () => readinessOf(server.base);
  const ask = async <T extends object>(sql: string): Promise<T> => {
    const one = new pg.Client({ connectionString: embedded.url });
    await one.connect();
    try {
      return (await one.query<T>(sql)).rows[0]!;
    } finally {
      await one.end();
    }
  };
  const save = () => client.ask('userSetting/save', { key: 'k', value: 'v', version: 0 });

  it('serves what it has, refuses changes with the reason, and takes them again once it is promoted', async () => {
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    const { data } = await ask<{ data: string }>("select current_setting('data_directory') as data");
    writeFileSync(join(data, 'standby.signal'), '');
    // Stopped in order; whoever keeps it starts it again, now as the file says.
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGINT');
    await expect.poll(async () => (await ready()).reasons).toContain('the database is a standby');
    expect((await ready()).status).toBe(503);
    expect((await client.call<{ items: unknown[] }>('sysUser/page', {})).items.length).toBeGreaterThan(0);
    const { status, body } = await save();
    expect(status).toBe(500);
    expect(body).toMatchObject({
      message: 'The database takes no changes just now, nothing was changed; please try again shortly',
      extras: { errorCode: 'databaseReadOnly' },
    });
    await ask('select pg_promote()');
    await expect.poll(ready).toEqual({ status: 200, reasons: [] });
    expect((await save()).body.code).toBe(200);
  });
});
