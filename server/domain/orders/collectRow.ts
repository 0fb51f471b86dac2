import type { LockedRow } from '../../engine/action.ts';
import type { CollectMoney } from '../../ledger/entries.ts';
import type { Claimable } from './claim.ts';
import { statusName, type CollectStatus } from '../../ledger/states.ts';
import { instantOrNull, text, textOrNull } from './columns.ts';

/** A locked collection order as the money code reads it. */
export interface CollectRow extends CollectMoney, Claimable {
  merchantOrderNo: string;
  currency: string;
  status: CollectStatus;
  statusValue: number;
  settled: boolean;
  /** What has been told of its money, as decimal text; null while nothing has. */
  paidAmount: string | null;
  utr: string | null;
  /** The upstream's own number of it. */
  upstreamOrderNo: string | null;
  callbackUrl: string | null;
  createdAt: Date;
}

const ENDED: ReadonlySet<CollectStatus> = new Set(['success', 'failed', 'expired', 'cancelled', 'reversed']);

/** True for an order that is not worked on any more: its merchant is told so, and money that still waits is left to a person. */
export const hasEnded = ({ status }: Pick<CollectRow, 'status'>): boolean => ENDED.has(status);

/** Reads any row with the columns of collect_order under camelCase keys. */
export function collectRow(row: LockedRow): CollectRow {
  return {
    id: row.id,
    orderNo: text(row.orderNo),
    merchantOrderNo: text(row.merchantOrderNo),
    merchantId: text(row.merchantId),
    upstreamId: textOrNull(row.upstreamId),
    upstreamOrderNo: textOrNull(row.upstreamOrderNo),
    agentId: textOrNull(row.agentId),
    currency: text(row.currency),
    amount: text(row.amount),
    fee: text(row.fee),
    upstreamCost: text(row.upstreamCost ?? 0),
    commission: text(row.commission ?? 0),
    status: statusName(Number(row.status)),
    statusValue: Number(row.status),
    settled: row.settled === true,
    paidAmount: textOrNull(row.paidAmount),
    utr: textOrNull(row.utr),
    callbackUrl: textOrNull(row.callbackUrl),
    claimedBy: textOrNull(row.claimedBy),
    claimedAt: instantOrNull(row.claimedAt),
    createdAt: new Date(row.createdAt as string | Date),
  };
}
