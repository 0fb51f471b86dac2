import { Amount, amountText } from '../../contract/money.ts';

/** A merchant's three accounts, as fund_detail stores them. */
export const ACCOUNTS = Object.freeze({ pending: 1, available: 2, frozen: 3 } as const);
export type MerchantAccount = keyof typeof ACCOUNTS;

/** Fund-detail types (fundTypeEnum). */
export const FUND = Object.freeze({
  collection: 1,
  collectionFee: 2,
  payoutHold: 3,
  payout: 4,
  payoutFee: 5,
  payoutRefund: 6,
  settlement: 7,
  withdrawalHold: 8,
  withdrawal: 9,
  withdrawalRefund: 10,
  add: 11,
  deduct: 12,
  reversal: 13,
  recharge: 14,
  commission: 15,
  resettlement: 16,
  payoutReturn: 17,
} as const);

export interface MerchantLeg {
  merchantId: string;
  account: MerchantAccount;
  type: number;
  amount: Amount;
}
/** Accounts: upstream:<id>, fees, upstreamCost, commission, suspense, … */
export interface PlatformLeg {
  platform: string;
  amount: Amount;
}
export type Leg = MerchantLeg | PlatformLeg;

export const isMerchantLeg = (leg: Leg): leg is MerchantLeg => 'merchantId' in leg;

export const onMerchant = (
  merchantId: string,
  account: MerchantAccount,
  type: number,
  amount: Amount | string | 0,
): MerchantLeg => ({ merchantId, account, type, amount: new Amount(amount) });

export const onPlatform = (platform: string, amount: Amount | string | 0): PlatformLeg => ({
  platform,
  amount: new Amount(amount),
});

/** A leg of nothing is no leg: the tables refuse an amount of zero. */
export function withoutZero(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => !leg.amount.isZero());
}

/** A move between two accounts of one merchant, shown under one type. */
export function move(
  merchantId: string,
  from: MerchantAccount,
  to: MerchantAccount,
  type: number,
  amount: Amount | string,
): Leg[] {
  return withoutZero([
    onMerchant(merchantId, from, type, new Amount(amount).negated()),
    onMerchant(merchantId, to, type, amount),
  ]);
}

/** The sum of an entry's legs: zero, or the entry is wrong. */
export function sumOf(legs: readonly Leg[]): Amount {
  return legs.reduce((sum, leg) => sum.plus(leg.amount), new Amount(0));
}

/** Balance per account over many legs, keyed `merchant/account` or the platform account's name. */
export function balancesOf(legs: readonly Leg[]): Map<string, string> {
  const sums = new Map<string, Amount>();
  for (const leg of legs) {
    const key = isMerchantLeg(leg) ? `${leg.merchantId}/${leg.account}` : leg.platform;
    sums.set(key, (sums.get(key) ?? new Amount(0)).plus(leg.amount));
  }
  return new Map([...sums].map(([key, sum]) => [key, amountText(sum)]));
}
