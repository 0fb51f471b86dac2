import type { PoolClient } from 'pg';
import { alertLink } from '../../../contract/alertDrill.ts';
import { alertMeasureOf } from '../../../contract/alertMeasures.ts';
import { grouped } from '../../../contract/grouping.ts';
import { localText } from '../../../contract/localised.ts';
import type { Locale } from '../../../contract/locales.ts';
import { isQuiet } from '../../../contract/quietHours.ts';
import { transact } from '../../platform/db/transaction.ts';
import { announce } from '../../platform/events/announce.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { inEveryLocale, textOf } from '../../platform/http/locales.ts';
import { hearersOf } from './hearers.ts';
import { quietOf, RULE_COLUMNS, type RuleRow } from './ruleRow.ts';

interface IncidentRow {
  id: string;
  ruleId: string;
  status: 'firing' | 'resolved';
  openedAt: Date;
  resolvedAt: Date | null;
  peak: string;
}

const WAITING = `select id::text, rule_id::text as "ruleId", status, opened_at as "openedAt", resolved_at as "resolvedAt",
    trim_scale(peak)::text as peak
  from alert_incident
  where rule_id is not null and (status = 'firing' and announced_at is null
    or status = 'resolved' and announced_at is not null and not resolution_announced)
  order by opened_at`;
const RULE = `select ${RULE_COLUMNS} from alert_rule where id = $1`;
/** Whoever gets the row writes the notices; another worker finds it written. */
const ANNOUNCED = `update alert_incident set announced_at = $2, version = version + 1
  where id = $1 and status = 'firing' and announced_at is null`;
const RESOLVED = `update alert_incident set resolution_announced = true where id = $1 and not resolution_announced`;
const HEARD = `select for_user_id::text as "userId" from sys_notice where tenant_id = $1 and once_key = any($2::text[])`;

const keyOf = (incidentId: string, userId: string): string => `alert:${incidentId}:${userId}`;

/** What the figure is, as it is written: per cent, an amount or a count. */
function figureOf({ measure, currency }: RuleRow, value: string): string {
  const kind = alertMeasureOf(measure)?.kind;
  if (kind === 'rate') return `${Math.round(Number(value) * 10) / 10} %`;
  return kind === 'money' ? `${grouped(value)} ${currency ?? ''}`.trim() : grouped(value);
}

/** Keys of the texts of a notice. */
const TEXTS = {
  firing: {
    title: 'alertIncident.notice.firedTitle',
    below: 'alertIncident.notice.firedBelow',
    above: 'alertIncident.notice.firedAbove',
  },
  resolved: {
    title: 'alertIncident.notice.resolvedTitle',
    below: 'alertIncident.notice.resolvedBelow',
    above: 'alertIncident.notice.resolvedAbove',
  },
} as const;

/** One text of reports.json in every language. */
function texts({ locales }: AppDeps, key: string, rule: RuleRow, { peak }: IncidentRow): string {
  const values = {
    value: figureOf(rule, peak),
    threshold: figureOf(rule, String(Number(rule.threshold))),
    minutes: rule.windowMinutes,
  };
  const textIn = (locale: Locale): string => {
    const name = localText(rule.name, locale);
    return textOf(locales, locale, 'reports', key, { ...values, name }) ?? name;
  };
  return inEveryLocale(textIn);
}

async function write(
  deps: AppDeps,
  tx: PoolClient,
  rule: RuleRow,
  incident: IncidentRow,
  hearers: readonly string[],
): Promise<void> {
  const at = (incident.resolvedAt ?? incident.openedAt).getTime();
  const link = alertLink(rule, incident.openedAt.getTime());
  const keys = TEXTS[incident.status];
  for (const userId of hearers)
    await announce(
      tx,
      {
        key: keyOf(incident.id, userId),
        permission: 'alertIncident:page',
        tenantId: rule.tenantId,
        userId,
        ...(rule.merchantId && { merchantId: rule.merchantId }),
        title: texts(deps, keys.title, rule, incident),
        content: texts(deps, keys[rule.comparison], rule, incident),
        ...(link && { alert: { ...link, ruleId: rule.id, incidentId: incident.id } }),
      },
      new Date(at),
    );
  await emit(tx, 'alertIncident', incident.id, 'update');
}

async function announceFired(deps: AppDeps, rule: RuleRow, incident: IncidentRow, now: Date): Promise<void> {
  const isMuted = rule.mutedUntil !== null && rule.mutedUntil > now;
  if (isMuted || isQuiet(quietOf(rule), now)) return;
  const hearers = await hearersOf(deps, rule);
  await transact(deps.pool, async (tx) => {
    const { rowCount } = await tx.query(ANNOUNCED, [incident.id, now]);
    if (rowCount === 1) await write(deps, tx, rule, incident, hearers);
  });
}

/** The notice about the incident says how it ended; those who were not notified of it hear nothing. */
async function announceResolved(deps: AppDeps, rule: RuleRow, incident: IncidentRow): Promise<void> {
  const hearers = await hearersOf(deps, rule);
  await transact(deps.pool, async (tx) => {
    const { rowCount } = await tx.query(RESOLVED, [incident.id]);
    if (rowCount !== 1) return;
    const keys = hearers.map((userId) => keyOf(incident.id, userId));
    const heard = await tx.query<{ userId: string }>(HEARD, [rule.tenantId, keys]);
    await write(
      deps,
      tx,
      rule,
      incident,
      heard.rows.map(({ userId }) => userId),
    );
  });
}

/** Notifies of incidents that are open and were not announced, once it is neither muted nor quiet, and of their ends. */
export async function announceIncidents(deps: AppDeps): Promise<void> {
  const now = deps.clock.now();
  const { rows } = await deps.pool.query<IncidentRow>(WAITING);
  for (const incident of rows) {
    const [rule] = (await deps.pool.query<RuleRow>(RULE, [incident.ruleId])).rows;
    if (!rule) continue;
    if (incident.status === 'firing') await announceFired(deps, rule, incident, now);
    else await announceResolved(deps, rule, incident);
  }
}
