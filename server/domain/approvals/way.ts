import type { PoolClient } from 'pg';
import type { Way, WayDecision, WayStep } from '../../../contract/approvalFlow.ts';
import { Amount } from '../../../contract/money.ts';
import { localText } from '../../../contract/localised.ts';
import type { Locale } from '../../../contract/locales.ts';
import { APPROVAL_STATUS } from '../../platform/db/statuses.ts';
import { peopleOf } from './flowPeople.ts';
import { type FlowStep, stepsOf } from './flowStep.ts';

type Reader = Pick<PoolClient, 'query'>;

/** The names of roles in somebody's language, by id. */
export async function roleNames(
  db: Reader,
  ids: readonly (string | null)[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id::text, name from sys_role where id = any($1::bigint[])',
    [ids.filter((id) => id !== null)],
  );
  return new Map(rows.map(({ id, name }) => [id, localText(name, locale)]));
}

/** What takes the way: a request, or an amount that is tried out. */
export interface Traveller {
  tenantId: string;
  merchantId: string | null;
  makerId: string | null;
  /** Route of the command. */
  command: string;
  amount: string;
  locale: Locale;
}

/** How far it has come; undefined of what is only tried out. */
interface Progress {
  step: number;
  escalated: boolean;
  status: number;
  decisions: readonly (WayDecision & { step: number; userId: string | null })[];
}

function stateOf(
  { step, aboveAmount }: FlowStep,
  amount: string,
  at: Progress | undefined,
): WayStep['state'] {
  if (aboveAmount !== null && !new Amount(amount).abs().greaterThan(aboveAmount)) return 'skipped';
  if (!at || step > at.step) return 'ahead';
  if (step < at.step || at.status === APPROVAL_STATUS.agreed) return 'passed';
  return at.status === APPROVAL_STATUS.waiting ? 'current' : 'stopped';
}

/** The steps of a way, with who has decided and who is awaited. */
export async function stepsOfWay(
  db: Reader,
  steps: readonly FlowStep[],
  { tenantId, merchantId, makerId, command, amount, locale }: Traveller,
  at?: Progress,
): Promise<WayStep[]> {
  const names = await roleNames(
    db,
    steps.map(({ roleId }) => roleId),
    locale,
  );
  const decided = new Set((at?.decisions ?? []).map(({ userId }) => userId));
  const shown: WayStep[] = [];
  for (const step of steps) {
    const state = stateOf(step, amount, at);
    const escalated = state === 'current' && at?.escalated === true;
    const permission = command.replace('/', ':');
    const subject = { tenantId, merchantId, makerId, escalated, permission };
    const open = state === 'current' || state === 'ahead';
    const people = open ? await peopleOf(db, step, subject) : [];
    const { step: number, name, who, decides, aboveAmount, timeoutMinutes, onTimeout } = step;
    shown.push({
      step: number,
      name,
      who,
      decides,
      aboveAmount,
      timeoutMinutes,
      onTimeout,
      state,
      escalated,
      roleName: step.roleId === null ? null : (names.get(step.roleId) ?? ''),
      people: people.filter(({ id }) => !decided.has(id)),
      decisions: (at?.decisions ?? [])
        .filter((decision) => decision.step === number)
        .map(({ step: _step, userId: _userId, ...decision }) => decision),
    });
  }
  return shown;
}

interface Request {
  tenantId: string;
  merchantId: string | null;
  makerId: string | null;
  command: string;
  amount: string;
  limitAmount: string;
  ruleId: string;
  flowVersion: number;
  step: number;
  escalated: boolean;
  status: number;
}

const REQUEST = `select tenant_id::text as "tenantId", merchant_id::text as "merchantId", maker_id::text as "makerId", command,
    coalesce(amount, 0)::text as amount, trim_scale(coalesce(limit_amount, 0))::text as "limitAmount",
    rule_id::text as "ruleId", flow_version as "flowVersion", step, escalated, status
  from approval where id = $1`;

const DECISIONS = `select d.step, d.kind, d.user_id::text as "userId", d.account, u.real_name as "realName", d.reason,
    d.decided_at as at
  from approval_decision d left join sys_user u on u.id = d.user_id
  where d.approval_id = $1 order by d.decided_at, d.id`;

/**
 * The way of a request by the version of the flow that it began with; where a tenant is given, only if that one decides:
 * whom another asks is not its to read.
 */
export async function wayOf(
  db: Reader,
  id: string,
  locale: Locale,
  onlyOf: string | null = null,
): Promise<Way | undefined> {
  const request = (await db.query<Request>(REQUEST, [id])).rows[0];
  if (!request || (onlyOf !== null && request.tenantId !== onlyOf)) return undefined;
  const { rows } = await db.query<Omit<Progress['decisions'][number], 'at'> & { at: Date }>(DECISIONS, [id]);
  const decisions = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  const steps = await stepsOf(db, request);
  const { flowVersion, limitAmount } = request;
  const traveller = { ...request, locale };
  return {
    flowVersion,
    limitAmount,
    steps: await stepsOfWay(db, steps, traveller, { ...request, decisions }),
  };
}
