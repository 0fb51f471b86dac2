import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { demoPassword, dropFileExports, firstBoot } from './boot.ts';
import { secretsKey } from '../platform/secretsKey.ts';
import { clusterFolders } from '../platform/db/cluster.ts';
import { drainNoticeSeconds } from './drainNotice.ts';
import { DatabaseClock } from '../platform/db/clock.ts';
import { connect, type Database } from '../platform/db/connect.ts';
import { consoleAccessIfMay } from '../platform/db/consoleAccess.ts';
import { setIdClock } from '../platform/db/id.ts';
import { leaseIds } from '../platform/db/idLease.ts';
import { migrateAll } from './migrateAll.ts';
import { StartError } from '../platform/db/startError.ts';
import { withStartLock } from '../platform/db/startLock.ts';
import { diskFull, storageError } from '../platform/db/storageError.ts';
import { sandboxOutbound } from '../demo/sandboxAddress.ts';
import { startDemoUpstream } from '../demo/upstream/demoUpstream.ts';
import { type Env, EnvError, parseEnv } from '../platform/env.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { loadLocales } from '../platform/http/locales.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { outliveFaults } from '../platform/observability/faults.ts';
import { measureClock } from '../platform/observability/clockMetrics.ts';
import { createLog } from '../platform/observability/log.ts';
import { StorageProbe } from '../platform/observability/storageProbe.ts';
import { openPlaces } from '../platform/places.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { modules } from './registry.ts';
import { mountStatic } from './static.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A taken port is reported before the database starts, not after a minute of seeding. */
function checkPort(env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${env.host}:${env.port}`;
      if (error.code === 'EADDRINUSE')
        reject(new StartError(`Port ${env.port} is taken; stop the program that uses it or set PORT.`));
      else if (error.code === 'EACCES')
        reject(new StartError(`No permission to listen on ${where}; set PORT to 1024 or above.`));
      else reject(new StartError(`${where} cannot be listened on (${error.code}); set HOST.`));
    });
    probe.listen(env.port, env.host, () => probe.close(() => resolve()));
  });
}

/** Runs the undo steps once, last begun first; a second Ctrl+C ends at once. */
function stopper(steps: (() => Promise<unknown>)[]): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= (async () => {
      for (const step of steps.reverse())
        await step().catch((error: unknown) => say(`Stopping: ${String(error)}`));
    })();
    return stopping;
  };
}

/** The clock of everything that is written, and of ids. */
async function startClock({ events }: Database, log: Logger): Promise<DatabaseClock> {
  const clock = new DatabaseClock(events);
  await clock.measure();
  clock.start((error) => log.error({ err: error }, 'the clock could not be compared with the database'));
  setIdClock(() => clock.now().getTime());
  measureClock(clock);
  return clock;
}

async function run(env: Env, undo: (() => Promise<unknown>)[], signalOf: () => string): Promise<void> {
  await checkPort(env);
  const key = secretsKey(env);
  const database: Database = await connect({ ...env, connections: env.databaseConnections, say });
  undo.push(() => database.stop());
  const log = createLog(env.logLevel);
  const clock = await startClock(database, log);
  undo.push(() => clock.stop());
  const serverId = randomUUID();
  const signIn = await withStartLock(database.url, say, async () => {
    await migrateAll(database.owner);
    const ids = await leaseIds(database.events, serverId, (error) =>
      log.error({ err: error }, 'lease of the node number for ids'),
    );
    undo.push(() => ids.release());
    return firstBoot(database.owner, env, key, say);
  });
  dropFileExports(env);
  outliveFaults(log);
  const here = { host: env.host, port: env.port, outboundAllow: env.outboundAllow };
  const upstream = env.demo
    ? await startDemoUpstream({ pool: database.server, env: here, secretsKey: key })
    : undefined;
  if (upstream) undo.push(() => upstream.stop());
  const deps: AppDeps = {
    pool: database.server,
    merchantPool: database.merchant,
    commands: database.commands,
    work: database.work,
    events: database.events,
    console: env.sqlConsole
      ? await consoleAccessIfMay({ url: database.url, pool: database.server }, key, say)
      : undefined,
    env: { ...env, secretsKey: key, demoPassword: env.demo ? demoPassword(env) : undefined },
    clock,
    storage: new StorageProbe(database.events, log, env.databaseUrl ? [] : clusterFolders(env.dataDir)),
    serverId,
    log,
    outbound: createOutbound(upstream ? sandboxOutbound(here, upstream.port) : { allow: env.outboundAllow }),
    places: env.geoIpFile ? await openPlaces(env.geoIpFile) : undefined,
    sandboxUpstream: upstream,
    locales: loadLocales(),
    modules,
  };
  const app = await buildApp(deps);
  await mountStatic(app, join(import.meta.dirname, '../../dist'));
  await app.listen({ port: env.port, host: env.host });
  here.port = (app.server.address() as AddressInfo).port;
  undo.push(() => app.close());
  deps.storage.start();
  undo.push(() => deps.storage.stop());
  const worker = await startWorker(deps);
  undo.push(() => worker.stop());
  undo.push(async () => {
    // Ctrl+C is a person at a terminal: no balancer has to turn away first.
    if (signalOf() !== 'SIGTERM') return;
    const left = await app.drain.run({
      noticeMs: (await drainNoticeSeconds(env, deps)) * 1_000,
      finishMs: env.drainSeconds * 1_000,
    });
    if (left > 0) log.warn({ left }, 'calls cut off: DRAIN_SECONDS is over');
  });
  const host = env.host.includes(':') ? `[${env.host}]` : env.host;
  // One write: who waits for the ready line finds the rest with it.
  say([`Paydesk is ready at http://${host}:${here.port}`, ...signIn].join('\n'));
}

/** npm starts us through a shell that keeps SIGTERM to itself: where that shell is gone, so are we. */
function endWithParent(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

async function main(): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = stopper(undo);
  let signalled = '';
  const end = (signal: string) => {
    if (signalled) process.exit(130);
    signalled = signal;
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  endWithParent(() => end('SIGHUP'));
  try {
    await run(parseEnv(process.env), undo, () => signalled);
  } catch (error) {
    if (signalled) return stop();
    // A disk that fills while the first data is loaded is reported like one that was full before.
    const folder = process.env.DATA_DIR ?? '.data';
    const cause = diskFull(folder, error) ? storageError(folder, error) : error;
    const known = cause instanceof StartError || cause instanceof EnvError;
    process.stderr.write(
      `${known ? cause.message : `Paydesk could not start: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    );
    await stop();
    process.exit(1);
  }
}

await main();
