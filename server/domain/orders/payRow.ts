import type { LockedRow } from '../../engine/action.ts';
import type { PayMoney } from '../../ledger/payoutEntries.ts';
import { type PayStatus, payMachine } from '../../ledger/payStates.ts';
import type { Claimable } from './claim.ts';
import { orderColumns, text } from './columns.ts';

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
    ...orderColumns(row),
    channelId: text(row.channelId),
    attempts: Number(row.attempts),
    status: payMachine.name(Number(row.status)),
    statusValue: Number(row.status),
  };
}
