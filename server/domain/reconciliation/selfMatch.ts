import type { PoolClient } from 'pg';
import { amountText } from '../../../contract/money.ts';
import { exceededLimit, questionOf } from '../approvals/approvalAsk.ts';
import type { CollectRow } from '../orders/collectRow.ts';
import type { Actor } from '../orders/moveRow.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BillRow } from './billStore.ts';

/**
 * A statement is a file that somebody sent: above the limit of a force confirm nobody makes an order a success with a
 * line of their own, neither by hand nor by letting the rules match it. The proof may be a colleague's.
 */

// Whoever sent the statement, and whether another one of the staff noted its reference on the order.
const SENT = `select a.uploaded_by::text as "senderId", exists (
    select from order_log l join sys_user u on u.id = l.operator_id and u.merchant_id is null
    where l.order_id = $2 and l.resource = 'collectOrder' and l.event = 'repairProof'
      and l.operator_id <> a.uploaded_by and reference_form(l.after ->> 'utr') = reference_form($3)) as proved
  from bank_bill b join bank_batch a on a.id = b.batch_id where b.id = $1`;

/** @throws Refused ownStatement where the line alone would make the order a success, and one person alone brought it */
export async function refuseSelfMatch(
  tx: PoolClient,
  bill: BillRow,
  order: CollectRow,
  { operatorId }: Actor,
): Promise<void> {
  const asked = { resource: 'collectOrder', action: 'forceConfirm', row: order, input: {} };
  const limit = await exceededLimit(tx, await questionOf(tx, asked));
  if (limit === undefined) return;
  const { rows } = await tx.query<{ senderId: string | null; proved: boolean }>({
    name: 'bill-sender',
    text: SENT,
    values: [bill.id, order.id, bill.utr],
  });
  const { senderId, proved } = rows[0]!;
  // What the rules match by themselves, they match for whoever sent it; what nobody sent is of no person alone.
  if (senderId === null || proved || (operatorId ?? senderId) !== senderId) return;
  throw new Refused('ownStatement', { limit: amountText(limit), currency: order.currency });
}
