import { amountText } from '../../contract/money.ts';
import { newId } from '../db/id.ts';
import { emit } from '../events/outbox.ts';
import type { WriteContext } from '../system/override.ts';

// No merchant's, not even of the merchant that it is about: who decides on its money is the platform's own.
const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, ip,
    resource)
  values ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, 'approvalRule')`;

const EVENTS = { add: 'create', update: 'update', delete: 'delete' } as const;
const TOLD = ['command', 'currency', 'merchantId', 'limitAmount', 'status'] as const;

type Values = Readonly<Record<string, unknown>>;

/** The named values that are there, as JSON; null where there are none. */
function told(values: Values | undefined, names: readonly string[]): string | null {
  const kept = names.flatMap((name) => {
    const value = values?.[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

/** A rule's merchant is of the rule's tenant, whoever writes it. */
export async function ownMerchant({ tx, verb, values }: WriteContext): Promise<boolean> {
  if (verb !== 'add' || !values.merchantId) return true;
  const { rowCount } = await tx.query('select from merchant where id = $1 and tenant_id = $2', [
    values.merchantId,
    values.tenantId,
  ]);
  return rowCount === 1;
}

/** Completes what is written of a rule and tells it in the log: who lets whom alone decide on how much. */
export async function writeRule({ tx, verb, id, values, before, caller, now }: WriteContext): Promise<void> {
  if (typeof values.limitAmount === 'string') values.limitAmount = amountText(values.limitAmount);
  const { command, currency }: Values = { ...before, ...values };
  const names = TOLD.filter(
    (name) => verb !== 'update' || (name in values && values[name] !== before?.[name]),
  );
  const moved = [told(before, names), told(values, names)];
  if (verb === 'update') values.updatedAt = now;
  if (verb === 'add') {
    [values.resource, values.action] = String(command).split('/');
    // The database makes it of the two.
    delete values.command;
  }
  if (names.length === 0) return;
  const logId = newId();
  const about = [logId, id, `${String(command)} ${String(currency)}`, EVENTS[verb]];
  await tx.query(LOG, [...about, caller.account, caller.userId, ...moved, caller.ip || null]);
  await emit(tx, 'orderLog', logId, 'add');
}
