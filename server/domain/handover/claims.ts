import type { Pool, PoolClient } from 'pg';
import { CLAIM_IDLE_MS } from '../../../contract/claim.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import type { ClaimedKind, ClaimFault, HandoverClaim } from '../../../contract/shiftHandover.ts';
import { amountText } from '../../../contract/money.ts';
import type { Visible } from '../../engine/scope.ts';
import { type Caller, can } from '../../platform/http/caller.ts';

const COLLECT = collectOrder.actions.claim.when.status.map((name) =>
  Number(dictValue('collectStatusEnum', name)),
);
const PAY = payOrder.actions.claim.when.status.map((name) => Number(dictValue('payStatusEnum', name)));
const CLAIMABLE: Readonly<Record<ClaimedKind, readonly number[]>> = { collectOrder: COLLECT, payOrder: PAY };

/** An order that is or was claimed. */
export interface ClaimRow {
  kind: string;
  orderId: string;
  orderNo: string;
  merchantId: string;
  merchantName: string;
  amount: string;
  currency: string;
  status: number;
  claimedBy: string | null;
  claimedAt: Date | null;
}

const COLUMNS = `o.id::text as "orderId", o.order_no as "orderNo", o.merchant_id::text as "merchantId", m.name as "merchantName",
  o.amount::text as amount, o.currency, o.status, o.claimed_by::text as "claimedBy", o.claimed_at as "claimedAt"`;
const OPEN = `select 'collectOrder' as kind, ${COLUMNS} from collect_order o join merchant m on m.id = o.merchant_id
    where o.claimed_by = $1 and o.claimed_at > $2 and o.status = any($3::smallint[])
  union all
  select 'payOrder', ${COLUMNS} from pay_order o join merchant m on m.id = o.merchant_id
    where o.claimed_by = $1 and o.claimed_at > $2 and o.status = any($4::smallint[])
  order by 2`;

/** What a person has in hand now: claims that have not lapsed, of orders that are still to be decided. */
export async function openClaims(runner: Pool | PoolClient, userId: string, now: Date): Promise<ClaimRow[]> {
  const since = new Date(now.getTime() - CLAIM_IDLE_MS);
  return (await runner.query<ClaimRow>(OPEN, [userId, since, COLLECT, PAY])).rows;
}

/** May this person hold the order. */
export const mayHold = (
  person: Caller,
  visible: Visible,
  row: Pick<ClaimRow, 'kind' | 'merchantId'>,
): boolean =>
  can(person, `${row.kind}:page`) &&
  can(person, `${row.kind}:claim`) &&
  (visible === null || visible.includes(row.merchantId));

interface Parties {
  giverId: string;
  taker: Caller;
  visible: Visible;
  now: Date;
}

/** Why a claim cannot go from one to the other now; undefined where it can. */
export function faultOf(row: ClaimRow, { giverId, taker, visible, now }: Parties): ClaimFault | undefined {
  if (!CLAIMABLE[row.kind as ClaimedKind].includes(row.status)) return 'ended';
  if (row.claimedBy !== giverId) return 'notHeld';
  if (!row.claimedAt || row.claimedAt.getTime() + CLAIM_IDLE_MS <= now.getTime()) return 'lapsed';
  return mayHold(taker, visible, row) ? undefined : 'noRight';
}

export const asClaim = (
  { kind, orderId, orderNo, merchantName, amount, currency, status }: ClaimRow,
  outcome: HandoverClaim['outcome'] = null,
  fault: ClaimFault | null = null,
): HandoverClaim => ({
  kind: kind as ClaimedKind,
  orderId,
  orderNo,
  merchantName,
  amount: amountText(amount),
  currency,
  status,
  outcome,
  fault,
});

const OFFERED = `from shift_handover_claim c join`;
const OF_COLLECT = `select 'collectOrder' as kind, ${COLUMNS} ${OFFERED} collect_order o on o.id = c.order_id and o.merchant_id = c.merchant_id
  join merchant m on m.id = o.merchant_id where c.handover_id = $1 and c.order_kind = 'collectOrder' order by o.id`;
const OF_PAY = `select 'payOrder' as kind, ${COLUMNS} ${OFFERED} pay_order o on o.id = c.order_id and o.merchant_id = c.merchant_id
  join merchant m on m.id = o.merchant_id where c.handover_id = $1 and c.order_kind = 'payOrder' order by o.id`;
const LOCK_COLLECT = `${OF_COLLECT} for update of o`;
const LOCK_PAY = `${OF_PAY} for update of o`;

/** The orders of a handover as they are. */
export async function claimsIn(pool: Pool, handoverId: string): Promise<ClaimRow[]> {
  const collect = await pool.query<ClaimRow>(OF_COLLECT, [handoverId]);
  const pay = await pool.query<ClaimRow>(OF_PAY, [handoverId]);
  return [...collect.rows, ...pay.rows];
}

/** The same, locked in the order of their ids. */
export async function lockClaims(tx: PoolClient, handoverId: string): Promise<ClaimRow[]> {
  const collect = await tx.query<ClaimRow>(LOCK_COLLECT, [handoverId]);
  const pay = await tx.query<ClaimRow>(LOCK_PAY, [handoverId]);
  return [...collect.rows, ...pay.rows];
}
