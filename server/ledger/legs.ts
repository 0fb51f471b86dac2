import { Amount, amountText } from '../../contract/money.ts';

/** A merchant's three accounts, as fund_detail stores them. */
export const ACCOUNTS = Object.freeze({ pending: 1, available: 2, frozen: 3 } as const);
export type MerchantAccount = keyof typeof ACCOUNTS;

/** Fund-detail types (fundTypeEnum). */
export const FUND = Object.freeze({
  collection: 1,
  collectionFee: 2,
  settlement: 7,
  add: 11,
  deduct: 12,
  reversal: 13,
  commission: 15,
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
  amount: Amount | string,
): MerchantLeg => ({ merchantId, account, type, amount: new Amount(amount) });

export const onPlatform = (platform: string, amount: Amount | string): PlatformLeg => ({
  platform,
  amount: new Amount(amount),
});

/** A leg of nothing is no leg: the tables refuse an amount of zero. */
export function withoutZero(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => !leg.amount.isZero());
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
