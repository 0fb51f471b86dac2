import type { FastifyInstance } from 'fastify';
import { writeRoute } from '../engine/writeRoute.ts';
import type { AppDeps } from '../http/deps.ts';
import { Told } from '../http/envelope.ts';
import { textOf } from '../http/locales.ts';
import { route } from '../http/route.ts';
import { askRun, reportDay, runRange } from './run.ts';

/** The re-statistics run; the reports themselves are read like every resource. */
export function mountReports(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/dailyReport/restat',
    permission: { anyOf: ['dailyReport:restat'] },
    body: runRange,
    summary: 'Makes the reports of a range of days anew, in the background',
    handler: ({ caller, body, tx }) => askRun(deps, tx, caller, body),
    present: (run, { caller }) =>
      new Told(run, textOf(deps.locales, caller.locale, 'reports', 'restat.running') ?? ''),
  });
  route(app, {
    method: 'GET',
    url: '/api/dailyReport/today',
    permission: { anyOf: ['dailyReport:page', 'upstreamReport:page', 'profitReport:page'] },
    summary: 'The zone that the days of reports are cut in, and today there',
    handler: () => reportDay(deps),
  });
}
