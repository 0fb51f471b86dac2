import type { FastifyInstance } from 'fastify';
import type { UpstreamCurrencies } from '../../../contract/upstreamCurrencies.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import * as z from 'zod';
import type { AppDeps } from '../../platform/http/deps.ts';
import { WithMessage } from '../../platform/http/envelope.ts';
import { textOf } from '../../platform/http/locales.ts';
import { route } from '../../platform/http/route.ts';
import { askHeldRun, countCheckOfRun } from './heldRun.ts';
import { importEntries } from './importEntries.ts';
import { reportDay, runRange } from './run.ts';

const LARGEST_TEXT = 256 << 10;
const LONGEST_REASON = 300;

const restatBody = runRange.extend({
  dryRun: z.boolean().optional(),
  confirmed: z.int().min(0).optional(),
});

async function currenciesOf({ pool }: AppDeps): Promise<UpstreamCurrencies> {
  const { rows } = await pool.query<{ id: string; name: string; currency: string }>(
    'select id::text, name, currency from upstream',
  );
  return Object.fromEntries(rows.map(({ id, ...upstream }) => [id, upstream]));
}

/** Asked for at once, not held. */
const isRun = (asked: unknown): boolean => typeof asked === 'object' && asked !== null && 'id' in asked;

/** The re-statistics run; the reports themselves are read like every resource. */
export function mountReports(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/dailyReport/restat',
    permission: { anyOf: ['dailyReport:restat'] },
    body: restatBody,
    summary: 'Makes the reports of a range of days again, in the background',
    // Before the transaction, which needs no second connection then.
    prepare: ({ body: { fromDate, toDate } }) => countCheckOfRun(deps, { fromDate, toDate }),
    handler: async ({ caller, body, tx, prepared: countCheck }) => {
      const { dryRun, confirmed, ...range } = body;
      if (!dryRun) return askHeldRun(tx, caller, range, { countCheck, confirmed });
      return countCheck ? { countCheck } : {};
    },
    present: (asked, { caller }) =>
      isRun(asked)
        ? new WithMessage(asked, textOf(deps.locales, caller.locale, 'reports', 'restat.running') ?? '')
        : asked,
  });
  writeRoute(app, deps, {
    url: '/api/upstreamEntry/import',
    permission: { anyOf: ['upstreamEntry:import'] },
    bodyLimit: LARGEST_TEXT * 4 + 4096,
    body: z.strictObject({
      text: z.string().trim().min(1).max(LARGEST_TEXT),
      reason: z.string().trim().min(1).max(LONGEST_REASON),
      confirmed: z.boolean().optional(),
    }),
    summary:
      'Enters reports of upstreams as a spreadsheet has them; all lines or none, and none before warnings are confirmed',
    handler: (ask) => importEntries(deps, ask),
  });
  route(app, {
    method: 'GET',
    url: '/api/upstreamEntry/currencies',
    permission: { anyOf: ['upstreamEntry:page'] },
    summary: 'Name and currency of each upstream by its id, for whoever enters a report',
    handler: () => currenciesOf(deps),
  });
  route(app, {
    method: 'GET',
    url: '/api/dailyReport/today',
    permission: {
      anyOf: ['dailyReport:page', 'upstreamReport:page', 'upstreamEntry:page', 'profitReport:page'],
    },
    summary: 'The zone that the days of reports are cut in, and today there',
    handler: () => reportDay(deps),
  });
}
