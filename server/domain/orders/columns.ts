import type { LockedRow } from '../../engine/action.ts';

/** Readers of a locked row's values, which the engine and our own statements give under camelCase keys. */

export const text = (value: unknown): string => String(value);
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
export const instantOrNull = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(value as string | Date);

/** The columns that collection and payout orders have in common. */
export const orderColumns = (row: LockedRow) => ({
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
  utr: textOrNull(row.utr),
  callbackUrl: textOrNull(row.callbackUrl),
  claimedBy: textOrNull(row.claimedBy),
  claimedAt: instantOrNull(row.claimedAt),
  createdAt: new Date(row.createdAt as string | Date),
});
