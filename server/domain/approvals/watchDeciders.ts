import type { Pool, PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { transact } from '../../platform/db/transaction.ts';
import { announce } from '../../platform/events/announce.ts';
import { commandNames } from './commandNames.ts';
import { peopleOf } from './flowPeople.ts';
import { stepsOf } from './flowStep.ts';

/**
 * Whom the steps of a flow ask follows from roles, their buttons, organisations and directors, which are changed elsewhere and
 * without a code. Whoever comes to decide by such a change is announced within a minute.
 */

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('approvalDeciders', 7303)) as mine`;

/** Ids of people by step, of one version of a flow. */
interface Deciders {
  flowVersion: number;
  steps: Readonly<Record<string, readonly string[]>>;
}

interface RuleRow {
  ruleId: string;
  tenantId: string;
  merchantId: string | null;
  command: string;
  currency: string;
  flowVersion: number;
  deciders: Deciders | null;
}

const RULES = `select id::text as "ruleId", tenant_id::text as "tenantId", merchant_id::text as "merchantId", command, currency,
    flow_version as "flowVersion", deciders
  from approval_rule where status = ${SWITCH.enabled} order by id`;

const STORE =
  'update approval_rule set deciders = $2::jsonb where id = $1 and deciders is distinct from $2::jsonb';

interface NewDecider {
  step: number;
  account: string;
}

async function readDeciders(
  tx: PoolClient,
  { ruleId, tenantId, merchantId, command, flowVersion, deciders: known }: RuleRow,
): Promise<{ deciders: Deciders; added: NewDecider[] }> {
  const steps: Record<string, string[]> = {};
  const added: NewDecider[] = [];
  for (const step of await stepsOf(tx, { ruleId, flowVersion })) {
    const escalated = step.onTimeout === 'escalate';
    const permission = command.replace('/', ':');
    const people = await peopleOf(tx, step, { tenantId, merchantId, makerId: null, escalated, permission });
    steps[step.step] = people.map(({ id }) => id).sort();
    // What a version was published with is announced as such.
    if (known?.flowVersion !== flowVersion) continue;
    const before = new Set(known.steps[step.step]);
    for (const { id, account } of people) if (!before.has(id)) added.push({ step: step.step, account });
  }
  return { deciders: { flowVersion, steps }, added };
}

function announceDeciders(
  tx: PoolClient,
  { ruleId, tenantId, command, currency }: RuleRow,
  added: readonly NewDecider[],
  now: Date,
): Promise<void> {
  const [simplified, traditional, english] = commandNames(command);
  const named = (text: (step: number) => string, joint: string) =>
    added.map(({ account, step }) => `${account}${text(step)}`).join(joint);
  return announce(
    tx,
    {
      key: `flowDeciders:${ruleId}:${now.getTime()}`,
      permission: 'approval:page',
      tenantId,
      link: { view: 'workflow', args: { id: ruleId } },
      title: localeTexts(
        `更多人可审批：${simplified} ${currency}`,
        `更多人可審批：${traditional} ${currency}`,
        `More people decide: ${english}, ${currency}`,
      ),
      content: localeTexts(
        `因角色、权限或组织变更，以下人员现可审批：${named((step) => `（第 ${step} 步）`, '、')}。请核对。`,
        `因角色、權限或組織變更，以下人員現可審批：${named((step) => `（第 ${step} 步）`, '、')}。請核對。`,
        `By a change of roles, rights or organisations these can decide now: ${named((step) => ` (step ${step})`, ', ')}. Check that it was meant.`,
      ),
    },
    now,
  );
}

/** Announces who came to decide a step of a flow in force since it was last read. @returns how many rules that were */
export const watchDeciders = (pool: Pool, now: Date): Promise<number> =>
  transact(pool, async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>(LOCK);
    if (!rows[0]?.mine) return 0;
    let announced = 0;
    for (const rule of (await tx.query<RuleRow>(RULES)).rows) {
      const { deciders, added } = await readDeciders(tx, rule);
      await tx.query(STORE, [rule.ruleId, JSON.stringify(deciders)]);
      if (added.length === 0) continue;
      await announceDeciders(tx, rule, added, now);
      announced += 1;
    }
    return announced;
  });
