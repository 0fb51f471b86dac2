import type { PoolClient } from 'pg';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import type { About } from './approvalAsk.ts';
import { noteDecision } from './decisionLog.ts';
import { emitMoved } from './questionEvent.ts';

// A step escalates once; after that it lapses.
const ESCALATE = `update approval a set escalated = true, notice_at = $3, version = a.version + 1,
    expires_at = $3::timestamptz + make_interval(mins => s.timeout_minutes)
  from approval_flow_step s
  where a.resource = $1 and a.row_id = $2 and a.status = ${APPROVAL_STATUS.waiting} and a.expires_at <= $3
    and not a.escalated and s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step
    and s.on_timeout = 'escalate'
  returning a.id::text, a.step, a.merchant_id::text as "merchantId"`;

/** Asks others too where nobody of the step has decided in time and its flow says so; they have as long as it had. */
export async function escalateDue(tx: PoolClient, { resource, rowId }: About, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ id: string; step: number; merchantId: string | null }>({
    name: 'approval-escalate',
    text: ESCALATE,
    values: [resource, rowId, now],
  });
  for (const { id, step, merchantId } of rows) {
    await noteDecision(tx, { approvalId: id, step, kind: 'escalate' }, now);
    await emitMoved(tx, { resource, rowId }, { id, merchantId });
  }
  return rows.length > 0;
}
