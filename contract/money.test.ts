import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped, ungrouped } from './grouping.ts';
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

  it('takes an amount as a list shows it, and nothing that only looks like one', () => {
    expect(['10,000', '1,234,567.89', '1,23,456', '-1,000', '12.5'].map(ungrouped)).toEqual([
      '10000',
      '1234567.89',
      '123456',
      '-1000',
      '12.5',
    ]);
    for (const text of ['10,5', '1,000,', ',100', '1,0000', '1000,000', '1,000,00', '1.000,50'])
      expect(isAmountText(ungrouped(text)), text).toBe(false);
  });

  it('groups what a sentence names, and reads it again', () => {
    expect(['5000000', '100', '-1234.5', '999999.123456'].map(grouped)).toEqual([
      '5,000,000',
      '100',
      '-1,234.5',
      '999,999.123456',
    ]);
    fc.assert(fc.property(units, (cents) => ungrouped(grouped(amountText(cents))) === amountText(cents)));
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
