import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { checkBody } from '../../engine/bodyReferences.ts';
import { Scopes } from '../../engine/scope.ts';
import { idOf } from '../../../contract/idOf.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { watchedOf } from './ruleRow.ts';
import { checkTerms } from './terms.ts';
import { AlertTrials } from './trial.ts';

const DAYS_MOST = 366;
const MINUTES_MOST = 1_440;

const decimal = z.string().regex(/^-?\d{1,18}(\.\d{1,6})?$/);
const minutes = z
  .int()
  .min(0)
  .max(MINUTES_MOST)
  .nullish()
  .transform((value) => value ?? 0);
const optionalIdOf = (to: string) =>
  idOf(to)
    .nullish()
    .transform((value) => value ?? null);

/** The terms of a rule that may not be saved yet. */
const trialBody = z.strictObject({
  measure: z.string().max(80),
  comparison: z.enum(['below', 'above']),
  threshold: decimal,
  resolveThreshold: decimal.nullish().transform((value) => value ?? null),
  windowMinutes: z.int().min(15).max(MINUTES_MOST).default(15),
  minimumCount: z
    .int()
    .min(0)
    .max(1_000_000)
    .nullish()
    .transform((value) => value ?? 0),
  forMinutes: minutes,
  keepFiringMinutes: minutes,
  merchantId: optionalIdOf('merchant'),
  upstreamId: optionalIdOf('upstream'),
  channelId: optionalIdOf('channel'),
  currency: z
    .string()
    .max(10)
    .nullish()
    .transform((value) => value || null),
  days: z.int().min(1).max(DAYS_MOST).default(DAYS_MOST),
});

/** Tries a rule before it is saved; the rules themselves are served like every resource. */
export function mountAlerts(app: FastifyInstance, deps: AppDeps): void {
  const scopes = new Scopes(deps.pool);
  const trials = new AlertTrials(deps.pool);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/alertRule/trial',
    permission: { anyOf: ['alertRule:add', 'alertRule:update'] },
    body: trialBody,
    summary: 'What a rule would have raised in the last twelve months, by the evaluation of saved rules',
    handler: async ({ caller, request, body: { days, ...terms } }) => {
      await checkBody(deps, deps.pool, caller, trialBody, request.body);
      checkTerms({ deps, caller }, await scopes.summable(caller), terms);
      return trials.replay(watchedOf(terms)!, terms, days);
    },
  });
}
