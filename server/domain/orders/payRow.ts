import type { LockedRow } from '../../engine/action.ts';
import type { PayMoney } from '../../ledger/payoutEntries.ts';
import { type PayStatus, payMachine } from '../../ledger/payStates.ts';
import type { Claimable } from './claim.ts';
import { instantOrNull, text, textOrNull } from './columns.ts';

/** A locked payout order as the money code reads it. */
export interface PayRow extends PayMoney, Claimable {
  merchantOrderNo: string;
  channelId: string;
  currency: string;
  utr: string | null;
  upstreamOrderNo: string | null;
  attempts: number;
  status: PayStatus;
  statusValue: number;
  callbackUrl: string | null;
  createdAt: Date;
}

/** Reads any row with the columns of pay_order under camelCase keys. */
export function payRow(row: LockedRow): PayRow {
  return {
    id: row.id,
    orderNo: text(row.orderNo),
    merchantOrderNo: text(row.merchantOrderNo),
    merchantId: text(row.merchantId),
    channelId: text(row.channelId),
    upstreamId: textOrNull(row.upstreamId),
    agentId: textOrNull(row.agentId),
    currency: text(row.currency),
    amount: text(row.amount),
    fee: text(row.fee),
    upstreamCost: text(row.upstreamCost ?? 0),
    commission: text(row.commission ?? 0),
    utr: textOrNull(row.utr),
    upstreamOrderNo: textOrNull(row.upstreamOrderNo),
    attempts: Number(row.attempts),
    status: payMachine.name(Number(row.status)),
    statusValue: Number(row.status),
    callbackUrl: textOrNull(row.callbackUrl),
    claimedBy: textOrNull(row.claimedBy),
    claimedAt: instantOrNull(row.claimedAt),
    createdAt: new Date(row.createdAt as string | Date),
  };
}
