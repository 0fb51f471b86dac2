import type { PoolClient } from 'pg';
import {
  ALWAYS_ASKED,
  type FlowPerson,
  type FlowShown,
  type FlowStepInput,
  type FlowVersionShown,
  type TriedWay,
  type WayStep,
} from '../../../contract/approvalFlow.ts';
import type { Locale } from '../../../contract/locales.ts';
import { localText } from '../../../contract/localised.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { stuckStep } from './finishable.ts';
import { peopleOf } from './flowPeople.ts';
import { type FlowStep, NO_RULE, stepsOf, STEP_COLUMNS } from './flowStep.ts';
import { roleNames, stepsOfWay, type Traveller } from './way.ts';

type Reader = Pick<PoolClient, 'query'>;

const VERSIONS_MOST = 50;
const RULE = `select r.id::text, r.version, r.command, r.currency, r.merchant_id::text as "merchantId", m.name as "merchantName",
    r.status, r.flow_version as "flowVersion"
  from approval_rule r left join merchant m on m.id = r.merchant_id where r.id = $1`;
const VERSIONS = `select v.flow_version as "flowVersion", trim_scale(v.limit_amount)::text as "limitAmount", v.note,
    u.account as "publishedBy", v.published_at as "publishedAt"
  from approval_flow_version v left join sys_user u on u.id = v.published_by
  where v.rule_id = $1 order by v.flow_version desc limit ${VERSIONS_MOST}`;
const STEPS = `select s.flow_version as "flowVersion", ${STEP_COLUMNS} from approval_flow_step s
  where s.rule_id = $1 order by s.flow_version, s.step`;

type Version = Omit<FlowVersionShown, 'steps' | 'publishedAt'> & { publishedAt: Date };

async function peopleNamed(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, FlowPerson>> {
  const { rows } = await db.query<FlowPerson>(
    'select id::text, account, real_name as "realName" from sys_user where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map((person) => [person.id, person]));
}

/** A flow with its versions, the newest first, and the names of whom their steps ask. */
export async function flowOf(db: Reader, id: string, locale: Locale): Promise<FlowShown | undefined> {
  const rule = (await db.query<Omit<FlowShown, 'versions'>>(RULE, [id])).rows[0];
  if (!rule) return undefined;
  const versions = (await db.query<Version>(VERSIONS, [id])).rows;
  const steps = (await db.query<FlowStep & { flowVersion: number }>(STEPS, [id])).rows;
  const roles = await roleNames(
    db,
    steps.flatMap(({ roleId, escalateRoleId }) => [roleId, escalateRoleId]),
    locale,
  );
  const people = await peopleNamed(
    db,
    steps.flatMap(({ userIds }) => userIds),
  );
  const nameOf = (role: string | null) => (role === null ? null : (roles.get(role) ?? ''));
  return {
    ...rule,
    versions: versions.map((version) => ({
      ...version,
      publishedAt: version.publishedAt.toISOString(),
      steps: steps
        .filter(({ flowVersion }) => flowVersion === version.flowVersion)
        .map(({ flowVersion: _version, step: _step, ...step }) => ({
          ...step,
          roleName: nameOf(step.roleId),
          escalateRoleName: nameOf(step.escalateRoleId),
          users: step.userIds.map((user) => people.get(user) ?? { id: user, account: '', realName: '' }),
        })),
    })),
  };
}

/** Whom a step may name: the roles of the tenant, and the people who may do the command. */
export async function choicesOf(
  db: Reader,
  { tenantId, command, locale }: { tenantId: string; command: string; locale: Locale },
): Promise<{ roles: { id: string; name: string }[]; people: FlowPerson[] }> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select id::text, name from sys_role where tenant_id = $1 and status = ${SWITCH.enabled} order by order_no, id`,
    [tenantId],
  );
  const anyone = { who: 'permitted', roleId: null, userIds: [], escalateRoleId: null } as const;
  const people = await peopleOf(
    db,
    { ...anyone, userIds: [] },
    { tenantId, merchantId: null, makerId: null, escalated: false, permission: command.replace('/', ':') },
  );
  return { roles: rows.map(({ id, name }) => ({ id, name: localText(name, locale) })), people };
}

const RULING = `select id::text as "ruleId", flow_version as "flowVersion", status, trim_scale(limit_amount)::text as "limitAmount"
  from approval_rule
  where tenant_id = $1 and command = $2 and currency = $3 and (merchant_id = $4 or merchant_id is null)
  order by status = ${SWITCH.enabled} desc, merchant_id nulls last limit 1`;

interface Ruling {
  ruleId: string;
  flowVersion: number;
  status: number;
  limitAmount: string;
}

/** The first step of a way that nobody could decide; without a merchant nobody knows its director. */
function stuckIn(steps: readonly WayStep[], { merchantId }: Traveller): number | null {
  const asked = steps
    .filter(({ state }) => state === 'ahead')
    .map(({ step, who, decides, people }) => ({
      step,
      decides,
      people: who === 'director' && merchantId === null ? undefined : people.map(({ id }) => id),
    }));
  return stuckStep(asked) ?? null;
}

/** The way where no flow asks anybody: none, or by one other person where there always is one. */
async function oneOther(
  db: Reader,
  traveller: Traveller,
  why: Pick<TriedWay, 'ruleId' | 'reason'>,
): Promise<TriedWay> {
  if (!ALWAYS_ASKED.includes(traveller.command)) return { ...why, way: null, stuck: null };
  const steps = await stepsOfWay(db, await stepsOf(db, NO_RULE), traveller);
  return { ...why, way: { ...NO_RULE, limitAmount: '0', steps }, stuck: stuckIn(steps, traveller) };
}

/** What would become of an amount now; by steps that are only drawn where they are given. */
export async function triedWay(
  db: Reader,
  { currency, ...traveller }: Traveller & { currency: string },
  drawn?: { limitAmount: string; steps: readonly FlowStepInput[] },
): Promise<TriedWay> {
  const values = [traveller.tenantId, traveller.command, currency, traveller.merchantId];
  const found = drawn ? undefined : (await db.query<Ruling>(RULING, values)).rows[0];
  const ruleId = found?.ruleId ?? null;
  const without = (reason: TriedWay['reason']) => oneOther(db, traveller, { ruleId, reason });
  if (!drawn && !found) return without('noFlow');
  if (found && found.status !== SWITCH.enabled) return without('off');
  const limitAmount = amountText(drawn?.limitAmount ?? found!.limitAmount);
  if (!new Amount(traveller.amount).greaterThan(limitAmount)) return without('belowLimit');
  const steps = drawn
    ? drawn.steps.map((step, at): FlowStep => ({ ...step, step: at + 1 }))
    : await stepsOf(db, found!);
  const flowVersion = found?.flowVersion ?? 0;
  const shown = await stepsOfWay(db, steps, traveller);
  const way = { flowVersion, limitAmount, steps: shown };
  return { ruleId, way, reason: null, stuck: stuckIn(shown, traveller) };
}
