import type { PoolClient } from 'pg';
import type { PayRow } from './payRow.ts';

const CLAIM = `with freed as (
    delete from payout_reference r using pay_order o
    where o.id = $2 and o.merchant_id = $3 and r.utr = reference_form(o.utr) and r.order_id = o.id
      and r.utr <> reference_form($1)
  )
  insert into payout_reference (utr, merchant_id, order_id)
  select reference_form($1), $3, $2 where not exists (
    select from payout_reference where utr = reference_form($1) and order_id = $2 and merchant_id = $3)`;

/**
 * Claims the bank reference that a payout is about to have, and frees the one that it had. Whoever claims the same one
 * waits for the commit, and then fails on its key: callers have asked whose it is before.
 */
export async function claimReference(
  tx: PoolClient,
  { id, merchantId }: Pick<PayRow, 'id' | 'merchantId'>,
  set: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (typeof set.utr !== 'string') return;
  await tx.query({ name: 'payout-reference', text: CLAIM, values: [set.utr, id, merchantId] });
}
