import { describe, expect, it } from 'vitest';
import { checkBeneficiary, isTronAddress } from './beneficiary.ts';

const bank = { beneficiary: 'Asha Kumari', bankAccount: '001201500123', ifsc: 'ICIC0000012' };

describe('a TRC20 address', () => {
  it.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'])(
    '%s is one',
    (address) => {
      expect(isTronAddress(address)).toBe(true);
    },
  );

  it.each([
    ['a letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['two letters swapped', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt'],
    ['too short', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
    ['letters outside base58', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL0OI'],
    ['another chain', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['nothing', ''],
  ])('with %s is none', (_, address) => {
    expect(isTronAddress(address)).toBe(false);
  });
});

describe('a beneficiary', () => {
  it.each([
    ['INR', { isUpi: true, receivingAddress: 'asha.k@okaxis' }],
    ['INR', bank],
    ['THB', { beneficiary: 'Somchai', bankAccount: '1234567890' }],
    ['USDT', { trcAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
  ])('of a payout in %s passes', (currency, to) => {
    expect(() => checkBeneficiary(currency, to)).not.toThrow();
  });

  it.each([
    ['INR', { isUpi: true, receivingAddress: 'asha' }, 'receivingAddress'],
    ['THB', { isUpi: true, receivingAddress: 'asha.k@okaxis' }, 'isUpi'],
    ['INR', { ...bank, ifsc: 'ICIC1000012' }, 'ifsc'],
    ['INR', { ...bank, bankAccount: '12 34' }, 'bankAccount'],
    ['INR', { ...bank, beneficiary: '  ' }, 'beneficiary'],
    ['USDT', bank, 'trcAddress'],
  ])('of a payout in %s is refused: %o', (currency, to, field) => {
    expect(() => checkBeneficiary(currency, to)).toThrow(
      expect.objectContaining({ code: 'beneficiary', values: { field } }),
    );
  });
});
