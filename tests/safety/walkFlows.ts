import type { approvalRule } from '../../contract/resources/finance/approvalRule.ts';
import { plantFlow } from './flowWorld.ts';
import type { Cases, WalkWorld } from './walkWorld.ts';

/** A rule that no amount of the walk is above. */
const ruleOf = ({ server, world }: WalkWorld, action: string): Promise<string> =>
  plantFlow(server.database.pool, world, { action, limit: '999999999' });

export const approvalRuleCases: Cases<typeof approvalRule> = {
  async enable(walk) {
    const id = await ruleOf(walk, 'payOrder:confirmFailed');
    await walk.sql('update approval_rule set status = 2 where id = $1', [id]);
    return { ids: [id] };
  },
  disable: async (walk) => ({ ids: [await ruleOf(walk, 'payOrder:markReturned')] }),
};
