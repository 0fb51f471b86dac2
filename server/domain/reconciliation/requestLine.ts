import type { Pool, PoolClient } from 'pg';
import { isSameReference } from '../../../contract/identity/referenceForm.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { type Actor, moveRow } from '../orders/moveRow.ts';
import { type Reader, refuseUsedReference } from '../payments/references.ts';
import { Refused } from '../../platform/http/refused.ts';
import { requestMachine } from '../../ledger/requestStates.ts';
import type { BillRow, Matched } from './billStore.ts';
import { MATCHED_BILL } from '../../platform/db/statuses.ts';

/** A manual or recharge order, whose money a line may be. */
export interface Request {
  table: 'manual_order' | 'recharge_order';
  id: string;
  orderNo: string;
  merchantId: string;
  merchantName: string;
  tenantId: string;
  currency: string;
  amount: string;
  reference: string;
  status: number;
}

const RESOURCES = { manual_order: 'manualOrder', recharge_order: 'rechargeOrder' } as const;
const APPROVED = requestMachine.value('approved');

const BY_NUMBER = `select r.tab as table, r.id::text, r.order_no as "orderNo", m.id::text as "merchantId", m.name as "merchantName",
    m.tenant_id::text as "tenantId", r.currency, trim_scale(r.amount)::text as amount, r.reference, r.status
  from (
    select 'manual_order' as tab, id, order_no, merchant_id, currency, amount, utr as reference, status from manual_order
    union all
    select 'recharge_order', id, order_no, merchant_id, currency, amount, reference, status from recharge_order
  ) r join merchant m on m.id = r.merchant_id where r.order_no = $1`;

/** By its number, whatever has become of it. */
export async function requestBy(db: Pool | PoolClient, orderNo: string): Promise<Request | undefined> {
  const { rows } = await db.query<Request>({ name: 'bank-request', text: BY_NUMBER, values: [orderNo] });
  return rows[0];
}

// What it was credited from may have a line: the money has that one.
const LINED = `select b.bill_no as "billNo" from bank_bill b where b.status in ${MATCHED_BILL}
  and (b.order_id = $1 or b.entry_id in (
    select d.payment_id from payment_draw d where d.order_id = $1)) limit 1`;

const note = (
  tx: PoolClient,
  { table, status, ...request }: Request,
  event: string,
  remark: string,
  actor: Actor,
) =>
  moveRow(
    tx,
    { table, resource: RESOURCES[table] },
    { ...request, statusValue: status },
    { event, to: status, remark },
    actor,
  );

/**
 * Ties a line to the request by which its money was credited; nothing moves.
 * @throws Refused where the request is not approved, has its line, or says another sum or reference
 */
export async function tieRequest(
  tx: PoolClient,
  bill: BillRow,
  orderNo: string,
  { actor, reader }: { actor: Actor; reader?: Reader },
): Promise<Matched> {
  const found = await requestBy(tx, orderNo);
  if (!found || found.tenantId !== bill.tenantId) throw new Refused('notFound');
  await tx.query(`select from ${found.table} where id = $1 for update`, [found.id]);
  const request = (await requestBy(tx, orderNo)) ?? found;
  const { id, merchantId, currency, amount, reference } = request;
  if (request.status !== APPROVED) throw new Refused('billOrderState', { orderNo });
  if (currency !== bill.currency || !new Amount(amount).equals(bill.amount))
    throw new Refused('billDiffers', { orderNo });
  if (bill.utr !== null && !isSameReference(bill.utr, reference)) {
    await refuseUsedReference(tx, 'in', id, bill.utr, reader);
    throw new Refused('billOtherUtr', { orderNo, utr: reference });
  }
  const { rows } = await tx.query<{ billNo: string }>(LINED, [id]);
  if (rows[0]) throw new Refused('orderMatched', { orderNo, billNo: rows[0].billNo });
  await note(tx, request, 'billMatch', `${bill.billNo} ${amountText(bill.amount)} ${currency}`, actor);
  return { orderId: id, orderNo, merchantId, amount, difference: '0', effect: 'tied', entryId: null };
}

/** The line goes; the request keeps what it was credited. False where the number is no request's. */
export async function leaveRequest(
  tx: PoolClient,
  { orderNo, billNo }: BillRow,
  actor: Actor,
): Promise<boolean> {
  const request = orderNo === null ? undefined : await requestBy(tx, orderNo);
  if (request) await note(tx, request, 'billUnmatch', billNo, actor);
  return request !== undefined;
}
