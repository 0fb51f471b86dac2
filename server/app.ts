import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { mountBalances } from './balances/mount.ts';
import { mountBank } from './bank/mount.ts';
import { mountCashier } from './cashier/mount.ts';
import { mountDashboard } from './dashboard/mount.ts';
import { mountDemo } from './demo/mount.ts';
import { mountEngine } from './engine/mount.ts';
import { mountEvents } from './events/mount.ts';
import { mountOpenApi } from './openApi/mount.ts';
import { mountUpstreams } from './upstreams/mount.ts';
import { acceptBodies, BODY_LIMIT } from './http/bodies.ts';
import { limitCrowds } from './http/crowd.ts';
import type { AppDeps } from './http/deps.ts';
import { createDrain } from './http/drain.ts';
import { answerFailures, answerMissing, answerUnreadable } from './http/failures.ts';
import { acceptQueries } from './http/queries.ts';
import { denyByDefault } from './http/route.ts';
import { shield } from './http/shield.ts';
import { mountJobs } from './jobs/mount.ts';
import { mountDocs } from './ops/docs.ts';
import { mountOps } from './ops/mount.ts';
import { logAnswers } from './ops/answers.ts';
import { authenticator } from './session/authenticate.ts';
import { loadKeys } from './session/keys.ts';
import { mountReports } from './reports/mount.ts';
import { mountSession } from './session/mount.ts';
import { reportMisfits } from './system/roleFit.ts';
import { mountSystem } from './system/mount.ts';

/** A request is received this long at most; its answer may take longer. */
const REQUEST_MS = 30_000;

/** The whole server but its port, so that tests need none. The deny-by-default hook comes before every route. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: BODY_LIMIT,
    // Whoever may name an address may guess from as many as they like: only the proxies named may, on this machine too.
    trustProxy: deps.env.trustProxy.length > 0 && [...deps.env.trustProxy],
    return503OnClosing: true,
    forceCloseConnections: true,
    // Nobody holds a connection by sending a byte at a time; Node takes the longer of both limits for the body.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: REQUEST_MS / 6 },
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (_error, request, reply) => answerUnreadable(deps, request, reply),
  });
  app.decorate('clock', deps.clock);
  app.decorate('drain', createDrain(app.server));
  app.decorateRequest('caller');
  answerFailures(app, deps);
  acceptBodies(app);
  acceptQueries(app);
  logAnswers(app);
  await shield(app, deps);
  const keys = await loadKeys(deps.pool, deps.env.secretsKey ?? '', deps.env.sm2PrivateKey);
  deps.log.info({ sm2PublicKey: keys.sm2PublicKey }, 'clients may encrypt passwords for this key');
  app.addHook('onRequest', authenticator(deps, keys));
  limitCrowds(app);
  denyByDefault(app);
  await mountDocs(app, deps, keys);
  mountOps(app, deps, keys);
  mountSession(app, deps, keys);
  mountSystem(app, deps);
  await reportMisfits(deps);
  await mountEngine(app, deps);
  mountJobs(app, deps);
  mountDashboard(app, deps);
  await mountEvents(app, deps);
  mountUpstreams(app, deps);
  mountBank(app, deps);
  mountBalances(app, deps);
  mountReports(app, deps);
  mountOpenApi(app, deps);
  mountCashier(app, deps);
  mountDemo(app, deps);
  app.setNotFoundHandler((request, reply) => answerMissing(deps, request, reply));
  return app;
}
