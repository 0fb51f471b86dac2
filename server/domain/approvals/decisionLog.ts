import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';

/** What happened in a step: a person's answer, or that its time was over. */
export interface Decision {
  approvalId: string;
  step: number;
  kind: 'agree' | 'refuse' | 'escalate' | 'timeout';
  by?: { userId: string; account: string };
  reason?: string | null;
}

/** Appends to what is known of a request. The database refuses a second answer of one person. */
export async function noteDecision(tx: PoolClient, decision: Decision, now: Date): Promise<void> {
  const { approvalId, step, kind, by, reason } = decision;
  await tx.query({
    name: 'approval-note',
    text: `insert into approval_decision (id, approval_id, step, kind, user_id, account, reason, decided_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [newId(), approvalId, step, kind, by?.userId ?? null, by?.account ?? null, reason || null, now],
  });
}
