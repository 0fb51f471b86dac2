import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import { suspense } from '../../ledger/entries.ts';
import { isMerchantLeg, type Leg } from '../../ledger/legs.ts';
import { type Entry, post } from '../../ledger/post.ts';
import { Refused } from '../../platform/http/refused.ts';
import { emit } from '../../platform/events/outbox.ts';
import { allocatePayments, closePayment, namePayment } from './paymentStore.ts';
import type { KnownPayment } from './decide/state.ts';
import { type Holder, type Reader, refusedAs } from './references.ts';
import { MATCHED_BILL } from '../../platform/db/statuses.ts';

type Money = Pick<KnownPayment, 'suspended' | 'currency' | 'utr'>;

/** Payments as a sheet names them. */
export const moneyOf = (payments: readonly Money[]) =>
  payments.map(({ suspended, currency, utr }) => ({ amount: suspended, currency, utr }));

/** What is in suspense once a command is done, for its sheet; nothing where that is nothing. */
export const staying = (payments: readonly Money[]) =>
  payments.length === 0 ? {} : { stays: moneyOf(payments) };

const FREED = `select trim_scale(d.amount)::text as suspended, p.currency, p.reference as utr
  from payment_draw d join payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
  where d.order_id = $1 order by p.id`;

/** What waits in suspense again once an order is reversed: what its confirmation drew from there. */
export const freedBy = async (tx: PoolClient, orderId: string): Promise<Money[]> =>
  (await tx.query<Money>({ name: 'suspense-freed', text: FREED, values: [orderId] })).rows;

/** A payment in suspense, whosever it is. */
export interface Suspended extends Money {
  id: string;
  orderId: string;
  orderNo: string;
  merchantId: string;
  merchantName: string;
}

/** A claim of another amount or currency than a payment in suspense has. */
export const differingClaim = ({
  suspended,
  currency,
  orderNo,
}: Pick<Suspended, 'suspended' | 'currency' | 'orderNo'>): Refused =>
  new Refused('waitsInSuspense', { amount: suspended, currency, orderNo });

const UNDER = `select p.id::text, p.currency, p.reference as utr, p.order_id::text as "orderId",
    p.order_no as "orderNo", p.merchant_id::text as "merchantId", m.name as "merchantName",
    trim_scale(p.suspended)::text as suspended
  from payment p join merchant m on m.id = p.merchant_id
  where p.held and p.normalised_reference = reference_form($1) and p.status = 'suspended' order by p.id`;

/** What waits in suspense under a bank reference. Whoever asks is alone with the reference, as it was looked for before. */
export const suspendedUnder = async (tx: PoolClient, reference: string): Promise<Suspended[]> =>
  (await tx.query<Suspended>({ name: 'suspended-under', text: UNDER, values: [reference] })).rows;

/** Names the payments that an entry has drawn from suspense, in their order: each of them is booked by it. */
export async function noteDraws(
  tx: PoolClient,
  entryId: string,
  orderNo: string,
  payments: readonly Pick<KnownPayment, 'id' | 'suspended'>[],
  amount: Amount,
): Promise<void> {
  let due = amount;
  const drawn = payments.flatMap(({ id, suspended }) => {
    const part = Amount.min(due, suspended);
    due = due.minus(part);
    return part.isZero() ? [] : [{ paymentId: id, amount: amountText(part) }];
  });
  await allocatePayments(tx, entryId, orderNo, drawn);
}

/** SQL: true where an order's own confirmation has drawn a payment; of a payment's and an order's column or parameter. */
export const ownDraw = (payment: string, order: string): string =>
  `exists (select from payment_draw d where d.payment_id = ${payment} and d.order_id = ${order})`;

const SUSPENDED_FOR = `select order_no as "orderNo", merchant_id::text as "merchantId" from payment
  where held and normalised_reference = reference_form($1) and order_id <> $2 and status = 'suspended' and suspended = amount
  limit 1`;

/** A statement line is the proof of a payment, and that of one in suspense is of the order that it waits for. @throws Refused */
export async function refuseWaiting(
  tx: PoolClient,
  orderId: string,
  reference: string,
  caller?: Reader,
): Promise<void> {
  const values = [reference, orderId];
  const { rows } = await tx.query<Holder>({ name: 'suspended-for', text: SUSPENDED_FOR, values });
  if (rows[0]) throw await refusedAs(tx, rows[0], caller);
}

type Owner = NonNullable<Entry['order']> & { merchantId: string };

/**
 * suspense → upstream: the entries that put the payments there are reversed, each as a command of its own; the payments
 * have that status then.
 */
export async function takeOut(
  tx: PoolClient,
  order: Owner,
  payments: readonly KnownPayment[],
  status: 'returned' | 'writtenOff',
  { commandKey, ...by }: Pick<Entry, 'operator' | 'system' | 'remark' | 'commandKey'>,
): Promise<void> {
  const { merchantId } = order;
  for (const { id, currency, suspended, upstreamId } of payments) {
    const legs = outOfSuspense(upstreamId, suspended);
    const command = { ...by, commandKey: `${commandKey}:${id}`, reverses: id };
    await post(tx, { kind: 'suspense', merchantId, currency, order, legs, ...command });
    await closePayment(tx, id, status);
  }
}

/** suspense → upstream. */
export const outOfSuspense = (upstreamId: string | null, amount: string): Leg[] =>
  suspense({ upstreamId }, new Amount(amount).negated().toFixed());

/** What the legs put into suspense, below zero for what they draw from it. */
export const suspenseMoved = (legs: readonly Leg[]): Amount =>
  legs
    .filter((leg) => !isMerchantLeg(leg) && leg.platform === 'suspense')
    .reduce((sum, leg) => sum.plus(leg.amount), new Amount(0));

const HELD = `select trim_scale(coalesce(sum(credit - debit), 0))::text as held from ledger_until('infinity')
  where holder_id = 0 and account = 'suspense' and currency = $1`;

/** What suspense holds of a currency before and after the legs, as decimal text; nothing where they leave it alone. */
export async function suspenseOver(
  tx: PoolClient,
  currency: string,
  legs: readonly Leg[],
): Promise<{ suspenseBefore?: string; suspenseAfter?: string }> {
  const moved = suspenseMoved(legs);
  if (moved.isZero()) return {};
  const { rows } = await tx.query<{ held: string }>({
    name: 'suspense-held',
    text: HELD,
    values: [currency],
  });
  const before = rows[0]!.held;
  return { suspenseBefore: before, suspenseAfter: amountText(moved.plus(before)) };
}

/** SQL over payment p: all of it is in suspense, and no statement line has proved it. */
export const FREE_IN_SUSPENSE = `p.status = 'suspended' and p.suspended = p.amount
    and not exists (select from bank_bill b where b.entry_id = p.id and b.status in ${MATCHED_BILL})
    -- What lines have proved as more money is of none that comes after them.
    and p.replaces_id is null`;

// It distinguishes two payments of one sum.
const NAME_ITEM = `update review_item set utr = $2, version = version + 1 where entry_id = $1 and utr is null
  returning id::text, merchant_id::text as "merchantId"`;

/** Notes under which reference a payment in suspense came, on its review item too. */
export async function nameSuspended(
  tx: PoolClient,
  entryId: string,
  utr: string,
  /** The line that names it, where nobody else has. */
  billId?: string,
): Promise<void> {
  await namePayment(tx, entryId, utr, billId);
  const named = { name: 'review-name', text: NAME_ITEM, values: [entryId, utr] };
  const { rows } = await tx.query<{ id: string; merchantId: string }>(named);
  for (const { id, merchantId } of rows) await emit(tx, 'reviewItem', id, 'update', merchantId);
}
