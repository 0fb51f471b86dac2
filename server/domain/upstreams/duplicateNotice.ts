import type { PoolClient } from 'pg';
import { SYSTEM } from '../orders/moveRow.ts';
import type { PayRow } from '../orders/payRow.ts';
import { noteOnPayout } from '../orders/payStore.ts';
import { isSameReference } from '../../../contract/identity/referenceForm.ts';
import { referenceConflict } from '../payments/references.ts';
import type { Answer } from './adapter.ts';
import { fitsOrder } from './fits.ts';

/** Paid once, be it that the bank sent it back since. */
const PAID: ReadonlySet<PayRow['status']> = new Set(['success', 'returned']);

/** What the report had left out is kept, so that the next one is compared with it. */
async function keepNumbers(tx: PoolClient, order: PayRow, { utr, upstreamOrderNo }: Answer): Promise<void> {
  const news = {
    utr: order.utr === null ? utr : undefined,
    upstream_order_no: order.upstreamOrderNo === null ? upstreamOrderNo : undefined,
  };
  if (Object.values(news).every((value) => value === undefined)) return;
  const numbers = [upstreamOrderNo, utr && `UTR ${utr}`].filter(Boolean).join(', ');
  await noteOnPayout(tx, order, 'paid', `= ${numbers}`, SYSTEM, news);
}

/**
 * Keeps the numbers of a notice that repeats the one which ended the payout.
 * @returns false where it is no such repeat: two numbers that are both there and are not the same are of two payments,
 * and so is a reference of another payout. Of an attempt that failed only the bank's reference proves that its money is
 * what another route paid.
 */
export async function keepDuplicateNotice(
  tx: PoolClient,
  order: PayRow,
  answer: Answer,
  failed: boolean,
): Promise<boolean> {
  if (!PAID.has(order.status) || !fitsOrder(order, answer)) return false;
  const { utr, upstreamOrderNo } = answer;
  const known = order.utr;
  if (failed) return utr !== undefined && known !== null && isSameReference(utr, known);
  if (utr !== undefined && known !== null && !isSameReference(utr, known)) return false;
  const { upstreamOrderNo: number } = order;
  if (number !== null && upstreamOrderNo !== undefined && number !== upstreamOrderNo) return false;
  if (known === null && (await referenceConflict(tx, 'out', order, utr))) return false;
  await keepNumbers(tx, order, answer);
  return true;
}
