import type { Row, Totals } from '../../../contract/calls.ts';
import { Amount } from '../../../contract/money.ts';
import type { Resource } from '../../../contract/resource.ts';

const sizeOf = (amount: string): string => amount.replace(/^[+-]/, '');

/** The size of the largest of some sums, whatever their signs. */
const largest = (sums: readonly string[]): string =>
  sums.map(sizeOf).reduce((most, sum) => (new Amount(sum).greaterThan(most) ? sum : most), '0');

/**
 * Per currency of a list a row with the largest amount that its column can hold: no amount is larger than the sum of
 * all. A signed sum bounds nothing, and one that is not summed is compared with all sums of its currency. Empty for a
 * column of anything else.
 */
export function largestRows({ fields, totals }: Resource, name: string, { byCurrency }: Totals): Row[] {
  const field = fields[name];
  if (field?.kind !== 'money' || field.price) return [];
  return byCurrency.map(({ currency, sums }) => {
    const own = totals.includes(name) && !field.signed ? sums[name] : undefined;
    const size = own === undefined ? largest(Object.values(sums)) : sizeOf(own);
    return { id: '', [name]: field.signed ? `-${size}` : size, [field.currency]: currency };
  });
}
