import { Amount, amountText } from '../../../contract/money.ts';
import type { PreviewDay } from '../../../contract/statementPreview.ts';

/** All of its days as one. */
export function totalOf(days: readonly PreviewDay[]): Omit<PreviewDay, 'day'> {
  const sum = (amounts: readonly string[]): string =>
    amountText(amounts.reduce((all, amount) => all.plus(amount), new Amount(0)));
  const count = (name: 'credits' | 'debits') => days.reduce((all, day) => all + day[name], 0);
  return {
    credits: count('credits'),
    credited: sum(days.map(({ credited }) => credited)),
    debits: count('debits'),
    debited: sum(days.map(({ debited }) => debited)),
  };
}
