import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import { suspense } from '../../ledger/entries.ts';
import { isMerchantLeg, type Leg } from '../../ledger/legs.ts';
import { type Entry, post } from '../../ledger/post.ts';
import { allocatePayments, closePayment } from './paymentStore.ts';
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

const WAITING = `select entry_id::text as "entryId", currency, reference as utr, trim_scale(amount)::text as amount, whole,
    upstream_id::text as "upstreamId"
  from suspense_held where order_id = $1 order by entry_id`;

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

const FREED = `select trim_scale(d.amount)::text as amount, w.currency, s.reference as utr
  from journal_entry e join live_draw d on d.draw_id = e.id join journal_entry w on w.id = d.entry_id
  left join suspended_reference s on s.entry_id = w.id
  where e.order_id = $1 order by d.entry_id`;

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

const UNDER = `select h.entry_id::text as "entryId", h.currency, h.reference as utr, o.id::text as "orderId",
    o.order_no as "orderNo", o.merchant_id::text as "merchantId", m.name as "merchantName", trim_scale(h.amount)::text as amount
  from suspended_reference s join suspense_held h on h.entry_id = s.entry_id
  join collect_order o on o.id = s.order_id join merchant m on m.id = o.merchant_id
  where reference_form(s.reference) = reference_form($1)
  order by s.entry_id`;

/** What waits in suspense under a bank reference. Whoever asks is alone with the reference, as it was looked for before. */
export const suspendedUnder = async (tx: PoolClient, reference: string): Promise<Suspended[]> =>
  (await tx.query<Suspended>({ name: 'suspended-under', text: UNDER, values: [reference] })).rows;

const DRAW = `insert into suspense_draw (draw_id, entry_id, amount)
  select $1, entry_id, amount from unnest($2::bigint[], $3::numeric[]) as drawn(entry_id, amount)`;

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
  if (drawn.length === 0) return;
  const values = [entryId, drawn.map(({ paymentId }) => paymentId), drawn.map((part) => part.amount)];
  await tx.query({ name: 'suspense-draw', text: DRAW, values });
  await allocatePayments(tx, entryId, orderNo, drawn);
}

/** SQL: true where an order's own confirmation has drawn a payment; of an entry's and an order's column or parameter. */
export const ownDraw = (entry: string, order: string): string =>
  `exists (select from live_draw d join journal_entry c on c.id = d.draw_id
    where d.entry_id = ${entry} and c.order_id = ${order})`;

interface Drawn {
  entryId: string;
  /** It came under a reference. */
  named: boolean;
  /** How much of it, as decimal text. */
  drawn: string;
  /** A line has proved it. */
  lined: boolean;
}

const DRAWN = `select w.id::text as "entryId", s.reference is not null as named,
    (select trim_scale(sum(d.amount))::text from live_draw d where d.entry_id = w.id) as drawn, exists (
    select from bank_bill b where b.entry_id = w.id and b.status in (1, 2)) as lined
  from journal_entry w left join suspended_reference s on s.entry_id = w.id
  where w.order_id = $1 and w.kind = 'suspense'
    and reference_form(s.reference) is distinct from reference_form($2)
    and ${ownDraw('w.id', 'w.order_id')}`;

/** Payments that went into a confirmation by another reference than theirs, or had none: a person took two for one. */
export async function drawnFor(tx: PoolClient, orderId: string, confirmedBy: string): Promise<Drawn[]> {
  return (await tx.query<Drawn>({ name: 'suspense-drawn', text: DRAWN, values: [orderId, confirmedBy] }))
    .rows;
}

const SUSPENDED_FOR = `select o.order_no as "orderNo", o.merchant_id::text as "merchantId"
  from suspended_reference s join collect_order o on o.id = s.order_id
  where reference_form(s.reference) = reference_form($1) and o.id <> $2
    and not exists (select from journal_entry r where r.reverses = s.entry_id)
    and not exists (select from live_draw d where d.entry_id = s.entry_id)
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
