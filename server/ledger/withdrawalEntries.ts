import { Decimal } from 'decimal.js';
import { Amount } from '../../contract/money.ts';
import { FUND, type Leg, move, onMerchant, onPlatform, withoutZero } from './legs.ts';

/** A withdrawal as the ledger sees it; amounts as decimal text in its currency. */
export interface WithdrawalMoney {
  merchantId: string;
  /** Leaves the merchant, the fee within it. */
  amount: string;
  fee: string;
}

const USDT_DIGITS = 6;

/** Distributed USDT = floor6((amount − fee) / rate): never more than the money is worth. Rate: units per USDT, above 0. */
export function distributedUsdt(money: Pick<WithdrawalMoney, 'amount' | 'fee'>, rate: string): Amount {
  return new Amount(money.amount)
    .minus(money.fee)
    .div(rate)
    .toDecimalPlaces(USDT_DIGITS, Decimal.ROUND_FLOOR);
}

/** available → frozen. */
export const withdrawalHold = (money: WithdrawalMoney): Leg[] =>
  move(money.merchantId, 'available', 'frozen', FUND.withdrawalHold, money.amount);

/** frozen → available: refunded or cancelled. */
export const withdrawalRelease = (money: WithdrawalMoney): Leg[] =>
  move(money.merchantId, 'frozen', 'available', FUND.withdrawalRefund, money.amount);

/** frozen → fees (fee), frozen → conversion (the rest), in the withdrawal's currency. */
export function withdrawalPaid(money: WithdrawalMoney): Leg[] {
  const rest = new Amount(money.amount).minus(money.fee);
  return withoutZero([
    onMerchant(money.merchantId, 'frozen', FUND.withdrawal, rest.negated()),
    onPlatform('conversion', rest),
    onMerchant(money.merchantId, 'frozen', FUND.withdrawal, new Amount(money.fee).negated()),
    onPlatform('fees', money.fee),
  ]);
}

/** treasury → conversion (the USDT that left), in USDT. */
export const usdtPaid = (distributed: Amount | string): Leg[] =>
  withoutZero([
    onPlatform('treasury', new Amount(distributed).negated()),
    onPlatform('conversion', distributed),
  ]);
