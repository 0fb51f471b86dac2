import type { PoolClient } from 'pg';
import type { Actor } from './moveRow.ts';
import { closeDrawn } from './reviewClose.ts';
import { openReview } from './reviewOpen.ts';
import { leftInSuspense } from './suspense.ts';

const LISTED = `select entry_id::text as "entryId" from review_item where entry_id = any($1::bigint[]) and status = 'open'`;

/**
 * A person has decided, and the order has an end: what still waits in suspense for it is nobody's any more, unless it is
 * listed. Called once its entries are posted.
 */
export async function reviewLeft(
  tx: PoolClient,
  order: { id: string; orderNo: string; merchantId: string; upstreamId: string | null },
  actor: Actor,
  now: Date,
): Promise<void> {
  const left = await leftInSuspense(tx, order.id);
  await closeDrawn(tx, order.id, left, actor, now);
  const { rows } = await tx.query<{ entryId: string }>(LISTED, [left.map(({ entryId }) => entryId)]);
  const listed = new Set(rows.map(({ entryId }) => entryId));
  for (const { amount, currency, utr } of left.filter(({ entryId }) => !listed.has(entryId))) {
    const subject = { orderKind: 'collectOrder', order, kind: 'moreMoney' } as const;
    const said = [`+ ${amount} ${currency}`, utr && `UTR ${utr}`].filter(Boolean).join(', ');
    const told = { upstreamId: order.upstreamId, amount, currency, said, ...(utr !== null && { utr }) };
    await openReview(tx, subject, told, now);
  }
}
