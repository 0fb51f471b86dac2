import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../contract/money.ts';
import { isMerchantLeg, type Leg } from '../ledger/legs.ts';

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
