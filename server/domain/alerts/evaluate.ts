import type { PoolClient } from 'pg';
import { type Incident, NORMAL, runAlert } from '../../../contract/alertState.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { readPoints } from './figures.ts';
import { announceIncidents } from './hear.ts';
import { sealedTo, sealQuarters } from './quarters.ts';
import { conditionOf, RULE_COLUMNS, type RuleRow, watchedOf } from './ruleRow.ts';

const DUE = `select id::text from alert_rule where status = ${SWITCH.enabled} and evaluated_to < $1 order by evaluated_to, id`;
/** Another worker that evaluates it has it locked; one that has done so has moved it on. */
const TAKE = `select ${RULE_COLUMNS} from alert_rule
  where id = $1 and status = ${SWITCH.enabled} and evaluated_to < $2 for update skip locked`;
const KEEP = `update alert_rule set state = $2, machine = $3, evaluated_to = $4 where id = $1`;

const OPEN = `select opened_at as "openedAt" from alert_incident where rule_id = $1 and status = 'firing'`;
const INSERT = `insert into alert_incident (id, tenant_id, rule_id, name, measure, comparison, threshold, window_minutes,
    merchant_id, upstream_id, channel_id, currency, status, opened_at, resolved_at, peak, peak_at)
  select $2, tenant_id, id, name, measure, comparison, threshold, window_minutes, merchant_id, upstream_id, channel_id,
    currency, case when $4::timestamptz is null then 'firing' else 'resolved' end, $3, $4, $5, $6
  from alert_rule where id = $1
  on conflict (rule_id, opened_at) do nothing`;
const UPDATE = `update alert_incident set resolved_at = $3, peak = $4, peak_at = $5, version = version + 1,
    status = case when $3::timestamptz is null then 'firing' else 'resolved' end
  where rule_id = $1 and opened_at = $2
    and (resolved_at, peak, peak_at) is distinct from ($3::timestamptz, $4::numeric, $5::timestamptz)
  returning id::text`;

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Writes what an evaluation found: the incident that was open goes on or is resolved, others are new. */
async function keepIncident(
  tx: PoolClient,
  rule: RuleRow,
  open: number | undefined,
  { openedAt, resolvedAt, peak, peakAt }: Incident,
): Promise<void> {
  const ends = [dateOf(resolvedAt), peak, new Date(peakAt)];
  if (openedAt === open) {
    const { rows } = await tx.query<{ id: string }>(UPDATE, [rule.id, new Date(openedAt), ...ends]);
    for (const { id } of rows) await emit(tx, 'alertIncident', id, 'update');
    return;
  }
  const id = newId();
  await tx.query(INSERT, [rule.id, id, new Date(openedAt), ...ends]);
  await emit(tx, 'alertIncident', id, 'add');
}

async function evaluateRule(tx: PoolClient, rule: RuleRow, to: Date): Promise<void> {
  const watched = watchedOf(rule);
  if (!watched) return void (await tx.query(KEEP, [rule.id, 'normal', null, to]));
  const points = await readPoints(tx, watched, [rule.evaluatedTo.getTime(), to.getTime()]);
  const { state, incidents } = runAlert(conditionOf(rule), rule.machine ?? NORMAL, points);
  const [open] = (await tx.query<{ openedAt: Date }>(OPEN, [rule.id])).rows;
  for (const incident of incidents) await keepIncident(tx, rule, open?.openedAt.getTime(), incident);
  await tx.query(KEEP, [rule.id, state.status, state, to]);
  if (state.status !== rule.state) await emit(tx, 'alertRule', rule.id, 'update');
}

/**
 * Evaluates every rule up to the last quarter hour that is written, in one transaction a rule with the incidents it opens:
 * a worker that is killed has done all of it or nothing, and two do it once.
 */
export async function evaluateRules(deps: Pick<AppDeps, 'pool'>): Promise<void> {
  const to = await sealedTo(deps.pool);
  if (!to) return;
  const { rows } = await deps.pool.query<{ id: string }>(DUE, [to]);
  const faults: unknown[] = [];
  for (const { id } of rows)
    try {
      await transact(deps.pool, async (tx) => {
        const [rule] = (await tx.query<RuleRow>(TAKE, [id, to])).rows;
        if (rule) await evaluateRule(tx, rule, to);
      });
    } catch (error) {
      // One rule that fails must not silence the others.
      faults.push(error);
    }
  if (faults.length > 0) throw faults[0];
}

/** Writes the quarter hours that have ended, evaluates what is due, and notifies of what that found. */
export async function keepAlerts(deps: AppDeps): Promise<void> {
  await sealQuarters(deps);
  try {
    await evaluateRules(deps);
  } finally {
    await announceIncidents(deps);
  }
}
