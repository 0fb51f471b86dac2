import type { PoolClient } from 'pg';
import { ALWAYS_ASKED, TIMEOUT_MINUTES } from '../../../contract/approvalFlow.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { isOnPlatformBooks } from '../../../contract/tenants.ts';
import { newId } from '../../platform/db/id.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Actor } from '../orders/moveRow.ts';
import { APPROVAL_STATUS, SWITCH } from '../../platform/db/statuses.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Asked, stuckStep } from './finishable.ts';
import { peopleOf } from './flowPeople.ts';
import { dueOf, type FlowVersion, NO_RULE, stepsOf } from './flowStep.ts';

/** What a second person is asked about. */
export interface Question {
  /** Resource and action that the answer is for. */
  resource: string;
  action: string;
  /** Of those who decide, and whose flow rules it (`decidingTenant`). */
  tenantId: string;
  row: { id: string; orderNo: string; merchantId: string };
  currency: string;
  amount: string;
  input?: Record<string, unknown>;
}

interface AskedAbout {
  resource: string;
  action: string;
  row: Question['row'] & { currency: string; amount: string };
  input: Record<string, unknown>;
}

const DECIDING = `select (case when $2 then platform_tenant() else tenant_id end)::text as "tenantId"
  from merchant where id = $1`;

/**
 * Whose flows rule a command on a merchant's row, and whose people decide: the platform's, where the command is about its
 * books. A tenant's own flows, roles and people do not count there.
 */
export async function decidingTenant(
  db: Pick<Connections, 'query'>,
  merchantId: string,
  permission: string,
): Promise<string> {
  const values = [merchantId, isOnPlatformBooks(permission)];
  const { rows } = await db.query<{ tenantId: string }>({ name: 'approval-tenant', text: DECIDING, values });
  return rows[0]!.tenantId;
}

/** The question about a command on a row, to those who decide about it. */
export async function questionOf(
  tx: PoolClient,
  { resource, action, row, input }: AskedAbout,
): Promise<Question> {
  const { currency, amount } = row;
  return {
    resource,
    action,
    tenantId: await decidingTenant(tx, row.merchantId, `${resource}:${action}`),
    row,
    currency,
    amount: amountText(amount),
    input,
  };
}

/** The row that a question is about. */
export interface About {
  resource: string;
  rowId: string;
}

/** The flow that rules a question, and when its first step has had its time. */
interface Ruling extends FlowVersion {
  limit: string;
  timeoutMinutes: number;
}

/** SQL of what a ruling is looked up by. */
interface RulingKey {
  tenant: string;
  command: string;
  currency: string;
  merchant: string;
}

/** The flow in force: one for the merchant beats the one for all; without one nobody is asked. */
export const rulingSql = ({
  tenant,
  command,
  currency,
  merchant,
}: RulingKey): string => `select r.id::text as "ruleId", r.flow_version as "flowVersion", r.limit_amount::text as "limit",
    s.timeout_minutes as "timeoutMinutes"
  from approval_rule r
  join approval_flow_step s on s.rule_id = r.id and s.flow_version = r.flow_version and s.step = r.first_step
  where r.tenant_id = ${tenant} and r.command = ${command} and r.currency = ${currency} and r.status = ${SWITCH.enabled}
    and (r.merchant_id = ${merchant} or r.merchant_id is null)
  order by r.merchant_id nulls last limit 1`;
const RULING = rulingSql({ tenant: '$1', command: '$2', currency: '$3', merchant: '$4' });

/** One other person, of what always needs one; its version and step are the schema's. */
const ONE_OTHER: Ruling = { ...NO_RULE, limit: '0', timeoutMinutes: TIMEOUT_MINUTES.usual };

/** The flow where the size of the amount is above its limit, so that others decide; undefined where none asks anybody. */
export async function rulingOn(
  tx: PoolClient,
  { tenantId, resource, action, currency, row, amount }: Question,
): Promise<Ruling | undefined> {
  const command = `${resource}/${action}`;
  const values = [tenantId, command, currency, row.merchantId];
  const { rows } = await tx.query<Ruling>({ name: 'approval-ruling', text: RULING, values });
  const [ruling] = rows;
  if (ruling && new Amount(amount).abs().greaterThan(ruling.limit)) return ruling;
  return ALWAYS_ASKED.includes(command) ? ONE_OTHER : undefined;
}

/** The limit where the amount is above it, so that others decide; undefined where no flow asks anybody. */
export const exceededLimit = async (tx: PoolClient, question: Question): Promise<string | undefined> =>
  (await rulingOn(tx, question))?.limit;

/** Ends the question about a row without an answer; nobody can give one any more. */
export async function withdrawQuestion(
  tx: PoolClient,
  { resource, rowId }: About,
  why: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; merchantId: string | null }>({
    name: 'approval-withdraw',
    text: `update approval set status = ${APPROVAL_STATUS.closed}, reason = $3, decided_at = $4, notice_at = $4, version = version + 1
      where resource = $1 and row_id = $2 and status = ${APPROVAL_STATUS.waiting}
        returning id::text, merchant_id::text as "merchantId"`,
    values: [resource, rowId, why, now],
  });
  for (const { id, merchantId } of rows) await emit(tx, 'approval', id, 'update', merchantId);
}

/**
 * A flow that this person's request could never come to the end of is refused to them at once. Others that time adds count.
 * @throws Refused flowStuck
 */
async function refuseStuck(
  tx: PoolClient,
  { tenantId, row, resource, action, amount }: Question,
  ruling: Ruling,
  makerId: string,
): Promise<void> {
  const asked: Asked[] = [];
  for (const step of await stepsOf(tx, ruling)) {
    if (step.aboveAmount !== null && !new Amount(amount).abs().greaterThan(step.aboveAmount)) continue;
    const escalated = step.onTimeout === 'escalate';
    const permission = `${resource}:${action}`;
    const subject = { tenantId, merchantId: row.merchantId, makerId, escalated, permission };
    const people = (await peopleOf(tx, step, subject)).map(({ id }) => id);
    asked.push({ step: step.step, decides: escalated ? 'any' : step.decides, people });
  }
  const stuck = stuckStep(asked);
  if (stuck !== undefined) throw new Refused('flowStuck', { step: stuck });
}

/**
 * Opens a question where a flow asks others above a limit. One that nobody answered in time makes way.
 * @returns true where the row now waits for the answer
 * @throws Refused flowStuck
 */
export async function askApproval(
  tx: PoolClient,
  question: Question,
  now: Date,
  actor: Actor,
): Promise<boolean> {
  const ruling = await rulingOn(tx, question);
  if (!ruling) return false;
  // Without a rule it is whoever may do the command, which somebody else can be given.
  if (ruling.ruleId !== NO_RULE.ruleId && actor.operatorId)
    await refuseStuck(tx, question, ruling, actor.operatorId);
  await withdrawQuestion(tx, { resource: question.resource, rowId: question.row.id }, 'expired', now);
  const id = newId();
  await tx.query(
    `insert into approval (id, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount,
       limit_amount, maker_id, maker, expires_at, created_at, rule_id, flow_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      id,
      question.tenantId,
      question.row.merchantId,
      question.resource,
      question.row.id,
      question.row.orderNo,
      question.action,
      JSON.stringify(question.input ?? {}),
      question.currency,
      question.amount,
      ruling.limit,
      actor.operatorId ?? null,
      actor.operator,
      dueOf(now, ruling.timeoutMinutes),
      now,
      ruling.ruleId,
      ruling.flowVersion,
    ],
  );
  await emit(tx, 'approval', id, 'add', question.row.merchantId);
  return true;
}

/** A question without an answer yet, with the first person's input. */
export interface Waiting {
  /** What was asked for. */
  action: string;
  makerId: string | null;
  maker: string;
  input: Record<string, unknown>;
}

/** The question that waits about a row, if one does. */
export async function waitingFor(
  db: Pick<Connections, 'query'>,
  about: About,
  now: Date,
): Promise<Waiting | undefined> {
  const { rows } = await db.query<Waiting>({
    name: 'approval-waiting',
    text: `select action, maker_id::text as "makerId", maker, input from approval
      where resource = $1 and row_id = $2 and status = ${APPROVAL_STATUS.waiting} and expires_at > $3`,
    values: [about.resource, about.rowId, now],
  });
  return rows[0];
}
