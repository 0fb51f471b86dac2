import type { Row } from '../../../contract/calls.ts';
import { Amount, amountText } from '../../../contract/money.ts';

/** A run of postings on one account: what it began with, what it ended with, and whether the postings explain it. */
export interface TieOut {
  currency: string;
  opening: string;
  closing: string;
  /** closing − opening − the sum of what is shown; zero where every posting is there. */
  gap: string;
}

const key = (row: Row): string => `${String(row.merchantId)} ${String(row.currency)} ${String(row.account)}`;
const money = (value: unknown) => new Amount(typeof value === 'string' && value !== '' ? value : 0);

function ofAccount(rows: Row[]): TieOut {
  const chain = rows.toSorted((a, b) => Number(a.seq) - Number(b.seq));
  const opening = money(chain[0]?.balanceBefore);
  const closing = money(chain.at(-1)?.balanceAfter);
  const moved = chain.reduce((sum, row) => sum.plus(money(row.amount)), money('0'));
  // Between two postings that do not follow each other the account may have moved by what the filter hides.
  const hidden = chain.slice(1).reduce((sum, row, at) => {
    const before = chain[at]!;
    return Number(row.seq) === Number(before.seq) + 1
      ? sum
      : sum.plus(money(row.balanceBefore)).minus(money(before.balanceAfter));
  }, money('0'));
  const gap = closing.minus(opening).minus(moved).minus(hidden);
  return {
    currency: String(chain[0]?.currency ?? ''),
    opening: amountText(opening),
    closing: amountText(closing),
    gap: amountText(gap),
  };
}

/** One result per account (merchant, currency, kind) among the rows; a filter that leaves postings out is no break. */
export function tieOut(rows: readonly Row[]): TieOut[] {
  return [
    ...Map.groupBy(
      rows.filter((row) => row.gap !== true),
      key,
    ).values(),
  ].map(ofAccount);
}

/** Accounts of one currency together: the figures of the line under the grid. */
export function byCurrency(parts: readonly TieOut[]): TieOut[] {
  return [...Map.groupBy(parts, (part) => part.currency)].map(([currency, list]) => {
    const sum = (name: 'opening' | 'closing') =>
      amountText(list.reduce((total, part) => total.plus(part[name]), money('0')));
    const gap = list.reduce((total, part) => total.plus(money(part.gap).abs()), money('0'));
    return { currency, opening: sum('opening'), closing: sum('closing'), gap: amountText(gap) };
  });
}
