import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Amount, amountText, feeOf, fitsCurrency, isAmountText, roundAmount } from './money.ts';
import { minorDigits } from './currency.ts';

const units = fc.integer({ min: 1, max: 999_999_999 });
const rates = fc.integer({ min: 0, max: 999_999 }).map((ppm) => new Amount(ppm).div(1_000_000).toFixed());

describe('money', () => {
  it('rounds half-even at the minor digits of the currency', () => {
    expect(amountText(roundAmount('0.125', 'INR'))).toBe('0.12');
    expect(amountText(roundAmount('0.135', 'INR'))).toBe('0.14');
    expect(amountText(roundAmount('2.5', 'JPY'))).toBe('2');
    expect(amountText(roundAmount('0.1234565', 'USDT'))).toBe('0.123456');
  });

  it('computes the worked example of the ledger', () => {
    expect(amountText(feeOf('1000', '0.018', '2', 'INR'))).toBe('20');
  });

  it('keeps every fee between zero and the amount, at the currency digits', () => {
    fc.assert(
      fc.property(units, rates, fc.integer({ min: -500, max: 5_000_000 }), (cents, rate, fixed) => {
        const amount = new Amount(cents).div(100);
        const fee = feeOf(amount, rate, new Amount(fixed).div(100), 'INR');
        expect(fee.gte(0) && fee.lte(amount)).toBe(true);
        expect(fee.decimalPlaces()).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('refuses digits the currency does not have, exponents and signs', () => {
    expect(fitsCurrency('1.234', 'INR')).toBe(false);
    expect(fitsCurrency('1', 'JPY')).toBe(true);
    expect(fitsCurrency('1.5', 'JPY')).toBe(false);
    expect(fitsCurrency('1.123456', 'USDT')).toBe(true);
    for (const text of ['1e3', '+1', '', ' 1', '1.', '.5', 'NaN', '0x10', '1,000'])
      expect(isAmountText(text)).toBe(false);
  });

  it('writes large and small amounts without an exponent', () => {
    expect(amountText('100000000000000000.000001')).toBe('100000000000000000.000001');
    expect(amountText(new Amount('0.000001'))).toBe('0.000001');
  });

  it('falls back to two digits for a currency it does not know', () => {
    expect(minorDigits('XXX')).toBe(2);
  });
});
