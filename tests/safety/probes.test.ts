import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolAs } from '../../server/platform/db/pool.ts';
import { latestMigration } from '../../server/platform/db/migrate.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/databaseProxy.ts';
import { forgetPolicy } from '../../server/platform/http/policy.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What a probe of an orchestrator waits at most. */
const PROBE_MS = 2_000;

describe('the probes of a server', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let pool: pg.Pool;
  let server: TestServer;

  beforeAll(async () => {
    database = await freshDatabase();
    proxy = await startDatabaseProxy(database.url);
    pool = poolAs(proxy.url, 'paydesk_server', 10);
    server = await startServer({ pool });
    await database.pool.query("insert into lease values ('worker:own', $1, now() + interval '1 hour')", [
      server.deps.serverId,
    ]);
  });
  afterAll(async () => {
    await proxy.restore();
    await server.stop();
    await pool.end();
    await proxy.stop();
    await database.drop();
  });

  const probe = async (path: string) => {
    const answer = await fetch(`${server.base}${path}`, { signal: AbortSignal.timeout(PROBE_MS) });
    const body = (await answer.json()) as { reasons?: string[] };
    return { status: answer.status, reasons: body.reasons };
  };
  const ready = async () => {
    await expect.poll(async () => (await probe('/ready')).status).toBe(200);
  };
  const owner = (sql: string, values: unknown[] = []) => database.owner.query(sql, values);

  it.each(['cut', 'hang'] as const)(
    'tell a database that is gone (%s) from a dead process',
    async (fault) => {
      await ready();
      await proxy[fault]();
      // As after a longer outage: nothing is remembered from before.
      forgetSettings(pool);
      forgetPolicy(pool);
      const [health, readiness] = await Promise.all([probe('/health'), probe('/ready')]);
      expect(health.status).toBe(200);
      expect(readiness).toEqual({ status: 503, reasons: ['the database cannot be reached'] });
      await proxy.restore();
      await ready();
    },
  );

  it('tell a clock that is late or early by more than 2 s', async () => {
    for (const seconds of [-150, -3, 3]) {
      server.clock.ahead = seconds * 1_000;
      const { status, reasons } = await probe('/ready');
      expect(status).toBe(503);
      expect(reasons).toEqual([expect.stringContaining('the clock of this server differs')]);
    }
    server.clock.ahead = 1_000;
    expect((await probe('/ready')).status).toBe(200);
    server.clock.ahead = 0;
  });

  it('tell a dead worker of this server although another lives', async () => {
    await owner("update lease set holder = 'another server' where name = 'worker:own'");
    expect((await probe('/ready')).reasons).toEqual([expect.stringContaining('worker')]);
    await owner("update lease set holder = $1 where name = 'worker:own'", [server.deps.serverId]);
    await ready();
  });

  it('tell a migration that is missing', async () => {
    const { rows } = await owner('delete from schema_migration where name = $1 returning checksum', [
      latestMigration(),
    ]);
    expect((await probe('/ready')).reasons).toEqual([expect.stringContaining('migration')]);
    await owner('insert into schema_migration (name, checksum) values ($1, $2)', [
      latestMigration(),
      rows[0]?.checksum,
    ]);
    await ready();
  });
});
