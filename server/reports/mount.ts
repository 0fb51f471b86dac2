import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../http/deps.ts';
import { Told } from '../http/envelope.ts';
import { textOf } from '../http/locales.ts';
import { route } from '../http/route.ts';
import { askRun, reportDay, runRange } from './run.ts';

/** The re-statistics run; the reports themselves are read like every resource. */
export function mountReports(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/dailyReport/restat',
    permission: { anyOf: ['dailyReport:restat'] },
    body: runRange,
    summary: 'Makes the reports of a range of days anew, in the background',
    handler: async ({ caller, body }) => {
      const asked = await askRun(deps, caller, body);
      return new Told(asked, textOf(deps.locales, caller.locale, 'reports', 'restat.running') ?? '');
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/dailyReport/today',
    permission: { anyOf: ['dailyReport:page', 'upstreamReport:page', 'profitReport:page'] },
    summary: 'The zone that the days of reports are cut in, and today there',
    handler: () => reportDay(deps),
  });
}
