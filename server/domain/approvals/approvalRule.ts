import type { approvalRule } from '../../../contract/resources/finance/approvalRule.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { logSetting } from '../../engine/settingLog.ts';
import { text } from '../orders/columns.ts';
import { missingField } from '../../engine/missingField.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { Refused } from '../../platform/http/refused.ts';
import { beginFlow, copyVersion } from './flowPublish.ts';
import { announceLooser } from './looser.ts';

/** A rule's merchant is of the rule's tenant, whoever writes it. */
async function ownMerchant({ tx, verb, values }: WriteContext): Promise<boolean> {
  if (verb !== 'add' || !values.merchantId) return true;
  const { rowCount } = await tx.query('select from merchant where id = $1 and tenant_id = $2', [
    values.merchantId,
    values.tenantId,
  ]);
  return rowCount === 1;
}

/** A new rule begins as a flow of one step; another limit is another version of its flow. */
async function keepFlow({ tx, verb, id, values, before, caller, now }: WriteContext): Promise<void> {
  const published = { note: null, publishedBy: caller.userId, now };
  if (verb === 'add') {
    await beginFlow(tx, id, { ...published, limitAmount: String(values.limitAmount) });
    return;
  }
  if (verb !== 'update' || typeof values.limitAmount !== 'string') return;
  if (amountText(String(before?.limitAmount)) === values.limitAmount) return;
  const from = { ruleId: id, flowVersion: Number(before?.flowVersion) };
  values.flowVersion = await copyVersion(tx, from, { ...published, limitAmount: values.limitAmount });
}

const FOR_ALL = `select limit_amount::text as limit from approval_rule
  where tenant_id = $1 and command = $2 and currency = $3 and merchant_id is null`;

/**
 * What asks less of others is confirmed by a code, which a form has not: a higher limit is published, a rule that is in
 * force is switched off. A merchant's own rule begins at no higher limit than the one for all.
 * @throws Refused flowLooser, flowInForce
 */
async function refuseLooser({ tx, verb, values, before }: WriteContext): Promise<void> {
  if (verb === 'delete' && before?.status === SWITCH.enabled) throw new Refused('flowInForce');
  if (typeof values.limitAmount !== 'string') return;
  let most = verb === 'update' ? String(before?.limitAmount) : undefined;
  if (verb === 'add' && values.merchantId) {
    const named = [values.tenantId, values.command, values.currency];
    most = (await tx.query<{ limit: string }>(FOR_ALL, named)).rows[0]?.limit;
  }
  if (most !== undefined && new Amount(values.limitAmount).greaterThan(most))
    throw new Refused('flowLooser', { field: 'limitAmount', limit: amountText(most) });
}

/** Completes what is written of a rule: a command is stored as what it acts on and what it does. */
function completeRule({ verb, values, now }: WriteContext): void {
  if (typeof values.limitAmount === 'string') values.limitAmount = amountText(values.limitAmount);
  if (verb === 'update') values.updatedAt = now;
  if (verb !== 'add') return;
  [values.resource, values.action] = String(values.command).split('/');
  // The database makes it of the two.
  delete values.command;
}

export async function approvalRuleWrite(context: WriteContext): Promise<void> {
  if (!(await ownMerchant(context))) throw missingField(context, 'approvalRule', 'merchantId');
  await refuseLooser(context);
  completeRule(context);
  await keepFlow(context);
}

/** Switches a rule; others are notified where it asks nobody any more. */
const switching =
  (status: number): ActionHandler =>
  async (context, row) => {
    if (context.dryRun) return { status };
    const { tx, caller, now } = context;
    const name = text(row.command);
    const before = { status: row.status };
    await context.set({ status, updatedAt: now });
    const by = { operator: caller.account, operatorId: caller.userId, ip: caller.ip };
    const setting = { resource: 'approvalRule', id: row.id, name };
    await logSetting(tx, setting, { event: 'update', before, after: { status } }, by);
    if (status === SWITCH.disabled) {
      const rule = {
        ruleId: row.id,
        tenantId: text(row.tenantId),
        command: name,
        currency: text(row.currency),
      };
      const version = Number(row.version);
      await announceLooser(tx, { ...rule, version, account: caller.account, how: 'disabled' }, now);
    }
    return { status };
  };

export const approvalRuleActions: ActionHandlers<typeof approvalRule> = {
  enable: switching(SWITCH.enabled),
  disable: switching(SWITCH.disabled),
};
