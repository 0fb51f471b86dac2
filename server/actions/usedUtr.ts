import type { PoolClient } from 'pg';
import type { Caller } from '../http/caller.ts';
import { Refused } from '../http/refused.ts';

/** Money that came in, or that went out: a bank reference is of one thing in each. */
export type Way = 'in' | 'out';

interface Holder {
  orderNo: string;
  merchantId: string;
}

const DIRECTION: Readonly<Record<Way, number>> = { in: 1, out: 2 };
const OTHER = `select order_no as "orderNo", merchant_id::text as "merchantId"
  from other_holder($1, $2, $3::smallint, $4, $5, $6)`;

/** Who else has this reference, in whatever table. Whoever asks is alone with it until the commit. */
async function otherHolder(
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
    values: [`${way}/${reference}`, reference, DIRECTION[way], orderId, creditedOnly, requester ?? null],
  });
  return rows[0];
}

/**
 * Why a reference that is booked for another order proves nothing here, for a remark: what a machine says is not
 * refused, but doubted. The merchant reads its order's log, so another merchant's number is not in it.
 */
export async function whyDoubted(
  tx: PoolClient,
  way: Way,
  order: { id: string; merchantId: string },
  reference: string | undefined,
): Promise<string | undefined> {
  const other = reference ? await otherHolder(tx, way, order.id, reference, true) : undefined;
  if (!other) return undefined;
  return `UTR ${reference}${other.merchantId === order.merchantId ? `: ${other.orderNo}` : ' ×2'}`;
}

/**
 * One bank reference proves one order of its direction, be it only noted on another. `requester` is the merchant of a
 * request: it makes no second one with the same reference.
 */
export async function refuseUsedUtr(
  tx: PoolClient,
  way: Way,
  orderId: string,
  reference: string,
  caller?: Pick<Caller, 'merchantId'>,
  requester?: string,
): Promise<void> {
  const other = await otherHolder(tx, way, orderId, reference, false, requester);
  if (!other) return;
  // A merchant's people are told the numbers of their own orders alone.
  const foreign = caller && caller.merchantId !== null && caller.merchantId !== other.merchantId;
  throw foreign ? new Refused('utrTaken') : new Refused('utrUsed', { orderNo: other.orderNo });
}
