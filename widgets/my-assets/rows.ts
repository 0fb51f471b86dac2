import type { Totals } from '../../contract/calls.ts';
import { Amount, amountText } from '../../contract/money.ts';

export interface AssetRow {
  currency: string;
  available: string;
  pending: string;
  frozen: string;
  total: string;
}

/** Whose assets are mine: of an agent its own, not those of the merchants it brought; staff have none. */
export const mine = ({ merchantId }: { merchantId?: string | undefined }): string[] | undefined =>
  merchantId ? [merchantId] : undefined;

const ORDER = ['INR', 'USDT'];
const rank = (currency: string): number => (ORDER.indexOf(currency) + ORDER.length + 1) % (ORDER.length + 1);

/** What is held per currency. The total is the sum of the three columns shown, so that the row always adds up. */
export function assetRows(totals: Totals, hideEmpty: boolean): AssetRow[] {
  return totals.byCurrency
    .map(({ currency, sums }) => {
      const part = (name: string) => sums[name] ?? '0';
      const [available, pending, frozen] = [part('available'), part('pending'), part('frozen')];
      return {
        currency,
        available,
        pending,
        frozen,
        total: amountText(new Amount(available).plus(pending).plus(frozen)),
      };
    })
    .filter((row) => !hideEmpty || !new Amount(row.total).isZero() || !new Amount(row.frozen).isZero())
    .sort((a, b) => rank(a.currency) - rank(b.currency) || (a.currency < b.currency ? -1 : 1));
}
