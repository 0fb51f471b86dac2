import type pg from 'pg';
import { QUARTER_MS } from '../../../contract/alertState.ts';
import { evaluateRules } from '../../domain/alerts/evaluate.ts';
import { writeQuarters } from '../../domain/alerts/quarters.ts';
import { idAt } from '../../platform/db/id.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { transact } from '../../platform/db/transaction.ts';
import { TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import { SICK_UPSTREAM } from './demoNames.ts';

const FROM = 1_300;
const RULES_DAYS = 45;
const DAY_MS = 86_400_000;

const USUAL = { window_minutes: 15, minimum_count: 0, for_minutes: 0, keep_firing_minutes: 0 };

const WATCHED = [
  {
    name: localeTexts(`${SICK_UPSTREAM} 成功率`, `${SICK_UPSTREAM} 成功率`, `${SICK_UPSTREAM} success rate`),
    measure: 'collectOrder.rate',
    comparison: 'below',
    threshold: 50,
    resolve_threshold: 60,
    window_minutes: 30,
    minimum_count: 20,
    for_minutes: 15,
    keep_firing_minutes: 30,
    upstream: SICK_UPSTREAM,
    roles: ['operator'],
  },
  {
    name: localeTexts('代收成功率', '代收成功率', 'Collection success rate'),
    measure: 'collectOrder.rate',
    comparison: 'below',
    threshold: 71,
    window_minutes: 60,
    minimum_count: 100,
    for_minutes: 15,
    keep_firing_minutes: 30,
    roles: ['operator'],
  },
  {
    name: localeTexts('代付成功率', '代付成功率', 'Payout success rate'),
    measure: 'payOrder.rate',
    comparison: 'below',
    threshold: 80,
    window_minutes: 120,
    minimum_count: 20,
    keep_firing_minutes: 30,
    roles: ['finance'],
  },
  {
    name: localeTexts('通知送达率', '通知送達率', 'Callbacks delivered'),
    measure: 'callback.delivered',
    comparison: 'below',
    threshold: 60,
    window_minutes: 60,
    minimum_count: 100,
    for_minutes: 15,
    keep_firing_minutes: 30,
    roles: ['operator'],
  },
  {
    name: localeTexts('代收待审核', '代收待審核', 'Collections in review'),
    measure: 'collectOrder.review',
    comparison: 'above',
    threshold: 5,
    roles: ['administrator', 'operator'],
  },
  {
    name: localeTexts('待送达的代收通知', '待送達的代收通知', 'Callbacks waiting'),
    measure: 'collectOrder.notifying',
    comparison: 'above',
    threshold: 500,
    roles: ['operator'],
  },
  {
    name: localeTexts('挂账金额（INR）', '掛帳金額（INR）', 'In suspense (INR)'),
    measure: 'payment.inSuspense',
    comparison: 'above',
    threshold: 1_000_000,
    currency: 'INR',
    roles: ['finance'],
  },
] as const;

/**
 * The figures of the demo's past, the rules that ship with it, and what they raise in it: the same evaluation as that of
 * every quarter hour from now on.
 */
export async function seedAlerts(owner: pg.Pool, anchorMs: number): Promise<void> {
  // A load that was killed may have got as far as this.
  await owner.query('truncate measure_quarter, measure_quarter_mark, alert_incident, alert_rule cascade');
  const born = anchorMs - RULES_DAYS * DAY_MS;
  const found = async (sql: string): Promise<ReadonlyMap<string, string>> =>
    new Map(
      (await owner.query<{ key: string; id: string }>(sql)).rows.map(({ key, id }) => [key, id] as const),
    );
  const users = await found('select account as key, id::text from sys_user');
  const roles = await found('select code as key, id::text from sys_role');
  const upstreams = await found('select name as key, id::text from upstream');
  const rules = WATCHED.map((watched, index) => ({
    id: idAt(born, FROM + index),
    tenant_id: TENANT_ID,
    ...USUAL,
    ...watched,
    resolve_threshold: 'resolve_threshold' in watched ? watched.resolve_threshold : null,
    currency: 'currency' in watched ? watched.currency : null,
    upstream_id: 'upstream' in watched ? upstreams.get(watched.upstream) : null,
    role_ids: watched.roles.map((code) => roles.get(code)),
    user_id: users.get('admin'),
    status: 1,
    state: 'normal',
    version: 1,
    evaluated_to: new Date(Math.floor(born / QUARTER_MS) * QUARTER_MS),
    created_at: new Date(born),
  }));
  await insertRows(
    owner,
    'alert_rule',
    rules.map(({ upstream: _upstream, roles: _roles, ...row }: Record<string, unknown>) => row),
  );
  await transact(owner, async (tx) => {
    await tx.query(`set local work_mem = '128MB'`);
    await writeQuarters(tx, anchorMs);
  });
  await owner.query('analyze measure_quarter');
  await evaluateRules({ pool: owner });
}
