import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import { suspense } from '../../ledger/entries.ts';
import { isMerchantLeg, type Leg } from '../../ledger/legs.ts';
import { type Entry, post } from '../../ledger/post.ts';
import { Refused } from '../../platform/http/refused.ts';
import { emit } from '../../platform/events/outbox.ts';
import { allocatePayments, closePayment, namePayment } from './paymentStore.ts';
import { creditedElsewhere, type Holder, type Reader, refusedAs, sameReference } from './references.ts';

/** A payment in suspense for an order, or what confirmations have left of it. */
export interface Waiting {
  /** The entry that put it there. */
  entryId: string;
  currency: string;
  /** The bank reference that it came under; null for what came without one. */
  utr: string | null;
  /** Decimal text, above zero. */
  amount: string;
}

/** The same with where it came from; `whole`: nothing of it has gone into a confirmation. */
export interface Held extends Waiting {
  upstreamId: string | null;
  whole: boolean;
}

const WAITING = `select id::text as "entryId", currency, reference as utr, trim_scale(suspended)::text as amount,
    suspended = amount as whole, upstream_id::text as "upstreamId"
  from payment where order_id = $1 and status = 'suspended' order by id`;

/** What suspense holds under an order's name, each payment by itself, the oldest first. */
export const heldInSuspense = async (tx: PoolClient, orderId: string): Promise<Held[]> =>
  (await tx.query<Held>({ name: 'suspense-waiting', text: WAITING, values: [orderId] })).rows;

/** What of it still waits for the order. */
async function leftInSuspense(tx: PoolClient, orderId: string): Promise<Held[]> {
  const rows = await heldInSuspense(tx, orderId);
  const gone = new Set<string>();
  // A payment that has been credited elsewhere, by a request say, is not this order's any more. In one order, as each
  // is held until the commit.
  for (const utr of rows.flatMap((row) => row.utr ?? []).sort())
    if (await creditedElsewhere(tx, orderId, utr)) gone.add(utr);
  return rows.filter(({ utr }) => utr === null || !gone.has(utr));
}

interface Order {
  id: string;
  currency: string;
}

/** The same in the order's own currency. */
export const ownInSuspense = async (tx: PoolClient, { id, currency }: Order): Promise<Waiting[]> =>
  (await leftInSuspense(tx, id)).filter((payment) => payment.currency === currency);

/** Payments as a sheet names them. */
export const moneyOf = (payments: readonly Omit<Waiting, 'entryId'>[]) =>
  payments.map(({ amount, currency, utr }) => ({ amount, currency, utr }));

/** What is in suspense once a command is done, for its sheet; nothing where that is nothing. */
export const staying = (payments: readonly Omit<Waiting, 'entryId'>[]) =>
  payments.length === 0 ? {} : { stays: moneyOf(payments) };

const FREED = `select trim_scale(d.amount)::text as amount, p.currency, p.reference as utr
  from payment_draw d join payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
  where d.order_id = $1 order by p.id`;

/** What waits in suspense again once an order is reversed: what its confirmation drew from there. */
export const freedBy = async (tx: PoolClient, orderId: string): Promise<Omit<Waiting, 'entryId'>[]> =>
  (await tx.query<Omit<Waiting, 'entryId'>>({ name: 'suspense-freed', text: FREED, values: [orderId] })).rows;

/** What payments come to, as decimal text. */
export const sumOf = (payments: readonly Waiting[]): string =>
  amountText(payments.reduce((sum, { amount }) => sum.plus(amount), new Amount(0)));

/** Those that came under a reference, and those that came under another one; in their order. */
export async function apartFrom(
  tx: PoolClient,
  payments: readonly Waiting[],
  reference: string,
): Promise<{ same: Waiting[]; other: Waiting[] }> {
  const parts = { same: [] as Waiting[], other: [] as Waiting[] };
  for (const payment of payments)
    if (payment.utr !== null)
      parts[(await sameReference(tx, payment.utr, reference)) ? 'same' : 'other'].push(payment);
  return parts;
}

/** A payment in suspense, whosever it is. */
export interface Suspended extends Waiting {
  orderId: string;
  orderNo: string;
  merchantId: string;
  merchantName: string;
}

/** A payment in suspense as a claim of it is decided. */
export const candidateOf = ({ entryId, currency, amount }: Suspended) => ({
  id: entryId,
  currency,
  suspended: amount,
});

/** A claim of another amount or currency than a payment in suspense has. */
export const elsewhere = ({ amount, currency, orderNo }: Suspended): Refused =>
  new Refused('waitsInSuspense', { amount, currency, orderNo });

const UNDER = `select p.id::text as "entryId", p.currency, p.reference as utr, p.order_id::text as "orderId",
    p.order_no as "orderNo", p.merchant_id::text as "merchantId", m.name as "merchantName",
    trim_scale(p.suspended)::text as amount
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
  payments: readonly Waiting[],
  amount: Amount,
): Promise<void> {
  let due = amount;
  const drawn = payments.flatMap((payment) => {
    const part = Amount.min(due, payment.amount);
    due = due.minus(part);
    return part.isZero() ? [] : [{ paymentId: payment.entryId, amount: amountText(part) }];
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

/** Money for an order that came in another currency than its own, and waits in suspense. */
export const foreignMoney = async (tx: PoolClient, { id, currency }: Order): Promise<Held[]> =>
  (await heldInSuspense(tx, id)).filter((payment) => payment.currency !== currency);

type Owner = NonNullable<Entry['order']> & { merchantId: string };

/** suspense → upstream: the entry that put money there is reversed, as a command of its own; the payment has that status then. */
export async function takeOut(
  tx: PoolClient,
  order: Owner,
  { entryId, currency, amount, upstreamId }: Pick<Held, 'entryId' | 'currency' | 'amount' | 'upstreamId'>,
  status: 'returned' | 'writtenOff',
  by: Pick<Entry, 'operator' | 'system' | 'remark' | 'commandKey'>,
): Promise<void> {
  const { merchantId } = order;
  const legs = suspense({ upstreamId }, amount).map((leg) => ({ ...leg, amount: leg.amount.negated() }));
  await post(tx, { kind: 'suspense', merchantId, currency, order, reverses: entryId, ...by, legs });
  await closePayment(tx, entryId, status);
}

/**
 * Takes out of suspense what was said under this reference in another currency: it was the payment that an order is
 * confirmed by, and one payment is booked once.
 */
export async function undoForeign(
  tx: PoolClient,
  order: Owner & { currency: string },
  utr: string | undefined,
  by: Pick<Entry, 'operator' | 'system' | 'remark'>,
): Promise<void> {
  if (utr === undefined) return;
  for (const money of await foreignMoney(tx, order)) {
    if (money.utr === null || !(await sameReference(tx, money.utr, utr))) continue;
    await takeOut(tx, order, money, 'writtenOff', { ...by, commandKey: `confirmed:${money.entryId}` });
  }
}

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
    and not exists (select from bank_bill b where b.entry_id = p.id and b.status in (1, 2))
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
