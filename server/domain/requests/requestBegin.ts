import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Machine } from '../../ledger/machine.ts';
import { adjustmentMachine, requestMachine, type RequestStatus } from '../../ledger/requestStates.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { orderNumber } from '../orders/orderNumber.ts';
import { heldByProof } from './requestProof.ts';
import { claimReference, freeReference, isClaimed } from './store/requestReference.ts';
import type { RequestResource } from './store/requestTables.ts';

const KINDS = {
  adjustment: adjustmentMachine,
  rechargeOrder: requestMachine,
  manualOrder: requestMachine,
} as const;

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, ip, resource)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** What a request may name besides its merchant, each of one currency. */
const CARRIERS = [
  ['channelId', 'channel'],
  ['upstreamId', 'upstream'],
] as const;

/** Money of one currency neither came through a channel nor is drawn from an upstream of another. */
async function refuseOtherCurrency({ tx, values, before }: WriteContext): Promise<void> {
  const row = { ...before, ...values };
  for (const [field, table] of CARRIERS) {
    if (row[field] === null || row[field] === undefined) continue;
    const { rows } = await tx.query<{ currency: string }>(`select currency from ${table} where id = $1`, [
      row[field],
    ]);
    const { currency } = rows[0] ?? {};
    if (currency === undefined || currency === row.currency) continue;
    throw new Refused('validation', {}, (locales, locale) => ({
      [field]: [textOf(locales, locale, 'errors', 'texts.otherCurrency', { currency }) ?? currency],
    }));
  }
}

const textOfValue = (value: unknown): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');

/** A line in the log of a request: what it is made with, and what its maker changes while it is a draft. */
async function noteWrite(
  { tx, id, caller, verb, values, before }: WriteContext,
  resource: RequestResource,
): Promise<void> {
  const { orderNo, merchantId } = { ...before, ...values };
  const changed = Object.keys(values).filter(
    (name) => textOfValue(before?.[name]) !== textOfValue(values[name]),
  );
  if (verb === 'update' && changed.length === 0) return;
  const pick = (row: Readonly<Record<string, unknown>>) =>
    JSON.stringify(Object.fromEntries(changed.map((name) => [name, row[name] ?? null])));
  const logId = newId();
  const [event, was, is] =
    verb === 'add'
      ? ['create', null, JSON.stringify({ status: values.status })]
      : ['update', pick(before ?? {}), pick(values)];
  const by = [caller.account, caller.userId, was, is, caller.ip || null];
  await tx.query(LOG, [logId, id, orderNo, merchantId, event, ...by, resource]);
  await emit(tx, 'orderLog', logId, 'add', String(merchantId));
}

/**
 * What a new request starts with, and the lines of its log; only a draft may still be edited, and only by its maker:
 * whoever writes a figure is not the second person who looks at it.
 */
export async function beginRequest(context: WriteContext, resource: RequestResource): Promise<void> {
  const { tx, id, verb, values, before, caller } = context;
  const machine: Machine<RequestStatus, 'create'> = KINDS[resource];
  if (verb !== 'add' && before?.status !== machine.value('draft')) throw new Refused('guard');
  if (verb === 'update' && String(before?.makerId) !== caller.userId) throw new Refused('othersDraft');
  await refuseOtherCurrency(context);
  const reference = values.utr ?? values.reference;
  const row = { ...before, ...values };
  const merchantId = caller.merchantId ?? String(row.merchantId);
  const money = { merchantId, currency: String(row.currency), amount: String(row.amount) };
  if (typeof reference === 'string') await heldByProof(tx, { id, reference, ...money }, caller);
  if (isClaimed(resource)) {
    if (verb === 'delete') await freeReference(tx, resource, id);
    else await claimReference(tx, resource, { id, reference: String(row.utr ?? row.reference), ...money });
  }
  if (verb === 'add') {
    // A merchant's people make requests for their own merchant alone.
    if (caller.merchantId !== null) values.merchantId = caller.merchantId;
    const status = machine.value(machine.next('create', null)!);
    Object.assign(values, { orderNo: orderNumber(resource, id), makerId: caller.userId, status });
  }
  if (verb !== 'delete') await noteWrite(context, resource);
}
