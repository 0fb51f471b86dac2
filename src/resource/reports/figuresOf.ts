import type { Row } from '../../../contract/calls.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { FIGURES, type Figure } from '../../../contract/resources/reports/reportGaps.ts';
import type { Side } from './upstreamDay.ts';

/** One figure of an upstream's day; a side without a report has none. */
export interface Compared {
  figure: Figure;
  ours: string | null;
  theirs: string | null;
  gap: string | null;
}

/** Both sides of a row's figures: the row has its own and what the other differs by. */
export function figuresOf(side: Side, row: Row): Compared[] {
  return FIGURES.map((figure) => {
    const own = String(row[figure]);
    const given = row[`${figure}Gap`];
    const gap = given === null || given === undefined ? null : String(given);
    if (side === 'upstreamReport')
      return { figure, ours: own, theirs: gap && amountText(new Amount(own).plus(gap)), gap };
    return { figure, ours: gap && amountText(new Amount(own).minus(gap)), theirs: own, gap };
  });
}
