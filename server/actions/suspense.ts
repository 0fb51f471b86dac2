import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../contract/money.ts';
import { suspense } from '../ledger/entries.ts';
import { isMerchantLeg, type Leg } from '../ledger/legs.ts';
import { type Entry, post } from '../ledger/post.ts';

/** What suspense holds for an order in its own currency, as decimal text. */
export async function heldInSuspense(
  tx: PoolClient,
  order: { id: string; currency: string },
): Promise<string> {
  const { rows } = await tx.query<{ held: string }>(
    `select coalesce(sum(p.amount), 0)::text as held from journal_entry e join platform_posting p on p.entry_id = e.id
     where e.order_id = $1 and p.account = 'suspense' and p.currency = $2`,
    [order.id, order.currency],
  );
  return rows[0]!.held;
}

/** What suspense holds for an order, by currency, as decimal text. */
export async function leftInSuspense(
  tx: PoolClient,
  orderId: string,
): Promise<{ currency: string; amount: string }[]> {
  const { rows } = await tx.query<{ currency: string; amount: string }>({
    name: 'suspense-left',
    text: `select p.currency, trim_scale(sum(p.amount))::text as amount
      from journal_entry e join platform_posting p on p.entry_id = e.id
      where e.order_id = $1 and p.account = 'suspense' group by p.currency having sum(p.amount) > 0 order by p.currency`,
    values: [orderId],
  });
  return rows;
}

/** Money for an order that came in another currency than its own, and waits in suspense. */
export interface ForeignMoney {
  entryId: string;
  currency: string;
  /** Decimal text. */
  amount: string;
  upstreamId: string | null;
  utr: string | null;
  /** It came under the reference that was asked about. */
  same: boolean;
}

const FOREIGN = `select e.id::text as "entryId", e.currency, trim_scale(p.amount)::text as amount, s.reference as utr,
    (select split_part(u.account, ':', 2) from platform_posting u where u.entry_id = e.id and u.account like 'upstream:%'
     limit 1) as "upstreamId",
    coalesce(reference_form(s.reference) = reference_form($3), false) as same
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.order_id = $1 and e.currency <> $2 and e.kind = 'suspense' and p.amount > 0
    and not exists (select from journal_entry r where r.reverses = e.id)
  order by e.id`;

export async function foreignMoney(
  tx: PoolClient,
  order: { id: string; currency: string },
  utr: string | undefined,
): Promise<ForeignMoney[]> {
  const values = [order.id, order.currency, utr ?? null];
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
  const same = (await foreignMoney(tx, order, utr)).filter((money) => money.same);
  for (const { entryId, currency, amount, upstreamId } of same)
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
