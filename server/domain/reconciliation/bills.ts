import type { PoolClient } from 'pg';
import type { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { actorOf } from '../orders/moveRow.ts';
import { referenceHolders } from '../payments/references.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { Scopes } from '../../engine/scope.ts';
import { Refused } from '../../platform/http/refused.ts';
import { autoMatch } from './auto.ts';
import { BILL, type BillRow, billRow, type Matched, moveBill } from './billStore.ts';
import { SIDES, type Side } from './candidates.ts';
import { matchBill, matchRequest } from './match.ts';
import { isOther } from '../payments/decide/state.ts';
import { requestBy } from './requestLine.ts';
import { undoBill } from './undo.ts';

interface OrderState {
  id: string;
  merchantId: string;
  merchantName: string;
  /** Who pays, or who is paid. */
  party: string | null;
  status: number;
  utr: string | null;
  createdAt: Date;
  pending: string | null;
  available: string | null;
  frozen: string | null;
}

const stateSql = ({
  table,
  parties,
}: Side): string => `select o.id::text, o.merchant_id::text as "merchantId", m.name as "merchantName",
    (${parties})[1] as party, o.status, o.utr, o.created_at as "createdAt",
    trim_scale(a.pending)::text as pending, trim_scale(a.available)::text as available, trim_scale(a.frozen)::text as frozen
  from ${table} o join merchant m on m.id = o.merchant_id left join merchant_asset a on a.merchant_id = o.merchant_id and a.currency = o.currency
  where o.order_no = $1`;
const STATES = { 1: stateSql(SIDES[1]), 2: stateSql(SIDES[2]) } as const;

/** How an order and its merchant's balances stand. */
async function stateOf(tx: PoolClient, bill: BillRow, orderNo: string): Promise<OrderState | undefined> {
  const { rows } = await tx.query<OrderState>(STATES[bill.direction], [orderNo]);
  return rows[0];
}

/** What the sheet shows, before the commit and after it alike. */
async function previewOf(
  tx: PoolClient,
  bill: BillRow,
  matched: Matched,
  before: OrderState | undefined,
): Promise<Record<string, unknown>> {
  const after = await stateOf(tx, bill, matched.orderNo);
  const moves = (['pending', 'available', 'frozen'] as const).flatMap((account) =>
    before && after && before[account] !== after[account]
      ? [
          [`${account}Before`, before[account] ?? '0'],
          [`${account}After`, after[account] ?? '0'],
        ]
      : [],
  );
  return {
    orderNo: matched.orderNo,
    merchantId: matched.merchantId,
    merchantName: after?.merchantName,
    party: after?.party,
    currency: bill.currency,
    amount: bill.amount,
    difference: matched.difference,
    effect: matched.effect,
    orderStatus: after?.status,
    ...(before && {
      orderStays: before.status === after?.status,
      orderWas: before.status,
      orderUtr: before.utr,
      orderCreatedAt: before.createdAt,
    }),
    ...(isOther(after?.utr ?? null, bill.utr) && { otherUtr: after?.utr }),
    ...Object.fromEntries(moves),
  };
}

/** A person says which order the line is about. The dry run does the same and is undone. */
const match: ActionHandler = async (context, row) => {
  const { tx, caller, now, input } = context;
  const bill = billRow(row);
  const orderNo = String(input.orderNo ?? '').trim();
  // Nothing is typed yet.
  if (context.dryRun && orderNo === '') return {};
  const visible = await new Scopes(tx).visible(caller);
  const how = { status: BILL.manual, actor: actorOf(context), now, reader: caller };
  const before = await stateOf(tx, bill, orderNo);
  const request = before ? undefined : await requestBy(tx, orderNo);
  if (request && (visible === null || visible.includes(request.merchantId))) {
    const matched = await matchRequest(tx, bill, orderNo, how);
    return {
      status: BILL.manual,
      ...(await previewOf(tx, bill, matched, undefined)),
      merchantName: request.merchantName,
    };
  }
  if (!before || (visible !== null && !visible.includes(before.merchantId)))
    throw new Refused('noSuchOrder', { orderNo });
  const matched = await matchBill(tx, bill, before.id, how);
  return { status: BILL.manual, ...(await previewOf(tx, bill, matched, before)) };
};

/** The rules alone, for as many lines as are chosen. */
const matchByRules: ActionHandler = async (context, row) => {
  const { tx, caller, now } = context;
  const bill = billRow(row);
  const visible = await new Scopes(tx).visible(caller);
  const matched = await autoMatch(tx, bill, visible, { actor: actorOf(context), now, reader: caller });
  const { billNo, bookedAt, direction, payer: linePayer, utr: lineUtr } = bill;
  // Of all that match the client has loaded only some: each line comes with what a person knows it by.
  const line = { billNo, bookedAt, direction, linePayer, lineUtr };
  return { status: BILL.auto, ...line, ...(await previewOf(tx, bill, matched, undefined)) };
};

const ignore: ActionHandler = async (context, row) => {
  const bill = billRow(row);
  const to = { status: BILL.ignored, event: 'ignore' };
  await moveBill(context.tx, bill, to, actorOf(context), context.now);
  return { status: BILL.ignored };
};

const unmatch: ActionHandler = async (context, row) => {
  await undoBill(context.tx, billRow(row), actorOf(context), context.now);
  return { status: BILL.unmatched };
};

/** SQL: of two lines everything but the reference is the same. */
const alike = (one: string, other: string): string => {
  const columns = ['direction', 'amount', 'booked_at', 'whole_day', 'payer', 'description', 'balance'];
  const row = (of: string) => columns.map((name) => `${of}.${name}`).join(', ');
  return `(${row(one)}) is not distinct from (${row(other)})`;
};
// Where one file says it twice and the other one once, the second is new.
const REPEATED = `select r.bill_no as "billNo" from bank_bill b
  join bank_bill r on r.bill_no = b.repeats and r.batch_id <> b.batch_id and ${alike('r', 'b')}
  where b.id = $1
    and (select count(*) from bank_bill x where x.batch_id = b.batch_id and x.line <= b.line and ${alike('x', 'b')})
      <= (select count(*) from bank_bill x where x.batch_id = r.batch_id and ${alike('x', 'r')})`;

/** True where a line that nobody has matched bears a reference of something else, so that no match of it is possible. */
const isHeld = async (tx: PoolClient, { status, utr, direction }: BillRow): Promise<boolean> =>
  status === BILL.unmatched &&
  utr !== null &&
  (await referenceHolders(tx, direction === 1 ? 'in' : 'out', utr)).length > 0;

/** A person says that a line which repeats another is another payment; what another file says in the same words is not. */
const separate: ActionHandler = async (context, row) => {
  const { tx, now, input } = context;
  const bill = billRow(row);
  if (bill.status !== BILL.duplicate && !(await isHeld(tx, bill))) throw new Refused('guard');
  const { rows } = await tx.query<{ billNo: string }>(REPEATED, [bill.id]);
  if (rows[0]) throw new Refused('lineTwice', rows[0]);
  // The reference is the other one's: its orders would refuse it. A person still finds the line by it.
  const own = `update bank_bill set utr = null, description = concat_ws(' ', utr, description) where id = $1`;
  await tx.query(own, [bill.id]);
  const to = { status: BILL.unmatched, event: 'separate', reason: String(input.reason ?? '') };
  await moveBill(tx, bill, to, actorOf(context), now);
  return { status: BILL.unmatched };
};

export const bankBillActions: ActionHandlers<typeof bankBill> = {
  match,
  autoMatch: matchByRules,
  ignore,
  unmatch,
  separate,
};
