import type { PoolClient } from 'pg';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { About } from './approvalAsk.ts';
import { noteDecision } from './decisionLog.ts';

// Somebody named the transaction by which the money left: a clock must not make room for a second payment.
const STAY = `update approval a set version = a.version + 1,
    expires_at = $3::timestamptz + make_interval(mins => s.timeout_minutes)
  from approval_flow_step s
  where a.resource = $1 and a.row_id = $2 and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at <= $3
    and a.input ? 'transactionHash' and s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
  returning a.id::text, a.step, a.merchant_id::text as "merchantId",
    exists (select from approval_decision d where d.approval_id = a.id and d.step = a.step and d.kind = 'timeout') as known`;

interface Stayed {
  id: string;
  step: number;
  merchantId: string | null;
  /** That its time is over has been noted of this step. */
  known: boolean;
}

/**
 * Lets a question that names a transaction wait on where its time is over, whatever its flow says: it ends by a person's
 * answer alone. What was decided in earlier steps holds.
 */
export async function stayDue(tx: PoolClient, { resource, rowId }: About, now: Date): Promise<boolean> {
  const { rows } = await tx.query<Stayed>({
    name: 'approval-stay',
    text: STAY,
    values: [resource, rowId, now],
  });
  for (const { id, step, merchantId, known } of rows) {
    if (!known) await noteDecision(tx, { approvalId: id, step, kind: 'timeout' }, now);
    await emit(tx, 'approval', id, 'update', merchantId);
  }
  return rows.length > 0;
}
