import type { LockedRow } from '../engine/action.ts';
import type { CollectMoney } from '../ledger/entries.ts';
import { statusName, type CollectStatus } from '../ledger/states.ts';

/** A locked collection order as the money code reads it. */
export interface CollectRow extends CollectMoney {
  id: string;
  orderNo: string;
  merchantOrderNo: string;
  currency: string;
  status: CollectStatus;
  statusValue: number;
  settled: boolean;
  callbackUrl: string | null;
  claimedBy: string | null;
  claimedAt: Date | null;
  createdAt: Date;
}

const text = (value: unknown): string => String(value);
const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const instantOrNull = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(value as string | Date);

/** Reads any row with the columns of collect_order under camelCase keys. */
export function collectRow(row: LockedRow): CollectRow {
  return {
    id: row.id,
    orderNo: text(row.orderNo),
    merchantOrderNo: text(row.merchantOrderNo),
    merchantId: text(row.merchantId),
    upstreamId: textOrNull(row.upstreamId),
    agentId: textOrNull(row.agentId),
    currency: text(row.currency),
    amount: text(row.amount),
    fee: text(row.fee),
    upstreamCost: text(row.upstreamCost ?? 0),
    commission: text(row.commission ?? 0),
    status: statusName(Number(row.status)),
    statusValue: Number(row.status),
    settled: row.settled === true,
    callbackUrl: textOrNull(row.callbackUrl),
    claimedBy: textOrNull(row.claimedBy),
    claimedAt: instantOrNull(row.claimedAt),
    createdAt: new Date(row.createdAt as string | Date),
  };
}
