import { newId } from '../db/id.ts';
import { emit } from '../events/outbox.ts';
import { textOf } from '../http/locales.ts';
import { Refused } from '../http/refused.ts';
import type { Machine } from '../ledger/machine.ts';
import { adjustmentMachine, requestMachine, type RequestStatus } from '../ledger/requestStates.ts';
import type { WriteContext } from '../system/override.ts';
import { orderNumber } from './collectCreate.ts';
import { refuseUsedProof } from './usedUtr.ts';

const KINDS = {
  adjustment: { letter: 'J', machine: adjustmentMachine },
  rechargeOrder: { letter: 'R', machine: requestMachine },
  manualOrder: { letter: 'H', machine: requestMachine },
} as const;

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, after, ip, resource)
  values ($1, $2, $3, $4, 'create', $5, $6, $7, $8, $9)`;

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

/** What a new request begins with, and its first line in the log; only a draft may still be edited. */
export async function beginRequest(context: WriteContext, resource: keyof typeof KINDS): Promise<void> {
  const { tx, id, verb, values, before, caller, now } = context;
  const { letter } = KINDS[resource];
  const machine: Machine<RequestStatus, 'create'> = KINDS[resource].machine;
  if (verb !== 'add' && before?.status !== machine.value('draft')) throw new Refused('guard');
  await refuseOtherCurrency(context);
  const reference = values.utr ?? values.reference;
  const requester = caller.merchantId ?? String(values.merchantId ?? before?.merchantId);
  if (typeof reference === 'string') await refuseUsedProof(tx, id, reference, caller, requester);
  if (verb !== 'add') return;
  // A merchant's people make requests for their own merchant alone.
  if (caller.merchantId !== null) values.merchantId = caller.merchantId;
  const orderNo = orderNumber(letter, now);
  const status = machine.value(machine.next('create', null)!);
  Object.assign(values, { orderNo, makerId: caller.userId, status });
  const logId = newId();
  const about = [logId, id, orderNo, values.merchantId, caller.account, caller.userId];
  await tx.query(LOG, [...about, JSON.stringify({ status }), caller.ip || null, resource]);
  await emit(tx, 'orderLog', logId, 'add', String(values.merchantId));
}
