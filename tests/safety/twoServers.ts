import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, signIn } from '../support/client.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { openTempFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, type World } from './world.ts';

/** Two server processes on one database, each with a data folder of its own, as behind a balancer. */
export interface TwoServers {
  database: TestDatabase;
  world: World;
  /** Super administrators. */
  people: readonly Staff[];
  servers: [ServerProcess, ServerProcess];
  signIn(server: ServerProcess, person: Staff): Promise<Client>;
  start(at: 0 | 1): Promise<ServerProcess>;
  stop(): Promise<void>;
}

/** `own`: what only one of them has in its environment. */
export async function startTwoServers(
  environment: Record<string, string> = {},
  own: readonly Record<string, string>[] = [],
): Promise<TwoServers> {
  const folder = openTempFolder('two');
  const database = await freshDatabase();
  const world = await makeWorld(database.pool);
  const people = await makeStaff(database.pool, world, 4);
  const start = (at: 0 | 1) =>
    startProcess({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, String(at)),
      DEMO_ORDERS: '0',
      SECRETS_KEY,
      ...environment,
      ...own[at],
    });
  const servers = [await start(0), await start(1)] as [ServerProcess, ServerProcess];
  return {
    database,
    world,
    people,
    servers,
    signIn: ({ base }, { account }) => signIn(base, account, PASSWORD),
    start,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
