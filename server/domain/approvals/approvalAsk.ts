import type { PoolClient } from 'pg';
import { Amount } from '../../../contract/money.ts';
import { newId } from '../../platform/db/id.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Actor } from '../orders/moveRow.ts';
import { APPROVAL_STATUS, SWITCH } from '../../platform/db/statuses.ts';

/** What a second person is asked about. */
export interface Question {
  /** Resource and action that the answer is for. */
  resource: string;
  action: string;
  tenantId: string;
  row: { id: string; orderNo: string; merchantId: string };
  currency: string;
  amount: string;
  input?: Record<string, unknown>;
}

/** The row that a question is about. */
export interface About {
  resource: string;
  rowId: string;
}

/** How long a question waits for its answer. */
export const LIVES_MS = 3 * 24 * 3_600_000;

// A rule for the merchant beats the one for all; without a rule nobody is asked.
const LIMIT = `select limit_amount::text as "limit" from approval_rule
  where tenant_id = $1 and command = $2 and currency = $3 and status = ${SWITCH.enabled}
    and (merchant_id = $4 or merchant_id is null)
  order by merchant_id nulls last limit 1`;

/** The limit where the amount is above it, so that a second person decides; undefined where no rule asks for one. */
export async function exceededLimit(
  tx: PoolClient,
  { tenantId, resource, action, currency, row, amount }: Question,
): Promise<string | undefined> {
  const values = [tenantId, `${resource}/${action}`, currency, row.merchantId];
  const { rows } = await tx.query<{ limit: string }>({ name: 'approval-limit', text: LIMIT, values });
  const limit = rows[0]?.limit;
  return limit !== undefined && new Amount(amount).greaterThan(limit) ? limit : undefined;
}

/** Ends the question about a row without an answer; nobody can give one any more. */
export async function withdrawQuestion(
  tx: PoolClient,
  { resource, rowId }: About,
  why: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; merchantId: string | null }>({
    name: 'approval-withdraw',
    text: `update approval set status = ${APPROVAL_STATUS.closed}, reason = $3, decided_at = $4, version = version + 1
      where resource = $1 and row_id = $2 and status = ${APPROVAL_STATUS.waiting}
        returning id::text, merchant_id::text as "merchantId"`,
    values: [resource, rowId, why, now],
  });
  for (const { id, merchantId } of rows) await emit(tx, 'approval', id, 'update', merchantId);
}

/**
 * Opens a question where a rule asks for a second person above a limit. One that nobody answered in time makes way.
 * @returns true where the row now waits for the answer
 */
export async function askApproval(
  tx: PoolClient,
  question: Question,
  now: Date,
  actor: Actor,
): Promise<boolean> {
  const limit = await exceededLimit(tx, question);
  if (limit === undefined) return false;
  await withdrawQuestion(tx, { resource: question.resource, rowId: question.row.id }, 'expired', now);
  const id = newId();
  await tx.query(
    `insert into approval (id, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount,
       limit_amount, maker_id, maker, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
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
      limit,
      actor.operatorId ?? null,
      actor.operator,
      new Date(now.getTime() + LIVES_MS),
      now,
    ],
  );
  await emit(tx, 'approval', id, 'add', question.row.merchantId);
  return true;
}

/** A question without an answer yet, with the first person's input. */
export interface Waiting {
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
    text: `select maker_id::text as "makerId", maker, input from approval
      where resource = $1 and row_id = $2 and status = ${APPROVAL_STATUS.waiting} and expires_at > $3`,
    values: [about.resource, about.rowId, now],
  });
  return rows[0];
}
