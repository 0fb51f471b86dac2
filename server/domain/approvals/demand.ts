import type { PoolClient } from 'pg';
import { ALWAYS_ASKED, amountsAround, asksLess, stepsTaken } from '../../../contract/approvalFlow.ts';
import { Amount } from '../../../contract/money.ts';
import { rulingSql } from './approvalAsk.ts';
import { type FlowStep, NO_RULE, stepsOf } from './flowStep.ts';

/**
 * What a command asks of others, over a grid of merchants and amounts: a change of rules is compared by what comes of it,
 * whatever was changed. A rule of one merchant comes before the one for all, so that a new rule may ask less although no rule
 * was changed.
 */

/** The rules that are compared: those of a command in one currency. */
export interface RuleGroup {
  tenantId: string;
  command: string;
  currency: string;
}

/** Limits and a merchant that the rules have only after the change. */
interface Planned {
  limits: readonly string[];
  merchantId: string | null;
}

/** Where what is asked may change. */
interface Grid {
  amounts: readonly string[];
  merchantIds: readonly string[];
}

/** The steps that are asked, by merchant and amount; none where nobody is asked. */
type Demands = ReadonlyMap<string, readonly FlowStep[]>;

const LIMITS = `select distinct trim_scale(l.at)::text as at from approval_rule r
    join approval_flow_step s on s.rule_id = r.id and s.flow_version = r.flow_version
    cross join lateral (values (r.limit_amount), (s.above_amount)) l (at)
  where r.tenant_id = $1 and r.command = $2 and r.currency = $3 and l.at is not null`;

const MERCHANTS = `select distinct merchant_id::text as id from approval_rule
  where tenant_id = $1 and command = $2 and currency = $3 and merchant_id is not null`;

// A flow without a limit asks of every amount.
const RULINGS = `select m.id::text as "merchantId", r."ruleId", r."flowVersion", trim_scale(r."limit"::numeric)::text as "limit"
  from unnest($4::bigint[]) m (id)
  left join lateral (${rulingSql({ tenant: '$1', command: '$2', currency: '$3', merchant: 'm.id' })}) r on true`;

/** No merchant has this id: whatever is asked of one without a rule of its own. */
const ANY_MERCHANT = '0';

interface RulingRow {
  merchantId: string;
  ruleId: string | null;
  flowVersion: number | null;
  limit: string | null;
}

async function gridOf(tx: PoolClient, group: RuleGroup, { limits, merchantId }: Planned): Promise<Grid> {
  const values = [group.tenantId, group.command, group.currency];
  const own = (await tx.query<{ at: string }>(LIMITS, values)).rows.map(({ at }) => at);
  const named = (await tx.query<{ id: string }>(MERCHANTS, values)).rows.map(({ id }) => id);
  return {
    amounts: amountsAround([...own, ...limits]),
    merchantIds: [...new Set([ANY_MERCHANT, ...named, ...(merchantId === null ? [] : [merchantId])])],
  };
}

async function demandsOf(
  tx: PoolClient,
  { tenantId, command, currency }: RuleGroup,
  { amounts, merchantIds }: Grid,
): Promise<Demands> {
  const { rows } = await tx.query<RulingRow>(RULINGS, [tenantId, command, currency, merchantIds]);
  const below = ALWAYS_ASKED.includes(command) ? await stepsOf(tx, NO_RULE) : [];
  const demands = new Map<string, readonly FlowStep[]>();
  for (const { merchantId, ruleId, flowVersion, limit } of rows) {
    const above = ruleId === null ? below : await stepsOf(tx, { ruleId, flowVersion: flowVersion! });
    for (const amount of amounts) {
      const steps = limit !== null && new Amount(amount).greaterThan(limit) ? above : below;
      demands.set(`${merchantId}/${amount}`, stepsTaken(steps, amount));
    }
  }
  return demands;
}

export interface DemandWatch {
  /** Whether less is asked since, of any merchant and amount. */
  isLooser: () => Promise<boolean>;
}

/** What rules ask before they are changed, to be compared with what they ask after it. */
export async function watchDemand(tx: PoolClient, group: RuleGroup, planned: Planned): Promise<DemandWatch> {
  const grid = await gridOf(tx, group, planned);
  const before = await demandsOf(tx, group, grid);
  return {
    async isLooser() {
      const after = await demandsOf(tx, group, grid);
      return [...before].some(([cell, steps]) => asksLess(steps, after.get(cell) ?? []));
    },
  };
}
