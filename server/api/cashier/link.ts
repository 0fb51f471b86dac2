import { createHmac, timingSafeEqual } from 'node:crypto';

/** Order numbers can be guessed; what follows the dash cannot. */
const proofOf = (secretsKey: string, orderNo: string): string =>
  createHmac('sha256', secretsKey).update(`cashier ${orderNo}`).digest('base64url').slice(0, 22);

/** Where the payer of an order pays. */
export const cashierPath = (secretsKey: string, orderNo: string): string =>
  `/pay/${orderNo}-${proofOf(secretsKey, orderNo)}`;

/** The order number that a cashier's address names; undefined where it was not made by us. */
export function orderNoOf(secretsKey: string, token: string): string | undefined {
  const [, orderNo = '', proof = ''] = /^([A-Z]\d{10,40})-([\w-]{22})$/.exec(token) ?? [];
  if (!orderNo) return undefined;
  const expected = proofOf(secretsKey, orderNo);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(proof)) ? orderNo : undefined;
}
