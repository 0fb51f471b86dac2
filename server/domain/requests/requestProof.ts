import type { PoolClient } from 'pg';
import { Refused } from '../../platform/http/refused.ts';
import { unpaid } from '../payments/decide/state.ts';
import { decidePayment } from '../payments/decidePayment.ts';
import { differingClaim, type Suspended, suspendedUnder } from '../payments/suspense.ts';
import {
  creditedElsewhere,
  otherHolder,
  type Reader,
  refusedAs,
  refusePaidOut,
} from '../payments/references.ts';
import { BILL_STATUS } from '../../platform/db/statuses.ts';

/** What a request says that its money came as. */
interface Proof {
  /** Of the request. */
  id: string;
  reference: string;
  merchantId: string;
  currency: string;
  /** Decimal text. */
  amount: string;
}

const OPEN_LINE = `select b.bill_no as "billNo", trim_scale(b.amount)::text as amount, b.currency,
    b.currency = $3 and b.amount = $4 as same
  from bank_bill b join merchant m on m.id = $2 and m.tenant_id = b.tenant_id
  where b.direction = 1 and b.status in (${BILL_STATUS.unmatched}, ${BILL_STATUS.ignored})
    and b.utr is not null and reference_form(b.utr) = reference_form($1)
  order by same desc, b.id limit 1`;

/** The bank's line says what came; a request says the same or is about something else. @throws Refused */
async function refuseOtherSum(
  tx: PoolClient,
  { reference, merchantId, currency, amount }: Proof,
): Promise<void> {
  const { rows } = await tx.query<{ billNo: string; amount: string; currency: string; same: boolean }>({
    name: 'request-line',
    text: OPEN_LINE,
    values: [reference, merchantId, currency, amount],
  });
  const [line] = rows;
  if (line && !line.same)
    throw new Refused('statementLineDiffers', {
      billNo: line.billNo,
      amount: line.amount,
      currency: line.currency,
    });
}

/**
 * What a request names as its proof is no other order's and nothing that we paid out. Money that waits in suspense for an
 * order of its merchant is credited from there, as it came, whichever upstream the request names; what is left of an
 * order's own payment is such money.
 * @returns what waits under the reference
 * @throws Refused
 */
export async function heldByProof(
  tx: PoolClient,
  { id, reference, merchantId, currency, amount }: Proof,
  caller: Reader,
): Promise<Suspended | undefined> {
  // Before anything else, as whoever asks is alone with the reference from then on.
  const holder = await otherHolder(tx, 'in', id, reference, false, merchantId);
  await refuseOtherSum(tx, { id, reference, merchantId, currency, amount });
  const waiting = await suspendedUnder(tx, reference);
  const [first] = waiting;
  if (!first) {
    if (holder) throw await refusedAs(tx, holder, caller);
    await refusePaidOut(tx, reference);
    return undefined;
  }
  const candidates = waiting.map((payment) => ({
    ...payment,
    isOwn: false,
    isKnown: payment.merchantId === merchantId,
  }));
  const decision = decidePayment(unpaid({ amount, currency }), [], {
    kind: 'claim',
    reference: null,
    candidates,
  });
  if (decision.do === 'refuse' && decision.why === 'taken') throw await refusedAs(tx, first, caller);
  const wanted = decision.do === 'refuse' ? decision.payment : decision.taken;
  const found = waiting.find(({ id: entry }) => entry === wanted)!;
  if (decision.do === 'refuse') throw differingClaim(found);
  if (holder && (await creditedElsewhere(tx, found.orderId, reference)))
    throw await refusedAs(tx, holder, caller);
  return found;
}
