import { missingField } from '../../engine/missingField.ts';
import { amountText } from '../../../contract/money.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';

/** A rule's merchant is of the rule's tenant, whoever writes it. */
async function ownMerchant({ tx, verb, values }: WriteContext): Promise<boolean> {
  if (verb !== 'add' || !values.merchantId) return true;
  const { rowCount } = await tx.query('select from merchant where id = $1 and tenant_id = $2', [
    values.merchantId,
    values.tenantId,
  ]);
  return rowCount === 1;
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
  completeRule(context);
}
