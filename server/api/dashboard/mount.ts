import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dictItems } from '../../../contract/dicts.ts';
import { idSchema } from '../../../contract/validate.ts';
import { readsOf, Scopes } from '../../engine/scope.ts';
import { type Caller, demand } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { filled, type HourFlow, readFlow } from './flow.ts';
import { GROUPINGS, readGrouped } from './grouped.ts';
import { overviewOf } from './overview.ts';
import { type Period, periodOf } from './period.ts';

const currency = z.enum(dictItems('currency').map((item) => String(item.value)) as [string, ...string[]]);
const hours = z
  .number()
  .int()
  .min(1)
  .max(24 * 31);
const ranged = { currency, hours: hours.default(24), merchantId: idSchema.optional() };
type Ranged = z.output<z.ZodObject<typeof ranged>>;

/** Dashboards of many people ask the same at once; a figure may be this old. */
const FRESH_MS = 3_000;

/** The merchants a figure covers; one outside the scope is as absent as one that does not exist. */
async function covered(
  scopes: Scopes,
  caller: Caller,
  merchantId: string | undefined,
): Promise<readonly string[] | null> {
  const visible = await scopes.visible(caller);
  if (merchantId === undefined) return visible;
  if (visible !== null && !visible.includes(merchantId)) throw new Refused('notFound');
  return [merchantId];
}

const keyOf = (name: string, caller: Caller, body: object, visible: readonly string[] | null): string =>
  JSON.stringify([name, caller.merchantId, body, visible]);

/** What widgets show: aggregates of orders under the caller's scope. */
export function mountDashboard(app: FastifyInstance, deps: AppDeps): void {
  const { pool, clock } = deps;
  const scopes = new Scopes(pool);
  const kept = new TtlCache<unknown>({ ttlMs: FRESH_MS });
  const orders = { anyOf: ['collectOrder:page'] } as const;

  /** Hours of two periods, read once for all figures that are made of them: figures shown side by side agree. */
  const hourly = (caller: Caller, body: Ranged, visible: readonly string[] | null) =>
    kept.get(keyOf('hourly', caller, body, visible), async () => {
      const period = periodOf(clock.now(), body.hours);
      const reads = readsOf(deps, scopes, caller);
      return { period, rows: await readFlow(reads, period, body.currency, visible) };
    }) as Promise<{ period: Period; rows: HourFlow[] }>;

  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/dashboard/overview',
    permission: orders,
    summary: 'Collection figures of the last hours and of the same stretch one period earlier',
    body: z.strictObject(ranged),
    handler: async ({ caller, body }) => {
      const visible = await covered(scopes, caller, body.merchantId);
      const { period, rows } = await hourly(caller, body, visible);
      return overviewOf(rows, period);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/dashboard/flow',
    permission: orders,
    summary: 'Collection orders by hour of creation',
    body: z.strictObject(ranged),
    handler: async ({ caller, body }) => {
      const visible = await covered(scopes, caller, body.merchantId);
      const { period, rows } = await hourly(caller, body, visible);
      return { from: period.from, to: period.to, items: filled(period, rows) };
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/dashboard/grouped',
    permission: orders,
    summary: 'Collection orders by status, upstream, channel or merchant',
    body: z.strictObject({
      ...ranged,
      by: z.enum(GROUPINGS),
      limit: z.number().int().min(1).max(50).default(12),
    }),
    handler: async ({ caller, body }) => {
      if (body.by === 'upstream') demand(caller, ['upstream:page']);
      const visible = await covered(scopes, caller, body.merchantId);
      return kept.get(keyOf('grouped', caller, body, visible), async () => {
        const period = periodOf(clock.now(), body.hours);
        return {
          from: period.from,
          to: period.to,
          items: await readGrouped(readsOf(deps, scopes, caller), body, period, visible),
        };
      });
    },
  });
}
