import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_SPARE_NODE, ID_EPOCH } from '../../server/platform/db/id.ts';
import { readinessOf } from '../support/readiness.ts';
import { signIn } from '../support/client.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';

interface NodeRow {
  node: number;
  holder: string;
  last_ms: string;
}

describe('node numbers of servers on one database', () => {
  const folder = openTempFolder('idNodes');
  let database: TestDatabase;
  let servers: ServerProcess[];
  let started = 0;

  const start = async () => {
    const server = await startProcess({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, String((started += 1))),
      DEMO_ORDERS: '0',
      SECRETS_KEY,
      LOG_LEVEL: 'silent',
    });
    servers.push(server);
    return server;
  };
  const held = async (): Promise<NodeRow[]> => {
    const { rows } = await database.owner.query<NodeRow>(
      'select node, holder, last_ms::text from id_node where expires_at > now() order by node',
    );
    return rows;
  };
  const ready = ({ base }: ServerProcess) => readinessOf(base);
  /** A sign-in makes a session, whose id is this server's. */
  const sessionId = async ({ base, output }: ServerProcess) => {
    await database.owner.query(`update sys_config set value = 'false' where code = 'sysCaptcha'`);
    const password = /one-time password (\S+)/.exec(output())?.[1] ?? '';
    await signIn(base, 'admin', password);
    const { rows } = await database.owner.query<{ node: number; ms: string }>(
      `select ((id >> 12) & 1023)::int as node, ((id >> 22) + ${ID_EPOCH})::text as ms from sys_session`,
    );
    return rows[0]!;
  };

  beforeEach(async () => {
    database = await freshDatabase();
    servers = [];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('differ, are given back at the end, and outlive a kill until the lease is over', async () => {
    const [first] = await Promise.all([start(), start()]);
    const two = await held();
    expect(new Set(two.map(({ node }) => node)).size).toBe(2);
    expect(new Set(two.map(({ holder }) => holder)).size).toBe(2);
    expect(two.every(({ node }) => node < FIRST_SPARE_NODE)).toBe(true);
    await first!.kill();
    await start();
    expect(await held()).toHaveLength(3);
    for (const server of servers) await server.stop();
    // The killed one's is kept from others.
    expect(await held()).toHaveLength(1);
  });

  it('are taken anew where one was lost, and without one the server says so', async () => {
    const server = await start();
    await expect.poll(() => ready(server)).toMatchObject({ status: 200 });
    const [own] = await held();
    const seize = (where: string) =>
      database.owner.query(
        `update id_node set holder = 'other', expires_at = now() + interval '1 hour' where ${where}`,
      );
    await seize(`node = ${own!.node}`);
    await expect
      .poll(async () => (await held()).filter(({ holder }) => holder === own!.holder))
      .toHaveLength(1);
    expect((await ready(server)).status).toBe(200);
    await seize('true');
    await expect
      .poll(() => ready(server))
      .toEqual({ status: 503, reasons: ['this server holds no node number for ids'] });
    await database.owner.query(`update id_node set expires_at = '-infinity' where node < 10`);
    await expect.poll(async () => (await ready(server)).status).toBe(200);
  });

  it('stand in ids, which begin after those of the holder before, though its clock was an hour ahead', async () => {
    await database.owner.query('update id_node set last_ms = last_ms + 3600000');
    const { rows } = await database.owner.query<{ least: string }>(
      'select min(last_ms)::text as least from id_node',
    );
    await database.owner.query(`update id_node set expires_at = 'infinity' where node < 5`);
    const id = await sessionId(await start());
    expect(id.node).toBe(5);
    expect(Number(id.ms)).toBeGreaterThan(Number(rows[0]!.least));
  });
});
