import type { PoolClient } from 'pg';
import { newId } from '../db/id.ts';
import { emit } from '../events/outbox.ts';
import type { Actor } from './moveRow.ts';

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

const LIVES_MS = 3 * 24 * 3_600_000;

// A rule for the merchant beats the one for all; without a rule nobody is asked.
const LIMIT = `select limit_amount::text as "limit" from approval_rule
  where tenant_id = $1 and resource = $2 and action = $3 and currency = $4 and status = 1
    and (merchant_id = $5 or merchant_id is null)
  order by merchant_id nulls last limit 1`;

/** The amount above which a second person decides, as decimal text; undefined where no rule asks. */
export async function approvalLimit(
  tx: PoolClient,
  {
    tenantId,
    resource,
    action,
    currency,
    row,
  }: Pick<Question, 'tenantId' | 'resource' | 'action' | 'currency' | 'row'>,
): Promise<string | undefined> {
  const values = [tenantId, resource, action, currency, row.merchantId];
  const { rows } = await tx.query<{ limit: string }>({ name: 'approval-limit', text: LIMIT, values });
  return rows[0]?.limit;
}

/**
 * Opens a question where a rule asks for a second person above a limit.
 * @returns true where the row now waits for the answer
 */
export async function askApproval(
  tx: PoolClient,
  question: Question,
  now: Date,
  actor: Actor,
): Promise<boolean> {
  const limit = await approvalLimit(tx, question);
  if (limit === undefined) return false;
  const id = newId();
  const { rowCount } = await tx.query(
    `insert into approval (id, tenant_id, merchant_id, resource, row_id, row_no, action, input, currency, amount,
       limit_amount, maker_id, maker, expires_at, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::numeric, $11::numeric, $12, $13, $14, $15
     where $10::numeric > $11::numeric`,
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
  if (rowCount === 0) return false;
  await emit(tx, 'approval', id, 'add', question.row.merchantId);
  return true;
}

/** The question that waits about a row, if one does. */
export async function waitingFor(
  tx: PoolClient,
  about: { resource: string; rowId: string },
  now: Date,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    'select id::text from approval where resource = $1 and row_id = $2 and status = 1 and expires_at > $3',
    [about.resource, about.rowId, now],
  );
  return rows[0]?.id;
}
