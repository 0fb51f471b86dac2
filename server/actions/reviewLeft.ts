import type { PoolClient } from 'pg';
import type { Actor } from './moveRow.ts';
import { closeDrawn } from './reviewClose.ts';
import { openReview } from './reviewOpen.ts';
import { leftInSuspense } from './suspense.ts';

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
  for (const { amount, currency, utr } of left) {
    const subject = { orderKind: 'collectOrder', order, kind: 'moreMoney' } as const;
    const said = [`+ ${amount} ${currency}`, utr && `UTR ${utr}`].filter(Boolean).join(', ');
    const told = { upstreamId: order.upstreamId, amount, currency, said, ...(utr !== null && { utr }) };
    await openReview(tx, subject, told, now);
  }
}
