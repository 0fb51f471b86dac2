import type { PoolClient } from 'pg';
import type { FlowStepInput } from '../../../contract/approvalFlow.ts';

/** A step of a published flow. */
export interface FlowStep extends FlowStepInput {
  step: number;
}

/** A version of a flow, which never changes. */
export interface FlowVersion {
  ruleId: string;
  flowVersion: number;
}

/** The flow of what always needs a second person where no rule rules it; the schema has its one step. */
export const NO_RULE: FlowVersion = { ruleId: '0', flowVersion: 1 };

export const STEP_COLUMNS = `s.step, s.name, s.who, s.role_id::text as "roleId", s.user_ids::text[] as "userIds", s.decides,
  trim_scale(s.above_amount)::text as "aboveAmount", s.timeout_minutes as "timeoutMinutes", s.on_timeout as "onTimeout",
  s.escalate_role_id::text as "escalateRoleId"`;

type Reader = Pick<PoolClient, 'query'>;

/** The steps of a version in their order. */
export async function stepsOf(db: Reader, { ruleId, flowVersion }: FlowVersion): Promise<FlowStep[]> {
  const { rows } = await db.query<FlowStep>({
    name: 'flow-steps',
    text: `select ${STEP_COLUMNS} from approval_flow_step s where s.rule_id = $1 and s.flow_version = $2 order by s.step`,
    values: [ruleId, flowVersion],
  });
  return rows;
}

const NEXT = `select ${STEP_COLUMNS} from approval_flow_step s
  where s.rule_id = $1 and s.flow_version = $2 and s.step > $3 and (s.above_amount is null or s.above_amount < abs($4::numeric))
  order by s.step limit 1`;

/** The step that an amount goes to after this one; undefined after the last. */
export async function stepAfter(
  db: Reader,
  { ruleId, flowVersion }: FlowVersion,
  step: number,
  amount: string,
): Promise<FlowStep | undefined> {
  const values = [ruleId, flowVersion, step, amount];
  return (await db.query<FlowStep>({ name: 'flow-next', text: NEXT, values })).rows[0];
}

const MINUTE = 60_000;

/** When a step that begins now has had its time. */
export const dueOf = (now: Date, timeoutMinutes: number): Date =>
  new Date(now.getTime() + timeoutMinutes * MINUTE);
