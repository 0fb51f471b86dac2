import type { PoolClient } from 'pg';
import {
  FLOW_DECIDES,
  FLOW_NAME_MOST,
  FLOW_NOTE_MOST,
  FLOW_PEOPLE_MOST,
  FLOW_STEPS_MOST,
  FLOW_TIMEOUT,
  FLOW_WHO,
  type FlowStepInput,
  TIMEOUT_MINUTES,
} from '../../../contract/approvalFlow.ts';
import * as z from 'zod';
import { amountText, Amount, fitsCurrency, isAmountText } from '../../../contract/money.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { logDifference } from '../../engine/differences.ts';
import { logSetting } from '../../engine/settingLog.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Asked, stuckStep } from './finishable.ts';
import { peopleOf } from './flowPeople.ts';
import { watchDemand } from './demand.ts';
import { announceLooser } from './loosenedNotice.ts';
import { type FlowVersion, stepsOf } from './flowStep.ts';

const amount = z.string().refine((text) => isAmountText(text) && new Amount(text).gte(0));
const optionalRole = idOf('sysRole')
  .nullish()
  .transform((value) => value ?? null);

/** Steps as a client draws them. */
export const stepsSchema = z
  .array(
    z.strictObject({
      name: z.string().trim().max(FLOW_NAME_MOST).default(''),
      who: z.enum(FLOW_WHO),
      roleId: optionalRole,
      userIds: z
        .array(idOf('sysUser', { tenantWide: 'a step asks people of other organisations too' }))
        .max(FLOW_PEOPLE_MOST)
        .default([]),
      decides: z.enum(FLOW_DECIDES),
      aboveAmount: amount.nullish().transform((value) => value ?? null),
      timeoutMinutes: z.int().min(TIMEOUT_MINUTES.least).max(TIMEOUT_MINUTES.most),
      onTimeout: z.enum(FLOW_TIMEOUT),
      escalateRoleId: optionalRole,
    }),
  )
  .min(1)
  .max(FLOW_STEPS_MOST);

export const publishSchema = z.strictObject({
  id: idSchema,
  /** Of the rule, as it was seen. */
  version: z.int(),
  limitAmount: amount,
  note: z.string().trim().max(FLOW_NOTE_MOST).default(''),
  steps: stepsSchema,
  /** A code, or what a passkey gave: needed where it asks less of others than before. */
  otp: z.string().trim().max(200).default(''),
});

/** The step of every new rule: whoever may do the command, within the usual time. */
const ONLY_STEP: FlowStepInput = {
  name: '',
  who: 'permitted',
  roleId: null,
  userIds: [],
  decides: 'any',
  aboveAmount: null,
  timeoutMinutes: TIMEOUT_MINUTES.usual,
  onTimeout: 'ask',
  escalateRoleId: null,
};

/** Only what the choice of who decides needs; the database refuses anything else. */
const tidy = (step: FlowStepInput): FlowStepInput => ({
  ...step,
  roleId: step.who === 'role' ? step.roleId : null,
  userIds: step.who === 'people' ? [...new Set(step.userIds)] : [],
  decides: step.who === 'permitted' ? 'any' : step.decides,
  aboveAmount: step.aboveAmount === null ? null : amountText(step.aboveAmount),
  escalateRoleId: step.onTimeout === 'escalate' ? step.escalateRoleId : null,
});

/** Who it is published by, and what it is called. */
interface Published {
  limitAmount: string;
  note: string | null;
  publishedBy: string | null;
  now: Date;
}

/** Writes a version with its steps, which never change. */
export async function insertVersion(
  tx: PoolClient,
  { ruleId, flowVersion }: FlowVersion,
  steps: readonly FlowStepInput[],
  { limitAmount, note, publishedBy, now }: Published,
): Promise<void> {
  await tx.query(
    `insert into approval_flow_version (rule_id, flow_version, limit_amount, note, published_by, published_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [ruleId, flowVersion, limitAmount, note, publishedBy, now],
  );
  for (const [at, step] of steps.entries())
    await tx.query(
      `insert into approval_flow_step (rule_id, flow_version, step, name, who, role_id, user_ids, decides, above_amount,
         timeout_minutes, on_timeout, escalate_role_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ruleId,
        flowVersion,
        at + 1,
        step.name,
        step.who,
        step.roleId,
        step.userIds,
        step.decides,
        step.aboveAmount,
        step.timeoutMinutes,
        step.onTimeout,
        step.escalateRoleId,
      ],
    );
}

/** The first version of a new rule. */
export const beginFlow = (
  tx: PoolClient,
  ruleId: string,
  published: Published,
  steps: readonly FlowStepInput[] = [ONLY_STEP],
): Promise<void> => insertVersion(tx, { ruleId, flowVersion: 1 }, steps, published);

/** The same steps above another limit. */
export async function copyVersion(tx: PoolClient, from: FlowVersion, published: Published): Promise<number> {
  const flowVersion = from.flowVersion + 1;
  await insertVersion(tx, { ruleId: from.ruleId, flowVersion }, await stepsOf(tx, from), published);
  return flowVersion;
}

/** A rule under its lock. */
interface Rule {
  tenantId: string;
  merchantId: string | null;
  command: string;
  currency: string;
  flowVersion: number;
  version: number;
  limitAmount: string;
}

const RULE = `select tenant_id::text as "tenantId", merchant_id::text as "merchantId", command, currency,
    flow_version as "flowVersion", version, trim_scale(limit_amount)::text as "limitAmount"
  from approval_rule where id = $1 for update`;

/** The role is of the tenant. @throws Refused flowRole */
async function refuseForeignRole(tx: PoolClient, tenantId: string, step: number, roleId: string | null) {
  if (roleId === null) return;
  const { rowCount } = await tx.query('select from sys_role where id = $1 and tenant_id = $2', [
    roleId,
    tenantId,
  ]);
  if (!rowCount) throw new Refused('flowRole', { step });
}

/**
 * Each step has somebody who may decide and is not needed in another one, and its figures fit the flow.
 * @throws Refused flowStepFirst, flowStepAmount, flowStepNobody, flowStepTaken, flowRole, amountDigits
 */
export async function checkSteps(
  tx: PoolClient,
  { tenantId, merchantId, command, currency }: Pick<Rule, 'tenantId' | 'merchantId' | 'command' | 'currency'>,
  limitAmount: string,
  steps: readonly FlowStepInput[],
): Promise<void> {
  if (!fitsCurrency(limitAmount, currency)) throw new Refused('amountDigits', { currency });
  const asked: Asked[] = [];
  for (const [at, step] of steps.entries()) {
    const number = at + 1;
    if (step.aboveAmount !== null) {
      if (at === 0) throw new Refused('flowStepFirst');
      if (!fitsCurrency(step.aboveAmount, currency)) throw new Refused('amountDigits', { currency });
      if (!new Amount(step.aboveAmount).greaterThan(limitAmount))
        throw new Refused('flowStepAmount', { step: number, limit: amountText(limitAmount), currency });
    }
    await refuseForeignRole(tx, tenantId, number, step.roleId);
    await refuseForeignRole(tx, tenantId, number, step.escalateRoleId);
    // A flow for all merchants asks the director of each one's organisation.
    if (step.who === 'director' && merchantId === null) continue;
    const permission = command.replace('/', ':');
    const subject = { tenantId, merchantId, makerId: null, escalated: false, permission };
    const people = await peopleOf(tx, step, subject);
    const missing = step.who === 'people' && people.length < step.userIds.length;
    if (people.length === 0 || missing) throw new Refused('flowStepNobody', { step: number });
    asked.push({ step: number, decides: step.decides, people: people.map(({ id }) => id) });
  }
  const stuck = stuckStep(asked);
  if (stuck !== undefined) throw new Refused('flowStepTaken', { step: stuck });
}

/** Steps as they are drawn, without their numbers. */
const inputsOf = (steps: readonly FlowStepInput[]): FlowStepInput[] =>
  steps.map(
    ({ name, who, roleId, userIds, decides, aboveAmount, timeoutMinutes, onTimeout, escalateRoleId }) => ({
      name,
      who,
      roleId,
      userIds,
      decides,
      aboveAmount,
      timeoutMinutes,
      onTimeout,
      escalateRoleId,
    }),
  );

interface WrittenVersion {
  rule: Rule;
  flowVersion: number;
  /** Of some merchant and amount others are asked less than before. */
  isLooser: boolean;
}

/**
 * Writes the next version of a flow; requests that wait go on by the version that they began with.
 * @throws Refused notFound, staleVersion, and what `checkSteps` refuses
 */
export async function writeVersion(
  tx: PoolClient,
  caller: Caller,
  { id, version, limitAmount, note, steps: drawn }: Omit<z.output<typeof publishSchema>, 'otp'>,
  now: Date,
): Promise<WrittenVersion> {
  const rule = (await tx.query<Rule>(RULE, [id])).rows[0];
  if (!rule) throw new Refused('notFound');
  if (rule.version !== version) throw new Refused('staleVersion');
  const steps = drawn.map(tidy);
  await checkSteps(tx, rule, limitAmount, steps);
  const flowVersion = rule.flowVersion + 1;
  const limit = amountText(limitAmount);
  const before = {
    limitAmount: rule.limitAmount,
    steps: await stepsOf(tx, { ruleId: id, flowVersion: rule.flowVersion }),
  };
  const published = { limitAmount: limit, note: note || null, publishedBy: caller.userId, now };
  const limits = [limit, ...steps.flatMap(({ aboveAmount }) => aboveAmount ?? [])];
  const watch = await watchDemand(tx, rule, { limits, merchantId: rule.merchantId });
  await insertVersion(tx, { ruleId: id, flowVersion }, steps, published);
  await tx.query(
    `update approval_rule set flow_version = $2, limit_amount = $3, steps = $4, updated_at = $5, version = version + 1
     where id = $1`,
    [id, flowVersion, limit, steps.length, now],
  );
  await logSetting(
    tx,
    { resource: 'approvalRule', id, name: rule.command },
    {
      event: 'update',
      before: { flowVersion: rule.flowVersion, limitAmount: rule.limitAmount },
      after: { flowVersion, limitAmount: limit, steps: steps.length },
      ...(note && { remark: note }),
    },
    { operator: caller.account, operatorId: caller.userId, ip: caller.ip },
  );
  const after = { limitAmount: limit, steps };
  await logDifference(
    tx,
    {
      resource: 'approvalRule',
      id,
      before: { ...before, steps: inputsOf(before.steps), flowVersion: rule.flowVersion },
      after: { ...after, steps: inputsOf(steps), flowVersion },
    },
    caller,
    now,
  );
  return { rule, flowVersion, isLooser: await watch.isLooser() };
}

/** Publishes the next version of a flow, and notifies others where it asks less. @throws Refused what `writeVersion` refuses */
export async function publishFlow(
  tx: PoolClient,
  caller: Caller,
  body: z.output<typeof publishSchema>,
  now: Date,
): Promise<{ id: string; flowVersion: number; version: number }> {
  const { id } = body;
  const { rule, flowVersion, isLooser } = await writeVersion(tx, caller, body, now);
  const { tenantId, command, currency } = rule;
  if (isLooser) {
    const loosened = {
      ruleId: id,
      tenantId,
      command,
      currency,
      version: flowVersion,
      how: 'published',
    } as const;
    await announceLooser(tx, { ...loosened, account: caller.account }, now);
  }
  await emit(tx, 'approvalRule', id, 'update', rule.merchantId);
  return { id, flowVersion, version: rule.version + 1 };
}
