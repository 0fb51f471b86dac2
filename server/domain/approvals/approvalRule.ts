import { missingField } from '../../engine/missingField.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { Refused } from '../../platform/http/refused.ts';
import { beginFlow, copyVersion } from './flowPublish.ts';
import { stepsOf } from './flowStep.ts';
import { announceLooser, type Loosening } from './looser.ts';

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
  const least = (await stepsOf(tx, from)).find(
    ({ aboveAmount }) => aboveAmount !== null && new Amount(aboveAmount).lte(String(values.limitAmount)),
  );
  if (least)
    throw new Refused('flowStepAmount', {
      step: least.step,
      limit: values.limitAmount,
      currency: String(before?.currency),
    });
  values.flowVersion = await copyVersion(tx, from, { ...published, limitAmount: values.limitAmount });
}

const OTHERS = `select limit_amount::text as limit from approval_rule
  where tenant_id = $1 and command = $2 and currency = $3 and merchant_id is null and status = ${SWITCH.enabled}`;

/** How the write asks less of others than before; undefined where it does not. */
async function loosening({ tx, verb, values, before }: WriteContext): Promise<Loosening | undefined> {
  if (verb === 'add') {
    if (!values.merchantId || values.status === SWITCH.disabled) return undefined;
    const { rows } = await tx.query<{ limit: string }>(OTHERS, [
      values.tenantId,
      values.command,
      values.currency,
    ]);
    const [forAll] = rows;
    return forAll && new Amount(String(values.limitAmount)).greaterThan(forAll.limit)
      ? 'exempted'
      : undefined;
  }
  if (before?.status !== SWITCH.enabled) return undefined;
  if (verb === 'delete') return 'deleted';
  if (values.status === SWITCH.disabled) return 'disabled';
  const raised =
    typeof values.limitAmount === 'string' &&
    new Amount(values.limitAmount).greaterThan(String(before.limitAmount));
  return raised ? 'raised' : undefined;
}

/** Others learn of a write that asks less of them. */
async function announceLoosening(context: WriteContext): Promise<void> {
  const how = await loosening(context);
  if (!how) return;
  const { tx, id, values, before, caller, now } = context;
  const row = { ...before, ...values };
  const loosened = {
    ruleId: id,
    tenantId: String(row.tenantId),
    name: `${String(row.command)} ${String(row.currency)}`,
    version: Number(before?.version ?? 0) + 1,
  };
  await announceLooser(tx, { ...loosened, account: caller.account, how }, now);
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
  await announceLoosening(context);
  completeRule(context);
  await keepFlow(context);
}
