import { Amount, isAmountText } from '../../contract/money.ts';

/** True where what the upstream says was paid is the order's own amount and currency; silence counts as agreement. */
export function fitsOrder(
  order: { amount: string; currency: string },
  said: { amount?: string; currency?: string },
): boolean {
  if (said.currency !== undefined && said.currency !== order.currency) return false;
  if (said.amount === undefined) return true;
  return isAmountText(said.amount) && new Amount(said.amount).equals(order.amount);
}
