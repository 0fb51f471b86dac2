import { describe, expect, it } from 'vitest';
import { namesNumber, namesOwnNumber, namesParty } from './naming.ts';

const credit = (text: string) => ({ direction: 1 as const, payer: null, description: text });
const debit = (payer: string | null, description: string | null = null) => ({
  direction: 2 as const,
  payer,
  description,
});

describe('who a line names', () => {
  it.each([
    ['UPI/606412345678/asha.k@okaxis/pay', 'asha.k@okaxis'],
    ['UPI-ASHA K-ASHA.K@OKAXIS-HDFC0000521-606412345678', 'asha.k@okaxis'],
    ['UPI/CR/ASHA K@ok-axis/collect', 'asha.k@okaxis'],
    ['UPI-RAVI KUMAR-RAVI-KUMAR@OKAXIS-HDFC0000521', 'ravi-kumar@okaxis'],
    ['UPI/raj@ybl/x', 'raj@ybl'],
    ['UPI/asha-1@okaxis', 'asha-1@okaxis'],
    ['cut: asha.k@oka', 'asha.k@okaxis'],
    ['UPI/ASHAK@OKAXIS/x', 'asha.k@okaxis'],
    ['BY A/C NO.00000050200047124471', '50200047124471'],
    ['AC50200047124471 _', '50200047124471'],
    ['TRF_50200047124471_CR', '50200047124471'],
    ['from +919876543210', '9876543210'],
    ['from 98765 43210.', '9876543210'],
    ['9876543210@ybl', '9876543210'],
    ['NEFT from 50200047124471', '50200047124471'],
    ['to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('in full: %s', (text, party) => {
    expect(namesParty(credit(text), party)).toBe(true);
  });
  it.each([
    ['asha.k@okaxis', 'okaxis'],
    ['asha.k@okaxis', 'k@okaxis'],
    ['asha.k@okaxis', 'ashak@okaxis'],
    ['asha.k@ok axis', 'asha.k@okicici'],
    ['UPI/CR/23112026 10:04/2311202610', '2311202610'],
    ['MICR 560240002', '560240002'],
    ['NEFT CR-HDFC0000521-RAVI', 'CR-HDFC0000521'],
    ['A/C XX4471-UPI', 'XX4471-UPI'],
    ['asha.k@okaxis', 'asha.k@ybl'],
    ['asha-1@okaxis', '-1@okaxis'],
    ['asha-1@okaxis', '.1@okaxis'],
    ['UPI/ravi-kumar@okaxis', 'kumar@okaxis'],
    ['UPI-RAVI KUMAR-RAVI-KUMAR@OKAXIS-HDFC0000521', 'kumar@okaxis'],
    ['PRIYA 42@okaxis', '42@okaxis'],
    ['nasha.k@okaxis', 'asha.k@okaxis'],
    ['asha.k@okaxisbank', 'asha.k@okaxis'],
    ['asha.k@o', 'asha.k@okaxis'],
    ['919876543210123', '9876543210'],
    ['UPI CR 20261123', '20261123'],
    ['NEFT/HDFC0000521', 'HDFC0000521'],
    ['Cash Deposit', 'Cash Deposit'],
    ['UPI', '...'],
    ['UPI/x@ybl', '..@ybl'],
  ])('never by a part of it, nor by what banks print: %s', (text, party) => {
    expect(namesParty({ ...credit(text), payer: text }, party)).toBe(false);
  });
  it('by name alone where it is paid', () => {
    expect(namesParty(debit('RAVI KUMAR'), 'Ravi Kumar')).toBe(true);
    expect(namesParty(debit(null, 'NEFT/RAVIKUMAR/rent'), 'Ravi Kumar')).toBe(true);
    expect(namesParty(debit(null, 'IMPS/Sukanya/rent'), 'Sukanya')).toBe(true);
    expect(namesParty(debit(null, 'NEFT/602400021/x'), '602400021')).toBe(true);
    expect(namesParty(debit(null, 'NEFT/RAVI KUMAR/rent'), 'Ravi Kumar')).toBe(true);
    expect(namesParty(debit(null, 'NEFT/RAVI KUMARI/rent'), 'Ravi Kumar')).toBe(false);
    expect(namesParty(debit(null, 'NEFT/ravi'), 'NEFT')).toBe(false);
  });
});

it('knows a number of ours, and a merchant’s own where that tells anything', () => {
  expect(namesNumber(['pay for c2603050001'], 'C2603050001')).toBe(true);
  expect(namesNumber(['pay for C26030500012'], 'C2603050001')).toBe(false);
  for (const text of ['RefC2603050001/x', 'no_C2603050001_'])
    expect(namesNumber([text], 'C2603050001')).toBe(true);
  expect(namesOwnNumber(['for (shop-771234)'], 'shop-771234')).toBe(true);
  for (const word of ['shop-77', 'payments', 'XXXX4471', '23NOV2026'])
    expect(namesOwnNumber([`a ${word} b`], word)).toBe(false);
});
