import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../contract/money.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import type { Actor } from '../orders/moveRow.ts';
import type { PayRow } from '../orders/payRow.ts';
import type { Reader } from '../payments/references.ts';
import type { BILL, BillRow, Effect, Matched } from './billStore.ts';
import { MATCHED_BILL } from '../../platform/db/statuses.ts';

/** What the matches of credits and of debits share. */

export interface How {
  status: typeof BILL.auto | typeof BILL.manual;
  actor: Actor;
  now: Date;
  /** Who reads why not, where that is a person: about no order that is not theirs to know. */
  reader?: Reader;
  /** How well the rules found the two to fit. */
  score?: number;
}

/** The line that is an order's payment already. */
export interface Booked {
  billNo: string;
  utr: string | null;
}

const TENANT = `select m.tenant_id = $2 as tenant, b.bill_no as "billNo", b.utr from merchant m
  left join bank_bill b on b.order_id = $3 and b.status in ${MATCHED_BILL} and b.effect <> 'suspense' where m.id = $1`;

/** What an order must be before any line is matched with it; the order is locked by then. @returns its line, if any */
export async function checkOrder(
  tx: PoolClient,
  bill: BillRow,
  order: { id: string; orderNo: string; merchantId: string; currency: string },
): Promise<Booked | undefined> {
  if (order.currency !== bill.currency) throw new Refused('billDiffers', { orderNo: order.orderNo });
  const { rows } = await tx.query<{ tenant: boolean; billNo: string | null; utr: string | null }>(TENANT, [
    order.merchantId,
    bill.tenantId,
    order.id,
  ]);
  const found = rows[0];
  if (!found?.tenant) throw new Refused('notFound');
  return found.billNo === null ? undefined : { billNo: found.billNo, utr: found.utr };
}

export const matchedAlready = ({ orderNo }: { orderNo: string }, { billNo }: Booked): Refused =>
  new Refused('orderMatched', { orderNo, billNo });

export const matchedWith = (
  bill: BillRow,
  order: CollectRow | PayRow,
  effect: Effect,
  entryId: string | undefined,
): Matched => ({
  orderId: order.id,
  orderNo: order.orderNo,
  merchantId: order.merchantId,
  amount: order.amount,
  difference: amountText(new Amount(bill.amount).minus(order.amount)),
  effect,
  entryId: entryId ?? null,
});
