import { createHash } from 'node:crypto';
import { BANK_ACCOUNT, IFSC, isTrc20, UPI_ID } from '../../../../contract/beneficiary.ts';
import { Refused } from '../../../platform/http/refused.ts';

/** Where a payout goes: a UPI address, a bank account, or a TRON address for USDT. */
export interface Beneficiary {
  isUpi?: boolean;
  receivingAddress?: string | null;
  bankAccount?: string | null;
  ifsc?: string | null;
  beneficiary?: string | null;
  bankName?: string | null;
  trcAddress?: string | null;
}

const digest = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

export const isTronAddress = (text: string): boolean => isTrc20(text, digest);

/** Refuses a payout that could not arrive: names the field that is wrong. */
export function checkBeneficiary(currency: string, to: Beneficiary): void {
  const refuse = (field: string): never => {
    throw new Refused('beneficiary', { field });
  };
  if (currency === 'USDT') {
    if (!to.trcAddress || !isTronAddress(to.trcAddress)) refuse('trcAddress');
    return;
  }
  if (to.isUpi) {
    if (currency !== 'INR') refuse('isUpi');
    if (!to.receivingAddress || !UPI_ID.test(to.receivingAddress)) refuse('receivingAddress');
    return;
  }
  if (!to.beneficiary?.trim()) refuse('beneficiary');
  if (!to.bankAccount || !BANK_ACCOUNT.test(to.bankAccount)) refuse('bankAccount');
  if (currency === 'INR' && (!to.ifsc || !IFSC.test(to.ifsc))) refuse('ifsc');
}
