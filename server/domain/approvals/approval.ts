import type { Pool } from 'pg';
import type { approval } from '../../../contract/resources/orders/approval.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { emit } from '../../platform/events/outbox.ts';
import { demand } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { renewClosed } from './approvalRenew.ts';
import { announceRefusal } from './refusalNotice.ts';
import { instantOrNull, text, textOrNull } from '../orders/columns.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';

const CLOSED = 3;

/** The second person refuses what the first one asked for: the question is closed, and its order stays as it is. */
const refuse: ActionHandler = async (context, row) => {
  const { caller, tx, now } = context;
  // Whoever may give the other answer may give this one.
  demand(caller, ['collectOrder:forceConfirm']);
  const makerId = textOrNull(row.makerId);
  if (makerId === caller.userId) throw new Refused('selfApproval');
  const expires = instantOrNull(row.expiresAt);
  if (expires && expires <= now) throw new Refused('guard');
  if (context.dryRun) return { outcome: 'refused' };
  const reason = String(context.input.reason ?? '').trim();
  const answered = { checkerId: caller.userId, checker: caller.account, decidedAt: now };
  await context.set({ status: CLOSED, reason, ...answered });
  const [orderId, orderNo, merchantId] = [text(row.orderId), text(row.orderNo), text(row.merchantId)];
  const about = { resource: text(row.resource), orderId, orderNo, merchantId };
  await context.log({ ...about, event: 'deny', remark: reason });
  await context.emit(about.resource, orderId, 'update', merchantId);
  if (makerId !== null) {
    const refused = { questionId: row.id, tenantId: text(row.tenantId), merchantId, makerId, orderNo };
    await announceRefusal(tx, { ...refused, checker: caller.account, reason }, now);
  }
  return { outcome: 'refused' };
};

export const approvalActions: ActionHandlers<typeof approval> = { refuse };

/** Closes the questions that nobody answered in time; those about payouts are put again. @returns how many */
export function closeLapsed(pool: Pool, now: Date): Promise<number> {
  return transact(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; merchantId: string | null }>(
      `update approval set status = ${CLOSED}, reason = 'expired', decided_at = $1, version = version + 1
       where id in (select id from approval where status = ${APPROVAL_STATUS.waiting} and expires_at <= $1
         order by id for update skip locked)
       returning id::text, merchant_id::text as "merchantId"`,
      [now],
    );
    for (const { id, merchantId } of rows) await emit(tx, 'approval', id, 'update', merchantId);
    await renewClosed(tx, now);
    return rows.length;
  });
}
