import { HALTED } from '../orders/payout/haltedMerchant.ts';
import { transact } from '../../platform/db/transaction.ts';
import { forEachMerchantRow } from '../../platform/db/merchantTransaction.ts';
import { notQueued } from '../../platform/outbound/line.ts';
import { CUT_OFF } from './attempts.ts';
import { STALE_MS } from './collectRoute.ts';
import { applyPayoutAnswer } from './payoutOutcome.ts';
import { queueQuery, queueSubmission } from '../orders/upstreamJobs.ts';
import type { UpstreamDeps } from './submitPayout.ts';
import { ATTEMPT_STATE, PAY_STATUS } from '../../platform/db/statuses.ts';

const BATCH = 200;

// Few at any time; all of them, so that those of a merchant whose rows are held do not hide the others. What was
// answered and waits for its merchant is not lost.
const SENDING = `select a.id::text, a.order_id::text as "orderId", a.merchant_id::text as "merchantId"
  from pay_attempt a join pay_order o on o.id = a.order_id
  where a.state = ${ATTEMPT_STATE.sending} and a.sent_at < $1 and o.status = ${PAY_STATUS.processing}
    and ${notQueued("'answer:' || a.id")}`;
const UNASKED = `select id::text from pay_order
  where status in (${PAY_STATUS.processing}, ${PAY_STATUS.unknown}) and submitted_at < $1
  and ${notQueued("'query:' || pay_order.id")} limit ${BATCH}`;
const QUEUED = `select o.id::text from pay_order o join channel c on c.id = o.channel_id and c.submission = 'auto'
  join merchant m on m.id = o.merchant_id and m.status not in ${HALTED}
  where o.status = ${PAY_STATUS.queued} and o.created_at < $1
    and ${notQueued("'submitPayout:' || o.id")} limit ${BATCH}`;

interface Sending {
  id: string;
  orderId: string;
  merchantId: string;
}

/**
 * Picks up what a killed worker left: an attempt without a recorded answer becomes unknown (never sent again), open
 * payouts are asked about, and queued ones are submitted.
 */
export async function sweepPayouts(deps: UpstreamDeps): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - STALE_MS);
  const { rows: sending } = await deps.pool.query<Sending>(SENDING, [before]);
  await forEachMerchantRow(deps, sending, (tx, { id, orderId }) =>
    applyPayoutAnswer(tx, orderId, id, CUT_OFF, now),
  );
  const { rows: unasked } = await deps.pool.query<{ id: string }>(UNASKED, [before]);
  for (const { id } of unasked) await transact(deps.pool, (tx) => queueQuery(tx, 'pay', id, now));
  const { rows: queued } = await deps.pool.query<{ id: string }>(QUEUED, [before]);
  for (const { id } of queued) await transact(deps.pool, (tx) => queueSubmission(tx, id, now));
}
