import type { Pool } from 'pg';
import type { FlowStepInput } from '../../contract/approvalFlow.ts';
import { newId } from '../../server/platform/db/id.ts';

/** A step as it is stored; what is left out is as in a new rule. */
export interface PlantedStep {
  who?: 'permitted' | 'role' | 'director' | 'people';
  roleId?: string;
  userIds?: readonly string[];
  decides?: 'any' | 'all';
  above?: string;
  minutes?: number;
  onTimeout?: 'ask' | 'escalate' | 'refuse';
  escalateRoleId?: string;
}

/** A step as it is drawn. */
export const USUAL_STEP: FlowStepInput = {
  name: '',
  who: 'permitted',
  roleId: null,
  userIds: [],
  decides: 'any',
  aboveAmount: null,
  timeoutMinutes: 60,
  onTimeout: 'ask',
  escalateRoleId: null,
};

interface Planted {
  action: string;
  limit: string;
  steps?: readonly PlantedStep[];
  /** Of this merchant alone. */
  merchantId?: string;
}

/** An approval flow of a world's tenant in INR, as if it had been published. @returns the rule */
export async function plantFlow(
  pool: Pool,
  { tenantId }: { tenantId: string },
  { action, limit, steps = [{}], merchantId }: Planted,
): Promise<string> {
  const [resource, verb] = action.split(':');
  const id = newId();
  await pool.query(
    'insert into approval_flow_version (rule_id, flow_version, limit_amount) values ($1, 1, $2)',
    [id, limit],
  );
  for (const [at, step] of steps.entries())
    await pool.query(
      `insert into approval_flow_step (rule_id, flow_version, step, who, role_id, user_ids, decides, above_amount,
         timeout_minutes, on_timeout, escalate_role_id)
       values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        at + 1,
        step.who ?? 'permitted',
        step.roleId ?? null,
        step.userIds ?? [],
        step.decides ?? 'any',
        step.above ?? null,
        step.minutes ?? 4_320,
        step.onTimeout ?? 'ask',
        step.escalateRoleId ?? null,
      ],
    );
  await pool.query(
    `insert into approval_rule (id, tenant_id, resource, action, currency, limit_amount, steps, merchant_id)
     values ($1, $2, $3, $4, 'INR', $5, $6, $7)`,
    [id, tenantId, resource, verb, limit, steps.length, merchantId ?? null],
  );
  return id;
}
