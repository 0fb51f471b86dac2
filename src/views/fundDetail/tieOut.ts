import type { Row } from '../../../contract/calls.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { AccountChain } from '../../../contract/fundReconciliation.ts';

/** The postings of one account among the rows. Amounts are decimal strings of `currency`. */
export interface AccountTie {
  merchantId: string;
  merchant: string;
  currency: string;
  opening: string;
  closing: string;
  /** How many postings are shown. */
  rows: number;
  /** Sum of what is shown. */
  moved: string;
  /** What the postings do not explain: within a row, or between two that follow each other; 0 where all is there. */
  gap: string;
  /** Postings left out between the first and the last: only with none do opening, movement and closing belong together. */
  leftOut: number;
}

const key = (row: Row): string => `${String(row.merchantId)} ${String(row.currency)} ${String(row.account)}`;
const money = (value: unknown) => new Amount(typeof value === 'string' && value !== '' ? value : 0);
const ZERO = money('0');

const follows = (row: Row, before: Row): boolean => Number(row.seq) === Number(before.seq) + 1;

function ofAccount(rows: Row[]): AccountTie {
  const chain = rows.toSorted((a, b) => Number(a.seq) - Number(b.seq));
  const pairs = chain.slice(1).map((row, at) => ({ row, before: chain[at]! }));
  const within = chain.reduce((sum, row) => {
    const change = money(row.balanceAfter).minus(money(row.balanceBefore));
    return sum.plus(change.minus(money(row.amount)).abs());
  }, ZERO);
  const between = pairs
    .filter(({ row, before }) => follows(row, before))
    .reduce((sum, { row, before }) => {
      return sum.plus(money(row.balanceBefore).minus(money(before.balanceAfter)).abs());
    }, ZERO);
  const [first] = chain;
  return {
    merchantId: String(first?.merchantId),
    merchant: String(first?.merchantName ?? first?.merchantId),
    currency: String(first?.currency ?? ''),
    opening: amountText(money(first?.balanceBefore)),
    closing: amountText(money(chain.at(-1)?.balanceAfter)),
    rows: chain.length,
    moved: amountText(chain.reduce((sum, row) => sum.plus(money(row.amount)), ZERO)),
    gap: amountText(within.plus(between)),
    leftOut: pairs.reduce((sum, { row, before }) => sum + Number(row.seq) - Number(before.seq) - 1, 0),
  };
}

/** One result per account (merchant, currency, kind) among the rows; a filter that leaves postings out is no break. */
export function tieOut(rows: readonly Row[]): AccountTie[] {
  return [
    ...Map.groupBy(
      rows.filter((row) => row.gap !== true),
      key,
    ).values(),
  ].map(ofAccount);
}

/** What the server says of one account, as the rows themselves would say it. */
export const ofChain = ({ merchantName: merchant, ...chain }: AccountChain): AccountTie => ({
  ...chain,
  merchant,
});

/** So many merchants have each a figure of its own: an agent's share of an order is not its merchant's money. */
const NAMED = 3;

/** The figures of one currency in the line under the grid. */
export interface TieSum {
  currency: string;
  /** Whose they are, where others have figures in this currency too. */
  merchant?: string;
  /** They are of so many merchants together. */
  merchants?: number;
  moved: string;
  gap: string;
  /** One merchant's balance, where every posting between its ends is shown. */
  ends?: { opening: string; closing: string };
}

function sumOf(currency: string, list: readonly AccountTie[], more: Partial<TieSum>): TieSum {
  const sum = (name: 'opening' | 'closing' | 'moved' | 'gap') =>
    amountText(list.reduce((total, part) => total.plus(part[name]), ZERO));
  const ends = more.merchants === undefined && list.every((part) => part.leftOut === 0);
  return {
    currency,
    ...more,
    moved: sum('moved'),
    gap: sum('gap'),
    ...(ends && { ends: { opening: sum('opening'), closing: sum('closing') } }),
  };
}

const rowsOf = (parts: readonly AccountTie[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** Per currency, and within it per merchant while those are few: the order's own before an agent with a share of it. */
export function byCurrency(parts: readonly AccountTie[]): TieSum[] {
  return [...Map.groupBy(parts, (part) => part.currency)].flatMap(([currency, list]) => {
    const merchants = [...Map.groupBy(list, (part) => part.merchantId).values()];
    if (merchants.length === 1) return [sumOf(currency, list, {})];
    if (merchants.length > NAMED) return [sumOf(currency, list, { merchants: merchants.length })];
    // All that happens to an order is posted to its merchant, of which an agent's share is one.
    const byRows = merchants.toSorted((one, other) => rowsOf(other) - rowsOf(one));
    return byRows.map((own) => sumOf(currency, own, { merchant: own[0]!.merchant }));
  });
}
