import type { Pool, PoolClient } from 'pg';
import { instantOrNull, text, textOrNull } from '../orders/columns.ts';
import type { Actor } from '../orders/moveRow.ts';
import { newId } from '../../platform/db/id.ts';
import type { LockedRow } from '../../engine/action.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Bill } from './score.ts';

/** billStatusEnum. */
export const BILL = Object.freeze({
  unmatched: 0,
  auto: 1,
  manual: 2,
  ignored: 3,
  duplicate: 4,
  withdrawn: 5,
});

export type Effect = 'paid' | 'suspense' | 'tied';

/** A locked line of a statement. */
export interface BillRow extends Bill {
  id: string;
  billNo: string;
  tenantId: string;
  bankAccountId: string;
  status: number;
  version: number;
  orderId: string | null;
  orderNo: string | null;
  effect: Effect | null;
  entryId: string | null;
}

/** Reads any row with the columns of bank_bill under camelCase keys. */
export function billRow(row: LockedRow): BillRow {
  return {
    id: row.id,
    billNo: text(row.billNo),
    tenantId: text(row.tenantId),
    bankAccountId: text(row.bankAccountId),
    direction: Number(row.direction) === 1 ? 1 : 2,
    currency: text(row.currency),
    amount: text(row.amount),
    utr: textOrNull(row.utr),
    payer: textOrNull(row.payer),
    description: textOrNull(row.description),
    bookedAt: instantOrNull(row.bookedAt) ?? new Date(0),
    wholeDay: row.wholeDay === true,
    status: Number(row.status),
    version: Number(row.version),
    orderId: textOrNull(row.orderId),
    orderNo: textOrNull(row.orderNo),
    effect: textOrNull(row.effect) as Effect | null,
    entryId: textOrNull(row.entryId),
  };
}

export const BILL_COLUMNS = `b.id::text, b.bill_no as "billNo", b.tenant_id::text as "tenantId",
  b.bank_account_id::text as "bankAccountId", b.direction, b.currency, trim_scale(b.amount)::text as amount, b.utr,
  b.payer, b.description, b.booked_at as "bookedAt", b.whole_day as "wholeDay", b.status, b.version,
  b.order_id::text as "orderId", b.order_no as "orderNo", b.effect, b.entry_id::text as "entryId"`;

/** What a match knows of its order. */
export interface Matched {
  orderId: string;
  orderNo: string;
  merchantId: string;
  amount: string;
  difference: string;
  effect: Effect;
  entryId: string | null;
}

const MOVE = `update bank_bill set status = $3::smallint, order_id = $4, order_no = $5::text, merchant_id = $6, effect = $7, entry_id = $8,
    candidate_no = case when $3::smallint in (1, 2) then $5::text else candidate_no end,
    candidate_amount = case when $3::smallint in (1, 2) then $9::numeric else candidate_amount end,
    difference = case when $3::smallint in (1, 2) then $10::numeric else difference end,
    matched_by = $11, matched_at = $12, score = coalesce($13::smallint, score), version = version + 1
  where id = $1 and status = $2`;

/** Compare-and-set on (id, status) with the line of history and the event; the index over orders is the last wall. */
export async function moveBill(
  tx: PoolClient,
  bill: BillRow,
  to: { status: number; event: string; matched?: Matched; score?: number | undefined; reason?: string },
  actor: Actor,
  now: Date,
): Promise<void> {
  const { matched } = to;
  const { rowCount } = await tx.query({
    name: 'bill-move',
    text: MOVE,
    values: [
      bill.id,
      bill.status,
      to.status,
      matched?.orderId ?? null,
      matched?.orderNo ?? null,
      matched?.merchantId ?? null,
      matched?.effect ?? null,
      matched?.entryId ?? null,
      matched?.amount ?? null,
      matched?.difference ?? null,
      matched ? actor.operator : null,
      matched ? now : null,
      to.score ?? null,
    ],
  });
  if (rowCount !== 1) throw new Refused('guard');
  await tx.query({
    name: 'bill-log',
    text: `insert into bank_bill_log (id, bill_id, event, operator, before, after)
      values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)`,
    values: [
      newId(),
      bill.id,
      to.event,
      actor.operator,
      JSON.stringify({ status: bill.status, orderNo: bill.orderNo }),
      JSON.stringify({ status: to.status, orderNo: matched?.orderNo ?? null, reason: to.reason }),
    ],
  });
  await emit(tx, 'bankBill', bill.id, 'update');
}

/** The upstream whose account this is; null for an account of everybody's. */
export async function upstreamOf(db: Pool | PoolClient, bankAccountId: string): Promise<string | null> {
  const { rows } = await db.query<{ upstreamId: string | null }>({
    name: 'bank-account-upstream',
    text: 'select upstream_id::text as "upstreamId" from bank_account where id = $1',
    values: [bankAccountId],
  });
  return rows[0]?.upstreamId ?? null;
}
