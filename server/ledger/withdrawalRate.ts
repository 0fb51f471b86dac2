import { Amount, amountText } from '../../contract/money.ts';

/** The rates that may be confirmed: so far above and below the reference. */
export interface Band {
  least: string;
  most: string;
}

const DIGITS = 6;

/** @param band a fraction of the reference, above 0 and below 1 */
export function bandOf(reference: string, band: string): Band {
  const edge = (factor: Amount) => amountText(new Amount(reference).times(factor).toDecimalPlaces(DIGITS));
  return { least: edge(new Amount(1).minus(band)), most: edge(new Amount(1).plus(band)) };
}

/** True for a rate above 0 within the band, its edges included. */
export function fitsBand(rate: string, { least, most }: Band): boolean {
  const given = new Amount(rate);
  return given.greaterThan(0) && given.gte(least) && given.lte(most);
}
