import type { Pool, PoolClient } from 'pg';
import { isHeld } from '../../../contract/claim.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import type { ClaimedKind, ClaimFault, HandoverClaim } from '../../../contract/shiftHandover.ts';
import { amountText } from '../../../contract/money.ts';
import { claimEnd } from '../../engine/refusalSql.ts';
import type { Visible } from '../../engine/scope.ts';
import { emit } from '../../platform/events/outbox.ts';
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
  claimOfferedUntil: Date | null;
  /** The account of who holds it. */
  holder: string | null;
  /** How it came that nobody holds it. */
  freedBy: string | null;
}

const COLUMNS = `o.id::text as "orderId", o.order_no as "orderNo", o.merchant_id::text as "merchantId", m.name as "merchantName",
  o.amount::text as amount, o.currency, o.status, o.claimed_by::text as "claimedBy", o.claimed_at as "claimedAt",
  o.claim_offered_until as "claimOfferedUntil", (select account from sys_user where id = o.claimed_by) as holder,
  case when o.claimed_by is null then (select l.event from order_log l where l.order_id = o.id and l.merchant_id = o.merchant_id
    and l.event in ('unclaim', 'claimLapsed') order by l.id desc limit 1) end as "freedBy"`;
const OPEN = `select 'collectOrder' as kind, ${COLUMNS} from collect_order o join merchant m on m.id = o.merchant_id
    where o.claimed_by = $1 and ${claimEnd('o')} > $2 and o.status = any($3::smallint[])
  union all
  select 'payOrder', ${COLUMNS} from pay_order o join merchant m on m.id = o.merchant_id
    where o.claimed_by = $1 and ${claimEnd('o')} > $2 and o.status = any($4::smallint[])
  order by 2`;

/** What a person has in hand now: claims that have not lapsed, of orders that are still to be decided. */
export async function openClaims(pool: Pool, userId: string, now: Date): Promise<ClaimRow[]> {
  return (await pool.query<ClaimRow>(OPEN, [userId, now, COLLECT, PAY])).rows;
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
  if (row.claimedBy === null) return row.freedBy === 'claimLapsed' ? 'lapsed' : 'freed';
  if (row.claimedBy !== giverId) return 'taken';
  if (!isHeld({ ...row }, now.getTime())) return 'lapsed';
  return mayHold(taker, visible, row) ? undefined : 'noRight';
}

/** What became of a claim, or why it could not be given now. */
export type ClaimFate = Pick<HandoverClaim, 'outcome' | 'fault' | 'holder'>;
export const UNDECIDED: ClaimFate = { outcome: null, fault: null, holder: null };

/** @param fault why it cannot be given, with who holds it instead */
export const fateOf = (
  { holder }: ClaimRow,
  outcome: ClaimFate['outcome'],
  fault: ClaimFault | undefined,
): ClaimFate => ({ outcome, fault: fault ?? null, holder: fault === 'taken' ? holder : null });

export const asClaim = (
  { kind, orderId, orderNo, merchantName, amount, currency, status }: ClaimRow,
  fate: ClaimFate = UNDECIDED,
): HandoverClaim => ({
  kind: kind as ClaimedKind,
  orderId,
  orderNo,
  merchantName,
  amount: amountText(amount),
  currency,
  status,
  ...fate,
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

const OFFER = `set claimed_at = $2, claim_offered_until = $4, version = version + 1
  where o.claimed_by = $1 and ${claimEnd('o')} > $2 and o.status = any($3::smallint[])
  returning o.id::text as "orderId", o.order_no as "orderNo", o.merchant_id::text as "merchantId"`;
const OFFER_COLLECT = `update collect_order o ${OFFER}`;
const OFFER_PAY = `update pay_order o ${OFFER}`;
type OfferedClaim = Pick<ClaimRow, 'kind' | 'orderId' | 'orderNo' | 'merchantId'>;

/** Puts all that a person has in hand on offer: until then none of it lapses. */
export async function putOnOffer(
  tx: PoolClient,
  userId: string,
  { now, until }: { now: Date; until: Date },
): Promise<OfferedClaim[]> {
  const collect = await tx.query<Omit<OfferedClaim, 'kind'>>(OFFER_COLLECT, [userId, now, COLLECT, until]);
  const pay = await tx.query<Omit<OfferedClaim, 'kind'>>(OFFER_PAY, [userId, now, PAY, until]);
  const claims = [
    ...collect.rows.map((row) => ({ kind: 'collectOrder', ...row })),
    ...pay.rows.map((row) => ({ kind: 'payOrder', ...row })),
  ];
  for (const { kind, orderId, merchantId } of claims) await emit(tx, kind, orderId, 'update', merchantId);
  return claims;
}

const END = `set claim_offered_until = null, claimed_at = coalesce($3, o.claimed_at), version = version + 1
  from shift_handover_claim c where c.handover_id = $1 and o.id = c.order_id and o.merchant_id = c.merchant_id
    and o.claimed_by = $2 and o.claim_offered_until is not null`;
const ENDED = 'returning o.id::text as "orderId", o.merchant_id::text as "merchantId"';
const END_COLLECT = `update collect_order o ${END} and c.order_kind = 'collectOrder' ${ENDED}`;
const END_PAY = `update pay_order o ${END} and c.order_kind = 'payOrder' ${ENDED}`;

/**
 * What its giver still holds of a handover is on offer no more.
 * @param since the giver, who may have relied on the offer, has it in hand again from then on; null where it lapses as if
 *   it had never been offered
 */
export async function endOffer(
  tx: PoolClient,
  { id, userId }: { id: string; userId: string },
  since: Date | null,
): Promise<void> {
  for (const [kind, text] of [
    ['collectOrder', END_COLLECT],
    ['payOrder', END_PAY],
  ] as const) {
    const { rows } = await tx.query<Pick<ClaimRow, 'orderId' | 'merchantId'>>(text, [id, userId, since]);
    for (const { orderId, merchantId } of rows) await emit(tx, kind, orderId, 'update', merchantId);
  }
}
