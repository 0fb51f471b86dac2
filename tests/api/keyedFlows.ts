import { plantFlow, USUAL_STEP } from '../safety/flowWorld.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Publishing a flow, once. */
export const flowCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'approvalRule/publish': async ({ server, admin, tenant }) => {
    const { pool } = server.database;
    await pool.query("delete from approval_rule where command = 'payOrder/approve' and currency = 'INR'");
    const id = await plantFlow(pool, tenant, { action: 'payOrder:approve', limit: '100' });
    const body = { id, version: 1, limitAmount: '90', steps: [USUAL_STEP] };
    return {
      who: admin,
      body,
      other: { ...body, limitAmount: '80' },
      async count() {
        const { rows } = await pool.query<{ n: string }>(
          'select count(*) as n from approval_flow_version where rule_id = $1 and flow_version > 1',
          [id],
        );
        return Number(rows[0]!.n);
      },
    };
  },
};
