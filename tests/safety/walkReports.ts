import type { alertRule } from '../../contract/resources/reports/alertRule.ts';
import { newId } from '../../server/platform/db/id.ts';
import { RULE } from '../api/alertWorld.ts';
import type { Cases, WalkWorld } from './walkWorld.ts';

/** A rule of the maker's own, on. */
async function ruleOf({ maker }: WalkWorld): Promise<string> {
  const { id } = await maker.client.command<{ id: string }>('alertRule/add', {
    ...RULE,
    name: `Rate ${newId()}`,
  });
  return id;
}

/** One that is off. */
async function offRuleOf(walk: WalkWorld): Promise<string> {
  const id = await ruleOf(walk);
  await walk.sql('update alert_rule set status = 2 where id = $1', [id]);
  return id;
}

export const alertRuleCases: Cases<typeof alertRule> = {
  muteHour: async (walk) => ({ ids: [await ruleOf(walk)] }),
  muteUntilTomorrow: async (walk) => ({ ids: [await ruleOf(walk)] }),
  unmute: async (walk) => ({ ids: [await ruleOf(walk)] }),
  turnOff: async (walk) => ({ ids: [await ruleOf(walk)] }),
  turnOn: async (walk) => ({ ids: [await offRuleOf(walk)] }),
};
