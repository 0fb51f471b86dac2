import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/bootstrap/app.ts';
import { type Env, parseEnv } from '../../server/platform/env.ts';
import type { AppDeps } from '../../server/platform/http/deps.ts';
import { openConsoleAccess } from '../../server/platform/db/consoleAccess.ts';
import { loadLocales } from '../../server/platform/http/locales.ts';
import { StorageProbe } from '../../server/platform/observability/storageProbe.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import { modules } from '../../server/bootstrap/registry.ts';
import { type Client, client, signIn } from './client.ts';
import { PLUGIN_KEYS } from './plugin.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { openTempFolder } from './folder.ts';
import { SECRETS_KEY } from './secretsKey.ts';
import { UnexpectedFailures } from './unexpectedFailures.ts';

/** A clock that tests move. */
export class TestClock {
  offset = 0;
  /** What is measured as the difference to the database. */
  ahead = 0;
  now(): Date {
    return new Date(Date.now() + this.offset);
  }
  aheadMs(): number {
    return this.ahead;
  }
  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }
}

export interface TestServer {
  app: FastifyInstance;
  base: string;
  deps: AppDeps;
  clock: TestClock;
  database: TestDatabase;
  anonymous: Client;
  /** What it answered with 500: `stop` fails for what no test has taken. */
  failures: UnexpectedFailures;
  signIn(account: string, password: string): Promise<Client>;
  stop(): Promise<void>;
}

export { SECRETS_KEY };

/** The whole server in this process on a fresh database and a free port; `over` replaces single dependencies. */
export async function startServer(
  over: Partial<AppDeps> & { environment?: Partial<Env> } = {},
): Promise<TestServer> {
  const database = await freshDatabase();
  const { environment, ...replaced } = over;
  const clock = new TestClock();
  const dataDir = openTempFolder('server');
  const plain: Env = parseEnv({
    DEMO_ORDERS: '0',
    SECRETS_KEY,
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    LDAP_HOSTS: 'ldaps://ldap.example.com',
    PLUGIN_KEYS,
  });
  const env: Env = { ...plain, ...environment };
  const failures = new UnexpectedFailures();
  const { log } = failures;
  const deps: AppDeps = {
    pool: database.pool,
    merchantPool: database.merchant,
    commands: database.commands,
    work: database.work,
    events: database.events,
    console: environment?.sqlConsole ? await openConsoleAccess(database, SECRETS_KEY) : undefined,
    env,
    clock,
    storage: new StorageProbe(database.events, log),
    serverId: randomUUID(),
    log,
    outbound: createOutbound({ allow: env.outboundAllow }),
    locales: loadLocales(),
    modules,
    ...replaced,
  };
  const app = await buildApp(deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    base,
    deps,
    clock,
    database,
    anonymous: client(base),
    failures,
    signIn: (account, password) => signIn(base, account, password),
    async stop() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      failures.check();
    },
  };
}
