import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../contract/money.ts';
import type { Caller } from '../http/caller.ts';
import { suspense } from '../ledger/entries.ts';
import { isMerchantLeg, type Leg } from '../ledger/legs.ts';
import { type Entry, post } from '../ledger/post.ts';
import { creditedElsewhere, refusedAs, sameReference } from './usedUtr.ts';

/** What suspense holds for an order, by currency and the bank reference that it came under. */
interface Waiting {
  currency: string;
  /** Null for what came without one, and for what has been drawn. */
  utr: string | null;
  /** Decimal text, below zero for what has been drawn. */
  amount: string;
}

const WAITING = `select p.currency, s.reference as utr, trim_scale(sum(p.amount))::text as amount
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = coalesce(e.reverses, e.id)
  where e.order_id = $1 group by p.currency, s.reference having sum(p.amount) <> 0
  order by p.currency, min(e.id)`;

async function waitingFor(tx: PoolClient, orderId: string): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>({ name: 'suspense-waiting', text: WAITING, values: [orderId] });
  const gone = new Set<string>();
  // A payment that has been credited elsewhere, by a request say, is not this order's any more. In one order, as each
  // is held until the commit.
  for (const utr of rows.flatMap((row) => row.utr ?? []).sort())
    if (await creditedElsewhere(tx, orderId, utr)) gone.add(utr);
  return rows.filter(({ utr }) => utr === null || !gone.has(utr));
}

const sumOf = (rows: readonly Waiting[]): string =>
  amountText(rows.reduce((sum, { amount }) => sum.plus(amount), new Amount(0)));

/** What suspense holds for an order in its own currency, as decimal text. */
export async function heldInSuspense(
  tx: PoolClient,
  order: { id: string; currency: string },
): Promise<string> {
  const rows = await waitingFor(tx, order.id);
  return sumOf(rows.filter(({ currency }) => currency === order.currency));
}

/** What is left after the draws, which take the confirmed payment first and then the oldest. */
function leftOf(rows: readonly Waiting[], confirmed: string | null | undefined): Waiting[] {
  let drawn = rows.reduce(
    (sum, { amount }) => (new Amount(amount).isNegative() ? sum.minus(amount) : sum),
    new Amount(0),
  );
  const came = rows.filter(({ amount }) => !new Amount(amount).isNegative());
  const inOrder = [
    ...came.filter(({ utr }) => utr === confirmed),
    ...came.filter(({ utr }) => utr !== confirmed),
  ];
  return inOrder.flatMap((row) => {
    const taken = Amount.min(drawn, row.amount);
    drawn = drawn.minus(taken);
    const left = new Amount(row.amount).minus(taken);
    return left.isZero() ? [] : [{ ...row, amount: amountText(left) }];
  });
}

/** What suspense still holds for an order, each payment by itself; `confirmed`: the one that the order was confirmed by. */
export async function leftInSuspense(
  tx: PoolClient,
  orderId: string,
  confirmed?: string | null,
): Promise<Waiting[]> {
  const rows = await waitingFor(tx, orderId);
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.flatMap((currency) =>
    leftOf(
      rows.filter((row) => row.currency === currency),
      confirmed,
    ),
  );
}

/** An order that has money in suspense under a reference, or had until its confirmation drew it. */
interface SuspendedFor {
  id: string;
  orderNo: string;
  merchantId: string;
  confirmed: boolean;
  utr: string | null;
  /** As it was written there. */
  reference: string;
}

const SUSPENDED_FOR = `select o.id::text, o.order_no as "orderNo", o.merchant_id::text as "merchantId",
    o.status = 2 as confirmed, o.utr, s.reference
  from suspended_reference s join collect_order o on o.id = s.order_id
  where reference_form(s.reference) = reference_form($1) and o.id <> $2
    and not exists (select from journal_entry r where r.reverses = s.entry_id)`;

async function suspendedForOthers(
  tx: PoolClient,
  orderId: string,
  reference: string,
): Promise<SuspendedFor[]> {
  const values = [reference, orderId];
  return (await tx.query<SuspendedFor>({ name: 'suspended-for', text: SUSPENDED_FOR, values })).rows;
}

/** A statement line is the proof of a payment, and that of one in suspense is of the order that it waits for. @throws Refused */
export async function refuseWaiting(tx: PoolClient, orderId: string, reference: string): Promise<void> {
  const [other] = await suspendedForOthers(tx, orderId, reference);
  if (other) throw refusedAs(other);
}

/** A payment that waited for another order in suspense, and went into its confirmation, is booked. @throws Refused */
export async function refuseDrawn(
  tx: PoolClient,
  orderId: string,
  reference: string,
  caller: Pick<Caller, 'merchantId'>,
): Promise<void> {
  for (const order of await suspendedForOthers(tx, orderId, reference)) {
    if (!order.confirmed) continue;
    const left = await leftInSuspense(tx, order.id, order.utr);
    if (!left.some(({ utr }) => utr === order.reference)) throw refusedAs(order, caller);
  }
}

/** Money for an order that came in another currency than its own, and waits in suspense. */
export interface ForeignMoney {
  entryId: string;
  currency: string;
  /** Decimal text. */
  amount: string;
  upstreamId: string | null;
  utr: string | null;
}

const FOREIGN = `select e.id::text as "entryId", e.currency, trim_scale(p.amount)::text as amount, s.reference as utr,
    (select split_part(u.account, ':', 2) from platform_posting u where u.entry_id = e.id and u.account like 'upstream:%'
     limit 1) as "upstreamId"
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.order_id = $1 and e.currency <> $2 and e.kind = 'suspense' and p.amount > 0
    and not exists (select from journal_entry r where r.reverses = e.id)
  order by e.id`;

export async function foreignMoney(
  tx: PoolClient,
  order: { id: string; currency: string },
): Promise<ForeignMoney[]> {
  const values = [order.id, order.currency];
  return (await tx.query<ForeignMoney>({ name: 'suspense-foreign', text: FOREIGN, values })).rows;
}

/**
 * Takes out of suspense what was said under this reference in another currency: it was the payment that an order is
 * confirmed by, and one payment is booked once.
 */
export async function undoForeign(
  tx: PoolClient,
  order: NonNullable<Entry['order']> & { merchantId: string; currency: string },
  utr: string | undefined,
  by: Pick<Entry, 'operator' | 'system' | 'remark'>,
): Promise<void> {
  if (utr === undefined) return;
  for (const { entryId, currency, amount, upstreamId, utr: own } of await foreignMoney(tx, order)) {
    if (own === null || !(await sameReference(tx, own, utr))) continue;
    await post(tx, {
      kind: 'suspense',
      merchantId: order.merchantId,
      currency,
      order,
      commandKey: `confirmed:${entryId}`,
      reverses: entryId,
      ...by,
      legs: suspense({ upstreamId }, amount).map((leg) => ({ ...leg, amount: leg.amount.negated() })),
    });
  }
}

const HELD = `select trim_scale(coalesce(sum(credit - debit), 0))::text as held from ledger_until('infinity')
  where holder_id = 0 and account = 'suspense' and currency = $1`;

/** What suspense holds of a currency before and after the legs, as decimal text; nothing where they leave it alone. */
export async function suspenseOver(
  tx: PoolClient,
  currency: string,
  legs: readonly Leg[],
): Promise<{ suspenseBefore?: string; suspenseAfter?: string }> {
  const own = legs.filter((leg) => !isMerchantLeg(leg) && leg.platform === 'suspense');
  if (own.length === 0) return {};
  const { rows } = await tx.query<{ held: string }>({
    name: 'suspense-held',
    text: HELD,
    values: [currency],
  });
  const before = rows[0]!.held;
  const after = own.reduce((sum, leg) => sum.plus(leg.amount), new Amount(before));
  return { suspenseBefore: before, suspenseAfter: amountText(after) };
}
