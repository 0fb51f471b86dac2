import type { ActionContext } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { About } from './approvalAsk.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';

interface Waiting {
  id: string;
  makerId: string | null;
  merchantId: string | null;
  version: number;
}

/**
 * Answers the question that waits about a row, as the caller. The question is locked, so of two answers one counts.
 * @throws Refused notFound where none waits or its time is over, selfApproval where the caller asked it
 */
export async function decide(
  context: ActionContext,
  about: About,
  approved: boolean,
  reason: string,
): Promise<void> {
  const { tx, caller, now } = context;
  const { rows } = await tx.query<Waiting>(
    `select id::text, maker_id::text as "makerId", merchant_id::text as "merchantId", version from approval
     where resource = $1 and row_id = $2 and status = ${APPROVAL_STATUS.waiting} and expires_at > $3 for update`,
    [about.resource, about.rowId, now],
  );
  const waiting = rows[0];
  if (!waiting) throw new Refused('notFound');
  if (waiting.makerId === caller.userId) throw new Refused('selfApproval');
  await tx.query(
    `update approval set status = $2, checker_id = $3, checker = $4, reason = $5, decided_at = $6, version = version + 1
     where id = $1`,
    [waiting.id, approved ? 2 : 3, caller.userId, caller.account, reason || null, now],
  );
  await context.emit('approval', waiting.id, 'update', waiting.merchantId);
}
