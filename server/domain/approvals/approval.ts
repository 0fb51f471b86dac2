import type { ActionHandler } from '../../engine/action.ts';
import { demand } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseOutsider, type StepNow } from './approvalDecide.ts';
import { noteDecision } from './decisionLog.ts';
import { announceRefusal } from './refusalNotice.ts';
import { instantOrNull, text, textOrNull } from '../orders/columns.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';

const CLOSED = APPROVAL_STATUS.closed;

const STEP = `select a.step, a.escalated, s.who, s.role_id::text as "roleId", s.user_ids::text[] as "userIds",
    s.escalate_role_id::text as "escalateRoleId"
  from approval a
  join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  where a.id = $1`;

/**
 * Somebody of the step refuses what the first person asked for: the question is closed, and its order stays as it is.
 * Whoever may give the other answer may give this one; whoever asked takes it back by it.
 */
const refuse: ActionHandler = async (context, row) => {
  const { caller, tx, now } = context;
  const permission = text(row.command).replace('/', ':');
  demand(caller, [permission]);
  const [makerId, tenantId] = [textOrNull(row.makerId), text(row.tenantId)];
  const expires = instantOrNull(row.expiresAt);
  const { rows } = await tx.query<StepNow>(STEP, [row.id]);
  const step = rows[0]!;
  const merchantId = textOrNull(row.merchantId);
  const question = { ...step, id: row.id, tenantId, makerId, merchantId, permission };
  // Whoever asked may take it back; but money may have left by the transaction that a completion names.
  const takesBack = makerId === caller.userId && permission !== 'withdrawal:complete';
  if (!takesBack) await refuseOutsider(tx, question, caller.userId, false);
  if (expires && expires <= now) throw new Refused('answerLate');
  const outcome = takesBack ? 'withdrawn' : 'refused';
  if (context.dryRun) return { outcome };
  const reason = String(context.input.reason ?? '').trim();
  if (takesBack) await context.set({ status: CLOSED, reason: 'takenBack', decidedAt: now });
  else {
    const by = { userId: caller.userId, account: caller.account };
    await noteDecision(tx, { approvalId: row.id, step: step.step, kind: 'refuse', by, reason }, now);
    const answered = { checkerId: caller.userId, checker: caller.account, decidedAt: now };
    await context.set({ status: CLOSED, reason, ...answered });
  }
  const [orderId, orderNo] = [text(row.orderId), text(row.orderNo)];
  const about = { resource: text(row.resource), orderId, orderNo, merchantId: text(row.merchantId) };
  await context.log({ ...about, event: 'deny', remark: reason });
  await context.emit(about.resource, orderId, 'update', about.merchantId);
  if (makerId !== null && !takesBack) {
    const refused = { questionId: row.id, tenantId, merchantId: about.merchantId, makerId, orderNo };
    const command = text(row.command);
    await announceRefusal(tx, { ...refused, command, checker: caller.account, reason }, now);
  }
  return { outcome };
};

export const approvalActions = { refuse };
