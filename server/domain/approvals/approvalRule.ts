import type { approvalRule } from '../../../contract/resources/finance/approvalRule.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { logSetting } from '../../engine/settingLog.ts';
import { isOnPlatformBooks } from '../../../contract/tenants.ts';
import { text, textOrNull } from '../orders/columns.ts';
import { missingField } from '../../engine/missingField.ts';
import { amountText } from '../../../contract/money.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type DemandWatch, type RuleGroup, watchDemand } from './demand.ts';
import { beginFlow, copyVersion } from './flowPublish.ts';
import { type FlowVersion, stepsOf } from './flowStep.ts';
import { announceLooser } from './loosenedNotice.ts';

/** A rule's merchant is one about whom the rule's tenant decides, whoever writes it. */
async function ownMerchant({ tx, verb, values }: WriteContext): Promise<boolean> {
  if (verb !== 'add' || !values.merchantId) return true;
  const { rowCount } = await tx.query(
    `select from merchant where id = $1
       and $2 = case when $3::boolean then platform_tenant() else tenant_id end`,
    [values.merchantId, values.tenantId, isOnPlatformBooks(text(values.command).replace('/', ':'))],
  );
  return rowCount === 1;
}

const FOR_ALL = `select id::text as "ruleId", flow_version as "flowVersion", limit_amount::text as limit, steps
  from approval_rule where tenant_id = $1 and command = $2 and currency = $3 and merchant_id is null
    and status = ${SWITCH.enabled}`;

/** The rule that a merchant's own one comes before. */
interface GeneralRule extends FlowVersion {
  limit: string;
  steps: number;
}

async function generalRule(
  { tx }: WriteContext,
  { tenantId, command, currency }: RuleGroup,
): Promise<GeneralRule | undefined> {
  return (await tx.query<GeneralRule>(FOR_ALL, [tenantId, command, currency])).rows[0];
}

/**
 * A new rule begins as a flow of one step, a merchant's own one with the steps of the rule that it comes before; another limit
 * is another version of its flow.
 */
async function keepFlow(
  { tx, verb, id, values, before, caller, now }: WriteContext,
  general: GeneralRule | undefined,
): Promise<void> {
  const published = { note: null, publishedBy: caller.userId, now };
  if (verb === 'add') {
    const begun = { ...published, limitAmount: String(values.limitAmount) };
    await beginFlow(tx, id, begun, general && (await stepsOf(tx, general)));
    if (general) values.steps = general.steps;
    return;
  }
  if (verb !== 'update' || typeof values.limitAmount !== 'string') return;
  if (amountText(String(before?.limitAmount)) === values.limitAmount) return;
  const from = { ruleId: id, flowVersion: Number(before?.flowVersion) };
  values.flowVersion = await copyVersion(tx, from, { ...published, limitAmount: values.limitAmount });
}

/** A rule that is in force is switched off first, by a code. @throws Refused flowInForce */
function refuseInForce({ verb, before }: WriteContext): void {
  if (verb === 'delete' && before?.status === SWITCH.enabled) throw new Refused('flowInForce');
}

const groupOf = (row: Readonly<Record<string, unknown>>): RuleGroup => ({
  tenantId: text(row.tenantId),
  command: text(row.command),
  currency: text(row.currency),
});

/** A write under way: what was asked before it, and up to which limit it asks no less. */
interface Watch extends DemandWatch {
  limit: string;
}
const watches = new WeakMap<WriteContext, Watch>();

/** Reads what is asked before the write, to be compared after it. @returns the rule that a new one comes before */
async function watchWrite(context: WriteContext): Promise<GeneralRule | undefined> {
  const { tx, verb, values, before } = context;
  if (verb === 'delete') return undefined;
  const row = { ...before, ...values };
  const group = groupOf(row);
  const general = verb === 'add' && values.merchantId ? await generalRule(context, group) : undefined;
  const planned = { limits: [text(row.limitAmount)], merchantId: textOrNull(row.merchantId) };
  const limit = amountText(text(before?.limitAmount ?? general?.limit ?? row.limitAmount));
  watches.set(context, { ...(await watchDemand(tx, group, planned)), limit });
  return general;
}

/**
 * What asks less of others is confirmed by a code, which a form has not: it is published, or a rule is switched.
 * @throws Refused flowLooser
 */
export async function refuseLooser(context: WriteContext): Promise<void> {
  const watch = watches.get(context);
  if (!watch || !(await watch.isLooser())) return;
  throw new Refused('flowLooser', { field: 'limitAmount', limit: watch.limit });
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
  refuseInForce(context);
  const general = await watchWrite(context);
  completeRule(context);
  await keepFlow(context, general);
}

/** Switches a rule, by a code; others are notified where less is asked since, by another rule or by none. */
const switching =
  (status: number): ActionHandler =>
  async (context, row) => {
    if (context.dryRun) return { status };
    const { tx, caller, now } = context;
    const name = text(row.command);
    const before = { status: row.status };
    const group = groupOf(row);
    const watch = await watchDemand(tx, group, { limits: [], merchantId: textOrNull(row.merchantId) });
    await context.set({ status, updatedAt: now });
    const by = { operator: caller.account, operatorId: caller.userId, ip: caller.ip };
    const setting = { resource: 'approvalRule', id: row.id, name };
    await logSetting(tx, setting, { event: 'update', before, after: { status } }, by);
    if (await watch.isLooser()) {
      const how = status === SWITCH.disabled ? 'disabled' : 'enabled';
      const rule = { ...group, ruleId: row.id, version: Number(row.version) };
      await announceLooser(tx, { ...rule, account: caller.account, how }, now);
    }
    return { status };
  };

export const approvalRuleActions: ActionHandlers<typeof approvalRule> = {
  enable: switching(SWITCH.enabled),
  disable: switching(SWITCH.disabled),
};
