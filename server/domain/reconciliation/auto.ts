import type { Pool, PoolClient } from 'pg';
import { SYSTEM } from '../orders/moveRow.ts';
import { refusedAs } from '../payments/references.ts';
import { isLockTimeout, transact } from '../../platform/db/transaction.ts';
import type { Visible } from '../../engine/scope.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { LOCK_MS } from '../../platform/db/merchantTransaction.ts';
import { BILL, BILL_COLUMNS, type BillRow, billRow, type Matched, upstreamOf } from './billStore.ts';
import { candidatesOf, mayComeBack } from './candidates.ts';
import { matchBill, matchRequest } from './match.ts';
import type { How } from './matched.ts';
import { chosen, ranked, type Scored } from './score.ts';
import { BILL_STATUS } from '../../platform/db/statuses.ts';

/** What money is credited by without an order. */
const REQUESTS: readonly string[] = ['manual_order', 'recharge_order'];
/** Of a line with the very reference. */
const SURE = 100;

/** SQL over b, a line: of a statement that the rules may match. */
const TRUSTED = 'not (select held from bank_batch where id = b.batch_id)';

/** @throws Refused batchHeld of a statement whose own figures do not prove how it was read */
async function refuseHeld(tx: PoolClient, { id }: BillRow): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'bill-trusted',
    text: `select from bank_bill b where b.id = $1 and ${TRUSTED}`,
    values: [id],
  });
  if (!rowCount) throw new Refused('batchHeld');
}

/** Matches a locked line by the rules alone. @throws Refused noMatch or ambiguousMatch where a person must look */
export async function autoMatch(
  tx: PoolClient,
  bill: BillRow,
  visible: Visible,
  how: Pick<How, 'actor' | 'now' | 'reader'>,
): Promise<Matched> {
  await refuseHeld(tx, bill);
  const upstreamId = await upstreamOf(tx, bill.bankAccountId);
  // Two that fit are nobody's, also where the person sees one of them.
  const within = { tenantId: bill.tenantId, visible: null, upstreamId, wide: false };
  const { orders, owner } = await candidatesOf(tx, bill, within);
  if (owner && REQUESTS.includes(owner.kind) && (visible === null || visible.includes(owner.merchantId)))
    return matchRequest(tx, bill, owner.orderNo, { ...how, status: BILL.auto, score: SURE });
  if (owner) throw await refusedAs(tx, owner, how.reader);
  const choice = chosen(bill, orders);
  if ('why' in choice) throw new Refused(choice.why === 'noMatch' ? 'noMatch' : 'ambiguousMatch');
  const { candidate, score, reasons } = choice.match;
  if (!reasons.includes('utr') && (await mayComeBack(tx, bill, bill.tenantId)))
    throw new Refused('ambiguousMatch');
  if (visible !== null && !visible.includes(candidate.merchantId))
    throw reasons.includes('utr') ? await refusedAs(tx, candidate, how.reader) : new Refused('noMatch');
  return matchBill(tx, bill, candidate.id, { ...how, status: BILL.auto, score });
}

/** Notes the order that fits best, for a person to decide; and how well. Says so to who is looking where it is another one. */
export async function noteBest(tx: PoolClient, bill: BillRow, best: Scored | undefined): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'bill-suggest',
    text: `update bank_bill set candidate_no = $2, candidate_amount = $3, difference = $4, score = $5, version = version + 1
      where id = $1 and status = ${BILL_STATUS.unmatched} and (candidate_no, score) is distinct
        from ($2, $5::smallint)`,
    values: [
      bill.id,
      best?.candidate.orderNo ?? null,
      best?.candidate.amount ?? null,
      best?.difference ?? null,
      best?.score ?? 0,
    ],
  });
  if (rowCount) await emit(tx, 'bankBill', bill.id, 'update');
}

async function suggest(tx: PoolClient, bill: BillRow): Promise<void> {
  const upstreamId = await upstreamOf(tx, bill.bankAccountId);
  const within = { tenantId: bill.tenantId, visible: null, upstreamId, wide: true };
  const { orders } = await candidatesOf(tx, bill, within);
  await noteBest(tx, bill, ranked(bill, orders)[0]);
}

const LOCK = `select ${BILL_COLUMNS} from bank_bill b where b.id = $1
  and b.status = ${BILL_STATUS.unmatched} for update`;

async function tryMatch(tx: PoolClient, bill: BillRow, now: Date): Promise<void> {
  await tx.query('savepoint match');
  try {
    await autoMatch(tx, bill, null, { actor: SYSTEM, now });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await tx.query('rollback to savepoint match');
    await suggest(tx, bill);
  }
}

/**
 * The worker's look at one line, in a transaction of its own: matched by the rules where `match`, else only suggested.
 * @returns false where somebody holds the line, or what it would be matched with: nothing was changed then
 */
export async function lookAtBill(pool: Pool, billId: string, match: boolean, now: Date): Promise<boolean> {
  const look = async (tx: PoolClient): Promise<void> => {
    const { rows } = await tx.query({ name: 'bill-lock', text: LOCK, values: [billId] });
    if (!rows[0]) return;
    const bill = billRow(rows[0]);
    await (match ? tryMatch(tx, bill, now) : suggest(tx, bill));
  };
  try {
    await transact(pool, look, LOCK_MS);
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

const BY_UTR = `select ${BILL_COLUMNS} from bank_bill b join merchant m on m.id = $2 and m.tenant_id = b.tenant_id
  where reference_form(b.utr) = reference_form($1) and b.status = ${BILL_STATUS.unmatched} and b.direction = $3 and b.currency = $4
    and ${TRUSTED}
    for update of b skip locked limit 1`;

/** What a reference is noted on. */
interface Subject {
  merchantId: string;
  currency: string;
}

/** Lets the open line of a reference, where there is one, be matched; a refusal leaves it open. */
async function withLine(
  tx: PoolClient,
  { merchantId, currency }: Subject,
  direction: 1 | 2,
  utr: string,
  match: (bill: BillRow) => Promise<Matched>,
): Promise<Matched | undefined> {
  const values = [utr, merchantId, direction, currency];
  const { rows } = await tx.query({ name: 'bill-by-utr', text: BY_UTR, values });
  if (!rows[0]) return undefined;
  await tx.query('savepoint proof');
  try {
    return await match(billRow(rows[0]));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await tx.query('rollback to savepoint proof');
    return undefined;
  }
}

/** A proof that somebody noted on an order is matched at once where its line has come already. */
export const matchByProof = (
  tx: PoolClient,
  order: Subject & { id: string },
  direction: 1 | 2,
  utr: string,
  how: Pick<How, 'actor' | 'now'>,
): Promise<Matched | undefined> =>
  withLine(tx, order, direction, utr, (bill) =>
    matchBill(tx, bill, order.id, { ...how, status: BILL.manual }),
  );

/** The line of a request that was approved is tied to it at once where it has come already. */
export const matchCredited = (
  tx: PoolClient,
  request: Subject & { orderNo: string },
  reference: string,
  how: Pick<How, 'actor' | 'now'>,
): Promise<Matched | undefined> =>
  withLine(tx, request, 1, reference, (bill) =>
    matchRequest(tx, bill, request.orderNo, { ...how, status: BILL.auto, score: SURE }),
  );
