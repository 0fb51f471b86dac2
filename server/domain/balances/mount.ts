import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { idSchema } from '../../../contract/validate.ts';
import { ask, compiledOf, readingAs } from '../../engine/engine.ts';
import { readsOf, Scopes } from '../../engine/scope.ts';
import { engineOf } from '../../engine/shared.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { checkAssets } from './check.ts';
import { foldLedger } from './fold.ts';
import { askedOf, balanceQuery } from './period.ts';
import { readPlatform } from './platform.ts';
import { readFundReconciliation } from './fundReconciliation.ts';
import { readTies } from './ties.ts';
import { readTrial } from './trial.ts';
import { withdrawable } from './withdrawable.ts';

const CHECKED_MOST = 50;

/** The trial balance and the platform's accounts. */
function mountTrial(app: FastifyInstance, { pool, clock }: AppDeps, scopes: Scopes): void {
  // A database that has no sums yet is summed once; whoever asks meanwhile reads the postings.
  let summed: Promise<void> | undefined;
  const asked = async (caller: Caller, body: z.output<typeof balanceQuery>) => {
    const what = await askedOf(scopes, caller, body);
    summed ??= foldLedger(pool).catch(() => undefined);
    await summed;
    return what;
  };
  const trial = { anyOf: ['trialBalance:page'] } as const;
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/trialBalance/accounts',
    permission: trial,
    body: balanceQuery,
    summary: 'Opening, debit, credit and closing per currency and account, which sum to zero',
    handler: async ({ caller, body }) => readTrial(pool, await asked(caller, body), clock.now()),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/trialBalance/merchants',
    permission: trial,
    body: balanceQuery,
    summary: 'Opening + in − out − fees = closing per merchant and currency',
    handler: async ({ caller, body }) => readTies(pool, await asked(caller, body), clock.now()),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/systemDetail/balances',
    permission: { anyOf: ['systemDetail:page'] },
    summary: 'What the accounts of the platform hold',
    handler: async ({ caller }) => readPlatform(pool, (await asked(caller, {})).merchants),
  });
}

/** Whether the accounts of merchants are what their postings come to, and what may be withdrawn of them. */
function mountAccounts(app: FastifyInstance, deps: AppDeps, scopes: Scopes): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/fundDetail/reconcile',
    permission: { anyOf: ['fundDetail:page'] },
    body: z.looseObject({ until: idSchema.optional() }),
    summary: 'Whether the whole filter reconciles: opening + what moved = closing per account',
    handler: async ({ caller, body: { until, ...filter } }) => {
      const engine = await engineOf(deps);
      const compiled = compiledOf(engine, 'fundDetail');
      return readFundReconciliation(
        readingAs(engine, compiled, caller),
        await ask(engine, compiled, caller, filter),
        until,
      );
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/merchantAsset/check',
    permission: { anyOf: ['merchantAsset:check'] },
    body: z.strictObject({ ids: z.array(idSchema).min(1).max(CHECKED_MOST) }),
    summary: 'Recomputes accounts from their postings and names what differs',
    handler: async ({ caller, body }) =>
      checkAssets(readsOf(deps, scopes, caller), body.ids, await scopes.visible(caller)),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/withdrawal/currencies',
    permission: { anyOf: ['withdrawal:apply'] },
    body: z.strictObject({ merchantId: idSchema.optional() }),
    summary: 'The currencies that a merchant holds and may withdraw',
    handler: async ({ caller, body }) => {
      const merchantId = caller.merchantId ?? body.merchantId;
      const visible = await scopes.visible(caller);
      const theirs = merchantId && (visible === null || visible.includes(merchantId));
      return theirs ? withdrawable(deps.pool, merchantId) : [];
    },
  });
}

/** What the books come to: the trial balance, the platform's accounts, and the check of a merchant's. */
export function mountBalances(app: FastifyInstance, deps: AppDeps): void {
  const scopes = new Scopes(deps.pool);
  mountTrial(app, deps, scopes);
  mountAccounts(app, deps, scopes);
}
