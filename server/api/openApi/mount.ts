import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AppDeps } from '../../platform/http/deps.ts';
import { mountKeys } from './keyRoutes.ts';
import { createCollect, newCollect, queryCollectOrder } from './collect.ts';
import { checkCallback, question } from './fields.ts';
import { openRoutes } from './openRoute.ts';
import { createPay, newPay, queryPayOrder } from './pay.ts';
import { createWithdraw, newWithdraw, queryWithdraw } from './withdraw.ts';

// More than other anonymous calls: the body is only hashed until its signature is found right, never parsed.
const BODY_LIMIT = 65_536;
const balance = z.strictObject({ currency: z.string().max(10).optional() });

const BALANCE = `select currency, trim_scale(available)::text as available, trim_scale(pending)::text as pending,
    trim_scale(frozen)::text as frozen
  from merchant_asset where merchant_id = $1 and ($2::text is null or currency = $2) order by currency`;

/** What merchants' own systems call (docs/open-api.md). The signature covers the raw body, so it is kept as it came. */
export function mountOpenApi(app: FastifyInstance, deps: AppDeps): void {
  mountKeys(app, deps);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    const open = openRoutes(scope, deps);
    open({
      path: 'collectOrder/create',
      summary: 'Open API: open a collection order',
      body: newCollect,
      before: checkCallback,
      run: createCollect,
    });
    open({
      path: 'collectOrder/query',
      summary: 'Open API: what became of a collection order',
      body: question,
      run: queryCollectOrder,
    });
    open({
      path: 'payOrder/create',
      summary: 'Open API: pay out',
      body: newPay,
      before: checkCallback,
      run: createPay,
    });
    open({
      path: 'payOrder/query',
      summary: 'Open API: what became of a payout',
      body: question,
      run: queryPayOrder,
    });
    open({
      path: 'withdrawal/create',
      summary: 'Open API: ask for a withdrawal',
      body: newWithdraw,
      run: createWithdraw,
    });
    open({
      path: 'withdrawal/query',
      summary: 'Open API: what became of a withdrawal',
      body: question,
      run: queryWithdraw,
    });
    open({
      path: 'balance',
      summary: 'Open API: the merchant’s balances',
      body: balance,
      run: async ({ tx, access }, { currency }) =>
        (await tx.query(BALANCE, [access.merchantId, currency ?? null])).rows,
    });
  });
}
