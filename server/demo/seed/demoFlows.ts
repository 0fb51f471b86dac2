import { TIMEOUT_MINUTES } from '../../../contract/approvalFlow.ts';
import { roleIdOf } from './base.ts';
import { insertRows } from './copyIn.ts';
import type { Queryable } from './load.ts';

type Row = Readonly<Record<string, unknown>>;

const DAY_MINUTES = 1_440;
/** The flow of more than one step, and above which part of its limit the director decides too. */
const LONG = { command: 'payOrder/approve', currency: 'BRL', part: 1.6 } as const;

const step = (rule: Row, flowVersion: number, number: number, over: Row = {}): Row => ({
  rule_id: rule.id,
  flow_version: flowVersion,
  step: number,
  name: '',
  who: 'permitted',
  role_id: null,
  above_amount: null,
  timeout_minutes: TIMEOUT_MINUTES.usual,
  on_timeout: 'ask',
  ...over,
});

const isLong = ({ resource, action, currency }: Row): boolean =>
  `${String(resource)}/${String(action)}` === LONG.command && currency === LONG.currency;

/** Finance first, and above a larger amount the director of the merchant's organisation. */
const longSteps = (rule: Row): Row[] => [
  step(rule, 2, 1, {
    name: 'Finance',
    who: 'role',
    role_id: roleIdOf('finance'),
    timeout_minutes: DAY_MINUTES,
    on_timeout: 'escalate',
  }),
  step(rule, 2, 2, {
    name: 'Director',
    who: 'director',
    above_amount: String(Number(rule.limit_amount) * LONG.part),
    timeout_minutes: 2 * DAY_MINUTES,
    on_timeout: 'refuse',
  }),
];

/** The first load of rules also clears what a load that was killed has left. */
export async function clearFlows(db: Queryable): Promise<void> {
  await db.query('delete from approval_flow_step');
  await db.query('delete from approval_flow_version');
  await db.query('select ship_flow_of_no_rule()');
}

/** Rules with their flows: one step each, and one of two. */
export async function insertFlows(db: Queryable, rules: readonly Row[]): Promise<void> {
  const published = (rule: Row, flowVersion: number): Row => ({
    rule_id: rule.id,
    flow_version: flowVersion,
    limit_amount: rule.limit_amount,
    published_at: rule.created_at,
  });
  const long = rules.filter(isLong);
  await insertRows(db, 'approval_flow_version', [
    ...rules.map((rule) => published(rule, 1)),
    ...long.map((rule) => published(rule, 2)),
  ]);
  await insertRows(db, 'approval_flow_step', [
    ...rules.map((rule) => step(rule, 1, 1)),
    ...long.flatMap(longSteps),
  ]);
  await insertRows(
    db,
    'approval_rule',
    rules.map((rule) => ({ ...rule, flow_version: isLong(rule) ? 2 : 1, steps: isLong(rule) ? 2 : 1 })),
  );
}
