import type { PoolClient } from 'pg';
import { payoutPaid, payoutRelease, payoutReturned } from '../../../ledger/payoutEntries.ts';
import type { PayEvent } from '../../../ledger/payStates.ts';
import { type Actor, SYSTEM } from '../moveRow.ts';
import type { PayRow } from '../payRow.ts';
import { stepPayout } from '../payStore.ts';

/** What proves that the beneficiary has the money. */
export interface Proof {
  utr?: string | null;
  upstreamOrderNo?: string | null;
  remark?: string | null;
}

/** processing, unknown → success: the hold is spent. A payout is paid at most once. */
export const payPayout = (
  tx: PoolClient,
  order: PayRow,
  proof: Proof,
  now: Date,
  actor: Actor = SYSTEM,
  event: Extract<PayEvent, 'paid' | 'forceConfirm'> = 'paid',
): Promise<PayRow> =>
  stepPayout(
    tx,
    order,
    {
      event,
      remark: proof.remark,
      set: {
        paid_at: now,
        utr: proof.utr ?? undefined,
        upstream_order_no: proof.upstreamOrderNo ?? undefined,
      },
      entry: { kind: 'payout', key: `payout:${order.id}`, legs: payoutPaid(order) },
    },
    now,
    actor,
  );

/** Ends the payout and gives the hold back: failed, rejected or cancelled. At most once, as it shares its key. */
export const releasePayout = (
  tx: PoolClient,
  order: PayRow,
  event: Extract<PayEvent, 'fail' | 'deny' | 'cancel' | 'overrule'>,
  remark: string | null,
  now: Date,
  actor: Actor = SYSTEM,
): Promise<PayRow> =>
  stepPayout(
    tx,
    order,
    {
      event,
      remark,
      entry: { kind: 'payoutRelease', key: `release:${order.id}`, legs: payoutRelease(order) },
    },
    now,
    actor,
  );

/** success → returned: the bank sent the money back. */
export const returnPayout = (
  tx: PoolClient,
  order: PayRow,
  feeBack: boolean,
  remark: string,
  now: Date,
  actor: Actor = SYSTEM,
): Promise<PayRow> =>
  stepPayout(
    tx,
    order,
    {
      event: 'markReturned',
      remark,
      set: { returned_at: now, fee_returned: feeBack },
      entry: { kind: 'payoutReturn', key: `return:${order.id}`, legs: payoutReturned(order, feeBack) },
    },
    now,
    actor,
  );
