import type { PoolClient } from 'pg';
import type { ActionContext } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import type { About } from './approvalAsk.ts';
import { noteDecision } from './decisionLog.ts';
import { peopleOf } from './flowPeople.ts';
import { dueOf, type FlowStep, stepAfter, STEP_COLUMNS } from './flowStep.ts';

/** A question that waits, under its lock, with the step that decides. */
interface Question extends FlowStep {
  id: string;
  tenantId: string;
  makerId: string | null;
  merchantId: string | null;
  ruleId: string;
  flowVersion: number;
  escalated: boolean;
  amount: string;
  /** May do the command. */
  permission: string;
}

const QUESTION = `select a.id::text, a.tenant_id::text as "tenantId", a.maker_id::text as "makerId",
    a.merchant_id::text as "merchantId", a.rule_id::text as "ruleId", a.flow_version as "flowVersion", a.escalated,
    coalesce(a.amount, 0)::text as amount, a.resource || ':' || a.action as permission, ${STEP_COLUMNS}
  from approval a
  join approval_flow_step s on s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  where a.resource = $1 and a.row_id = $2 and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at > $3
  for update of a`;

/** What says whom the step of a question asks. */
export type StepNow = Pick<FlowStep, 'step' | 'who' | 'roleId' | 'userIds' | 'escalateRoleId'> &
  Pick<Question, 'escalated'>;

const EARLIER = 'select from approval_decision where approval_id = $1 and user_id = $2';

/**
 * The person is one whom the step asks, did not make the request and has not decided about it in an earlier step. Where
 * the step has nobody left, whoever may do the command refuses it.
 * @throws Refused selfApproval, alreadyDecided, notYourStep
 */
export async function refuseOutsider(
  tx: PoolClient,
  question: StepNow & Pick<Question, 'id' | 'tenantId' | 'makerId' | 'merchantId' | 'permission'>,
  userId: string,
  approves: boolean,
): Promise<void> {
  if (question.makerId === userId) throw new Refused('selfApproval');
  const earlier = await tx.query({ name: 'flow-earlier', text: EARLIER, values: [question.id, userId] });
  if (earlier.rowCount) throw new Refused('alreadyDecided');
  // Whoever may do the command has come this far.
  if (question.who === 'permitted') return;
  const [found] = await peopleOf(tx, question, { ...question, permission: null, userId });
  if (found || (!approves && (await isLeftToNobody(tx, question)))) return;
  throw new Refused('notYourStep', { step: question.step });
}

const DECIDED = `select user_id::text as id from approval_decision where approval_id = $1 and user_id is not null`;

/** Whoever the step asks has decided, in this or an earlier one, or made the request, or may no longer decide. */
async function isLeftToNobody(
  tx: PoolClient,
  question: Parameters<typeof refuseOutsider>[1],
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'flow-decided',
    text: DECIDED,
    values: [question.id],
  });
  const decided = new Set(rows.map(({ id }) => id));
  return (await peopleOf(tx, question, question)).every(({ id }) => decided.has(id));
}

/** Whether the step needs nobody else; others asked by an escalation decide for all. */
const isComplete = async (tx: PoolClient, question: Question): Promise<boolean> =>
  question.decides === 'any' || question.escalated || (await isLeftToNobody(tx, question));

/** Where the request is after the answer. */
export type Answered = 'agreed' | 'refused' | 'goesOn';

async function move(context: ActionContext, question: Question): Promise<Answered> {
  const { tx, now } = context;
  const bump = (text: string, values: unknown[]) => tx.query(text, [question.id, ...values]);
  if (!(await isComplete(tx, question))) {
    await bump('update approval set version = version + 1 where id = $1', []);
    return 'goesOn';
  }
  const next = await stepAfter(tx, question, question.step, question.amount);
  if (!next) return 'agreed';
  await bump(
    `update approval set step = $2, escalated = false, expires_at = $3, notice_at = now(), notified = '{}', version = version + 1 where id = $1`,
    [next.step, dueOf(now, next.timeoutMinutes)],
  );
  return 'goesOn';
}

/**
 * Answers the question that waits about a row, as the caller. The question is locked, so of two answers one counts; a
 * person counts once in all its steps.
 * @throws Refused notFound where none waits or its time is over, selfApproval, alreadyDecided, notYourStep
 */
export async function decide(
  context: ActionContext,
  about: About,
  approved: boolean,
  reason: string,
): Promise<Answered> {
  const { tx, caller, now } = context;
  const { rows } = await tx.query<Question>(QUESTION, [about.resource, about.rowId, now]);
  const question = rows[0];
  if (!question) throw new Refused('notFound');
  await refuseOutsider(tx, question, caller.userId, approved);
  const by = { userId: caller.userId, account: caller.account };
  const kind = approved ? 'agree' : 'refuse';
  await noteDecision(tx, { approvalId: question.id, step: question.step, kind, by, reason }, now);
  const answered = approved ? await move(context, question) : 'refused';
  if (answered !== 'goesOn')
    await tx.query(
      `update approval set status = $2, checker_id = $3, checker = $4, reason = $5, decided_at = $6,
         version = version + 1
       where id = $1`,
      [
        question.id,
        approved ? APPROVAL_STATUS.agreed : APPROVAL_STATUS.closed,
        caller.userId,
        caller.account,
        reason || null,
        now,
      ],
    );
  await context.emit('approval', question.id, 'update', question.merchantId);
  return answered;
}
