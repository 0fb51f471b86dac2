import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { mountAlerts } from '../domain/alerts/mount.ts';
import { mountApprovals } from '../domain/approvals/mount.ts';
import { mountForms } from '../domain/forms/mount.ts';
import { mountHandover } from '../domain/handover/mount.ts';
import { mountNotes } from '../domain/notes/mount.ts';
import { mountBalances } from '../domain/balances/mount.ts';
import { mountBank } from '../domain/reconciliation/mount.ts';
import { mountCashier } from '../api/cashier/mount.ts';
import { mountFiles } from '../api/files/mount.ts';
import { mountPrint } from '../api/print/mount.ts';
import { mountRegions } from '../api/regions/mount.ts';
import { mountMqtt } from '../api/mqtt/mount.ts';
import { mountMeasures } from '../api/measures/mount.ts';
import { mountDemo } from '../demo/mount.ts';
import { mountEngine } from '../engine/mount.ts';
import { mountEvents } from '../api/eventStream/mount.ts';
import { mountOpenApi } from '../api/openApi/mount.ts';
import { mountUpstreams } from '../domain/upstreams/mount.ts';
import { requestId } from '../platform/requestId.ts';
import { acceptBodies, BODY_LIMIT } from '../platform/http/bodies.ts';
import { demandComparedBodies } from '../platform/http/bodyDigest.ts';
import { limitConcurrency } from '../platform/http/concurrencyLimit.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { createDrain } from '../platform/http/drain.ts';
import { answerFailures, answerMissing, answerUnreadable } from '../platform/http/failures.ts';
import { acceptQueries } from '../platform/http/queries.ts';
import { denyByDefault } from '../platform/http/route.ts';
import { shield } from '../platform/http/shield.ts';
import { followTraces } from '../platform/http/followTraces.ts';
import { mountJobs } from '../api/jobs/mount.ts';
import { mountDocs } from '../api/operations/docs.ts';
import { mountSchedulePage } from '../api/schedule/page.ts';
import { mountSchedule } from '../api/schedule/mount.ts';
import { mountTrace } from '../api/trace/mount.ts';
import { mountTools } from '../api/tools/mount.ts';
import { mountOps } from '../api/operations/mount.ts';
import { logAnswers } from '../platform/observability/answers.ts';
import { logRequests } from '../platform/requestLog/mount.ts';
import { noteBodyDenials } from '../identity/session/signed/identifySigned.ts';
import { authenticator } from '../identity/session/authenticate.ts';
import { loadKeys } from '../identity/session/keys.ts';
import { mountReports } from '../domain/reports/mount.ts';
import { mountSession } from '../identity/session/mount.ts';
import { reportMisfits } from '../identity/system/roleFit.ts';
import { mountDirectory } from '../identity/directory/mount.ts';
import { mountTenants } from '../identity/tenants/mount.ts';
import { mountSystem } from '../identity/system/mount.ts';

/** A request is received this long at most; its answer may take longer. */
const REQUEST_MS = 30_000;

/** The whole server but its port, so that tests need none. The deny-by-default hook comes before every route. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => requestId(),
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
  app.decorate('locales', deps.locales);
  app.decorate('drain', createDrain(app.server));
  app.decorateRequest('caller');
  demandComparedBodies(app);
  followTraces(app);
  answerFailures(app, deps);
  acceptBodies(app);
  acceptQueries(app);
  logAnswers(app);
  logRequests(app, deps);
  await shield(app, deps);
  const keys = await loadKeys(deps.pool, deps.env.secretsKey ?? '', deps.env.sm2PrivateKey);
  deps.log.info({ sm2PublicKey: keys.sm2PublicKey }, 'clients may encrypt passwords for this key');
  app.addHook('onRequest', authenticator(deps, keys));
  noteBodyDenials(app, deps);
  limitConcurrency(app);
  denyByDefault(app);
  await mountDocs(app, deps, keys);
  mountOps(app, deps, keys);
  mountTools(app, deps);
  mountTrace(app, deps);
  await mountSchedule(app, deps);
  mountSchedulePage(app, deps, keys);
  mountSession(app, deps, keys);
  mountSystem(app, deps, keys);
  mountTenants(app, deps);
  mountDirectory(app, deps);
  await reportMisfits(deps);
  await mountEngine(app, deps);
  mountJobs(app, deps);
  mountFiles(app, deps, keys);
  mountRegions(app, deps);
  mountPrint(app, deps);
  mountMqtt(app, deps);
  await mountMeasures(app, deps);
  await mountEvents(app, deps);
  mountUpstreams(app, deps);
  mountBank(app, deps);
  mountBalances(app, deps);
  mountReports(app, deps);
  mountAlerts(app, deps);
  mountApprovals(app, deps);
  mountForms(app, deps);
  mountNotes(app, deps);
  mountHandover(app, deps);
  mountOpenApi(app, deps);
  mountCashier(app, deps);
  mountDemo(app, deps);
  app.setNotFoundHandler((request, reply) => answerMissing(deps, request, reply));
  return app;
}
