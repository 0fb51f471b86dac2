import type { Pool, PoolClient } from 'pg';
import { fitsCurrency } from '../../contract/money.ts';
import { machineRemark } from '../../contract/remark.ts';
import { expireOrder, failOrder, type Payment, succeedOrder } from '../domain/orders/collect/collect.ts';
import { digits } from './draw.ts';

/** An order that its upstream has taken. */
export interface Taken {
  id: string;
  amount: string;
  currency: string;
}

export type Command = (tx: PoolClient, now: Date) => Promise<unknown>;

/** What the upstream says of a payer's money. */
const payment = (paidAmount: string): Payment => ({
  paidAmount,
  utr: digits(12),
  upstreamOrderNo: `LV${digits(14)}`,
});

/** `factor` of the amount, in whole units where the currency has none smaller, and never the amount itself. */
function portion({ amount, currency }: Taken, factor: number): string {
  const whole = String(Math.max(1, Math.floor(Number(amount) * factor)));
  return fitsCurrency(whole, currency) && whole !== amount ? whole : String(Number(whole) + 1);
}

const pays =
  ({ id }: Taken, money: Payment): Command =>
  (tx, now) =>
    succeedOrder(tx, id, money, now);

export const paid = (order: Taken): Command => pays(order, payment(order.amount));
export const paidShort = (order: Taken): Command => pays(order, payment(portion(order, 0.9)));
export const failed =
  ({ id }: Taken): Command =>
  (tx, now) =>
    failOrder(tx, id, machineRemark('upstream', 'The upstream answers failed'), now);
const expired =
  ({ id }: Taken): Command =>
  (tx, now) =>
    expireOrder(tx, id, now);

/** What goes wrong with payers' money: the commands that follow each other for one order. */
const SCENARIOS: readonly ((order: Taken) => Command[])[] = [
  // The payer was late: the order has ended, and the money waits in suspense.
  (order) => [expired(order), paid(order)],
  // The upstream took its report back.
  (order) => [failed(order), paid(order)],
  // Two transfers for one order: the second waits in suspense.
  (order) => [paid(order), paid(order)],
  (order) => [paidShort(order)],
  (order) => [pays(order, payment(portion(order, 1.1)))],
  // The rest comes later, as a transfer of its own.
  (order) => [paidShort(order), pays(order, payment(portion(order, 0.1)))],
  (order) => [pays(order, { ...payment(order.amount), currency: order.currency === 'USD' ? 'EUR' : 'USD' })],
  // One message sent over and over is one payment.
  (order) => {
    const money = payment(order.amount);
    return [pays(order, money), pays(order, money), pays(order, money)];
  },
];
const ROUNDS = 6;

/** Every scenario several times, for a demo in which none has been played. */
export async function scenariosToPlay(pool: Pool): Promise<readonly ((order: Taken) => Command[])[]> {
  const { rows } = await pool.query<{ played: boolean }>(
    `select exists (select from payment where status = 'suspended') as played`,
  );
  return rows[0]?.played ? [] : Array.from({ length: ROUNDS }, () => SCENARIOS).flat();
}
