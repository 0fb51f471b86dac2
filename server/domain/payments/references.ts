import type { Pool, PoolClient } from 'pg';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { MATCHED_BILL } from '../../platform/db/statuses.ts';

/** Money that came in, or that went out: a bank reference is of one thing in each. */
export type Way = 'in' | 'out';

/** What has a reference. */
export interface Holder {
  orderNo: string;
  merchantId: string;
}

const DIRECTION: Readonly<Record<Way, number>> = { in: 1, out: 2 };
const OTHER = `select order_no as "orderNo", merchant_id::text as "merchantId"
  from other_holder($1, $2::smallint, $3, $4, $5)`;

/** Who else has this reference, in whatever table. Whoever asks is alone with it until the commit. */
export async function otherHolder(
  tx: PoolClient,
  way: Way,
  orderId: string,
  reference: string,
  creditedOnly: boolean,
  requester?: string,
): Promise<Holder | undefined> {
  const { rows } = await tx.query<Holder>({
    name: 'utr-other',
    text: OTHER,
    values: [reference, DIRECTION[way], orderId, creditedOnly, requester ?? null],
  });
  return rows[0];
}

/** Something that a bank reference is of, as a person looks for it. */
export interface ReferenceHolder {
  kind: 'collect_order' | 'pay_order' | 'manual_order' | 'recharge_order' | 'bank_bill';
  orderId: string;
  orderNo: string;
  /** Of a line of a statement. */
  billNo: string | null;
  merchantId: string;
}

// A request that nobody has approved blocks no line: anybody may write any number.
const HOLDERS = `select h.kind, h.order_id::text as "orderId", h.order_no as "orderNo", h.merchant_id::text as "merchantId",
    case when h.kind = 'bank_bill' then (select b.bill_no from bank_bill b
      where b.utr = h.reference and b.order_id = h.order_id and b.status in ${MATCHED_BILL} limit 1) end as "billNo"
  from (
    select * from reference_holder o where o.reference = reference_form($1)
    union
    select * from reference_holder o where o.form = reference_form($1) and o.reference !~ '^[0-9]{12}$'
    union
    select 1::smallint, p.reference, p.order_id, p.order_no, p.merchant_id, 'collect_order', true, p.normalised_reference
    from payment p where p.held and p.normalised_reference = reference_form($1) and p.status = 'suspended'
      and p.suspended = p.amount
  ) h
  where (h.direction = $2 or $2 = 1 and h.kind = 'pay_order' or $2 = 2 and h.kind in ('collect_order', 'bank_bill'))
    and (h.credited or h.kind not in ('manual_order', 'recharge_order'))
  order by h.kind = 'bank_bill', h.credited desc, h.order_id`;

/**
 * Everything that has a reference already, the orders that its money waits for in suspense among them: a line with it
 * can be matched with nothing else. Locks nothing.
 */
export async function referenceHolders(
  db: Pool | PoolClient,
  way: Way,
  reference: string,
): Promise<ReferenceHolder[]> {
  const { rows } = await db.query<ReferenceHolder>({
    name: 'utr-holders',
    text: HOLDERS,
    values: [reference, DIRECTION[way]],
  });
  return rows;
}

/** True where money has been booked under the reference for something else. Whoever asks is alone with it until the commit. */
export const creditedElsewhere = async (
  tx: PoolClient,
  orderId: string,
  reference: string,
): Promise<boolean> => (await otherHolder(tx, 'in', orderId, reference, true)) !== undefined;

export const DOUBTED = `select order_no as "orderNo", merchant_id::text as "merchantId" from doubted_for($1, $2::smallint, $3)`;

/**
 * Why a reference that is booked for another order, or waits for it, proves nothing here, for a remark: what a machine
 * says is not refused, but doubted. The merchant reads its order's log, so another merchant's number is not in it.
 */
export async function referenceConflict(
  tx: PoolClient,
  way: Way,
  order: { id: string; merchantId: string },
  reference: string | undefined,
): Promise<string | undefined> {
  if (!reference) return undefined;
  const values = [reference, DIRECTION[way], order.id];
  const { rows } = await tx.query<Holder>({ name: 'utr-doubted', text: DOUBTED, values });
  const [other] = rows;
  if (!other) return undefined;
  return `UTR ${reference}${other.merchantId === order.merchantId ? `: ${other.orderNo}` : ' ×2'}`;
}

/** Whose orders somebody may know of. */
export type Reader = Pick<Caller, 'merchantId' | 'tenantId' | 'orgIds'>;

const KNOWS = `select from merchant where id = $1 and tenant_id = $2 and ($3::bigint[] is null or org_id = any($3))`;

/** True where an order of that merchant is within somebody's scope: a merchant's people know of their own alone. */
export async function knowsOf(
  tx: PoolClient,
  { merchantId: own, tenantId, orgIds }: Reader,
  merchantId: string,
): Promise<boolean> {
  if (own !== null) return own === merchantId;
  const values = [merchantId, tenantId, orgIds === 'all' ? null : orgIds];
  return (await tx.query({ name: 'utr-knows', text: KNOWS, values })).rowCount === 1;
}

/** The numbers of orders that somebody may not know of are not shown. */
export async function refusedAs(tx: PoolClient, holder: Holder, caller?: Reader): Promise<Refused> {
  const isKnown = !caller || (await knowsOf(tx, caller, holder.merchantId));
  return isKnown ? new Refused('utrUsed', { orderNo: holder.orderNo }) : new Refused('utrTaken');
}

/**
 * One bank reference proves one order of its direction, be it only noted on another. `requester` is the merchant of a
 * request: it makes no second one with the same reference.
 */
export async function refuseUsedReference(
  tx: PoolClient,
  way: Way,
  orderId: string,
  reference: string,
  caller?: Reader,
  requester?: string,
): Promise<void> {
  const other = await otherHolder(tx, way, orderId, reference, false, requester);
  if (other) throw await refusedAs(tx, other, caller);
}

/** A transaction by which we paid a withdrawal proves no money received. @throws Refused */
export async function refusePaidOut(tx: PoolClient, reference: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select from withdrawal_transaction where transaction_hash = reference_form($1)',
    [reference],
  );
  if (rowCount) throw new Refused('hashPaidOut');
}

/** One transaction on the chain pays one withdrawal, and is not what somebody paid us with. */
export async function refuseUsedHash(
  tx: PoolClient,
  orderId: string,
  hash: string,
  caller: Reader,
): Promise<void> {
  const received = await otherHolder(tx, 'in', orderId, hash, true);
  if (received && (await knowsOf(tx, caller, received.merchantId)))
    throw new Refused('hashReceived', { orderNo: received.orderNo });
  if (received) throw new Refused('hashUsed');
  const { rowCount } = await tx.query(
    'select from withdrawal_transaction where transaction_hash = $1 and withdrawal_id <> $2',
    [hash, orderId],
  );
  if (rowCount) throw new Refused('hashUsed');
}
