import type { PoolClient } from 'pg';
import { hasEnded } from '../orders/collectRow.ts';
import { lockOrder } from '../orders/collectStore.ts';
import { type Actor, moveRow } from '../orders/moveRow.ts';
import { lockPayout, noteOnPayout } from '../orders/payStore.ts';
import { detachLine } from '../payments/paymentStore.ts';
import { listHeld } from '../payments/reviewHeld.ts';
import { decidePayment } from '../payments/decidePayment.ts';
import { named, readState } from '../payments/paymentState.ts';
import { takeOut } from '../payments/suspense.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { Refused } from '../../platform/http/refused.ts';
import { BILL, type BillRow, moveBill } from './billStore.ts';
import { leaveRequest } from './requestLine.ts';

const COLLECT = { table: 'collect_order', resource: 'collectOrder' } as const;

/** suspense → upstream: what the line has brought for the order. @throws Refused where it has been credited */
async function undoCredit(tx: PoolClient, bill: BillRow, actor: Actor, now: Date): Promise<void> {
  const { id, version, billNo, amount, effect, entryId } = bill;
  if (effect === 'tied' && (await leaveRequest(tx, bill, actor))) return;
  const order = await lockOrder(tx, bill.orderId!);
  const state = await readState(tx, order, bill.utr, true);
  const line = { id, amount, reference: state.given, effect: effect!, payment: entryId };
  const decision = decidePayment(state.order, state.payments, { kind: 'undo', line });
  if (decision.do === 'refuse') throw new Refused('matchBooked', { orderNo: order.orderNo });
  const by = {
    operator: actor.operator,
    system: false,
    remark: billNo,
    commandKey: `unmatch:${id}:${version}`,
  };
  await takeOut(tx, order, named(state.payments, decision.payments), 'returned', by);
  const reason = localeTexts(
    `账单匹配已撤销：${billNo}`,
    `帳單匹配已撤銷：${billNo}`,
    `Bill match undone: ${billNo}`,
  );
  if (decision.payments.length > 0) await listHeld(tx, order, hasEnded(order), { actor, now, reason });
  const set = { paid_amount: decision.paidAmount, utr: decision.utr };
  await moveRow(
    tx,
    COLLECT,
    order,
    { event: 'billUnmatch', to: order.statusValue, set, remark: billNo },
    actor,
  );
}

async function undoDebit(tx: PoolClient, bill: BillRow, actor: Actor): Promise<void> {
  const order = await lockPayout(tx, bill.orderId!);
  if (bill.effect === 'paid' && order.status !== 'returned')
    throw new Refused('matchBooked', { orderNo: order.orderNo });
  await noteOnPayout(tx, order, 'billUnmatch', bill.billNo, actor);
}

/** Takes a match, or the wish to ignore a line, back; the history keeps both. */
export async function undoBill(tx: PoolClient, bill: BillRow, actor: Actor, now: Date): Promise<void> {
  if (bill.status !== BILL.ignored)
    await (bill.direction === 1 ? undoCredit : undoDebit)(tx, bill, actor, now);
  if (bill.direction === 1) await detachLine(tx, bill.id);
  await moveBill(tx, bill, { status: BILL.unmatched, event: 'unmatch' }, actor, now);
}
