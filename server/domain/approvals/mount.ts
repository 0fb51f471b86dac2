import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isAmountText } from '../../../contract/money.ts';
import { dictValues } from '../../../contract/dicts.ts';
import { idSchema } from '../../../contract/validate.ts';
import { isOnPlatformBooks } from '../../../contract/tenants.ts';
import { checkBody } from '../../engine/bodyReferences.ts';
import { compiledOf } from '../../engine/engine.ts';
import { detailRow } from '../../engine/read.ts';
import { seesMerchant } from '../../engine/scope.ts';
import { engineOf } from '../../engine/shared.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { decidingTenant } from './approvalAsk.ts';
import { publishFlow, publishSchema, stepsSchema } from './flowPublish.ts';
import { choicesOf, triedWay } from './flowRead.ts';
import { confirmLooser } from './confirmLooser.ts';

const amount = z.string().refine(isAmountText);
const command = z.enum(Object.values(dictValues('approvalCommand')) as [string, ...string[]]);
const READ = { anyOf: ['approvalRule:page'] };

const tryBody = z.strictObject({
  command,
  currency: z.string().max(10),
  amount,
  merchantId: idSchema.nullish().transform((value) => value ?? null),
  /** Steps that are not published yet. */
  drawn: z.strictObject({ limitAmount: amount, steps: stepsSchema }).optional(),
});

/** @throws Refused notFound where the caller does not see the merchant */
async function demandVisible(deps: AppDeps, caller: Caller, merchantId: string | null): Promise<void> {
  if (merchantId === null) return;
  const visible = await (await engineOf(deps)).scopes.visible(caller);
  if (!seesMerchant(visible, merchantId)) throw new Refused('notFound');
}

/** Publishing and trying out flows; the rules themselves are served like every resource. */
export function mountApprovals(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/approvalRule/publish',
    permission: { anyOf: ['approvalRule:update'] },
    body: publishSchema,
    summary:
      'Publishes the next version of an approval flow; requests that wait keep theirs. One that asks less needs a code',
    async prepare({ caller, body }) {
      const engine = await engineOf(deps);
      const visible = await engine.scopes.visible(caller);
      await detailRow(
        engine.pool,
        { compiled: compiledOf(engine, 'approvalRule'), caller, visible },
        body.id,
      );
    },
    confirm: ({ caller, body }) => confirmLooser(deps, caller, body),
    handler: ({ tx, caller, body }) => publishFlow(tx, caller, body, deps.clock.now()),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/approvalRule/tryOut',
    permission: READ,
    body: tryBody,
    summary: 'Which steps an amount would go through now, and who would be asked',
    async handler({ caller, request, body: { drawn, ...body } }) {
      await demandVisible(deps, caller, body.merchantId);
      await checkBody(deps, deps.pool, caller, tryBody, request.body);
      const permission = body.command.replace('/', ':');
      // Whom the platform asks, and above which amount, is its own.
      if (caller.isTenants && isOnPlatformBooks(permission)) throw new Refused('platformBooks');
      const { locale } = caller;
      const tenantId =
        body.merchantId === null
          ? caller.tenantId
          : await decidingTenant(deps.pool, body.merchantId, permission);
      return triedWay(deps.pool, { ...body, tenantId, makerId: null, locale }, drawn);
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/approvalRule/choices',
    permission: READ,
    query: z.looseObject({ command }),
    summary: 'Whom a step may name: the roles, and the people who may do the command',
    handler: ({ caller: { tenantId, locale }, query }) =>
      choicesOf(deps.pool, { tenantId, command: query.command, locale }),
  });
}
