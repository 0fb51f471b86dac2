import type { LockedRow } from '../../engine/action.ts';
import type { CollectMoney } from '../../ledger/entries.ts';
import type { Claimable } from './claim.ts';
import { statusName, type CollectStatus } from '../../ledger/states.ts';
import { orderColumns, textOrNull } from './columns.ts';

/** A locked collection order as the money code reads it. */
export interface CollectRow extends CollectMoney, Claimable {
  merchantOrderNo: string;
  currency: string;
  status: CollectStatus;
  statusValue: number;
  settled: boolean;
  /** What has been reported of its money, as decimal text; null while nothing has. */
  paidAmount: string | null;
  utr: string | null;
  /** The upstream's own number of it. */
  upstreamOrderNo: string | null;
  callbackUrl: string | null;
  createdAt: Date;
}

const ENDED: ReadonlySet<CollectStatus> = new Set(['success', 'failed', 'expired', 'cancelled', 'reversed']);

/** True for an order that is not worked on any more: its merchant is notified, and money that still waits is left to a person. */
export const hasEnded = ({ status }: Pick<CollectRow, 'status'>): boolean => ENDED.has(status);

/** Reads any row with the columns of collect_order under camelCase keys. */
export function collectRow(row: LockedRow): CollectRow {
  return {
    ...orderColumns(row),
    status: statusName(Number(row.status)),
    statusValue: Number(row.status),
    settled: row.settled === true,
    paidAmount: textOrNull(row.paidAmount),
  };
}
