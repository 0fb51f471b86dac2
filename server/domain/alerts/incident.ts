import type { IncidentFigures } from '../../../contract/incidentFigures.ts';
import { QUARTER_MS } from '../../../contract/alertState.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import { readPoints } from './figures.ts';
import { sealedTo } from './quarters.ts';
import { watchedOf } from './ruleRow.ts';

const HOUR_MS = 3_600_000;
const BEFORE_MS = 3 * HOUR_MS;
/** Quarter hours that a chart has room for. */
const LONGEST_MS = 3 * 24 * HOUR_MS;

interface IncidentRow {
  measure: string;
  comparison: 'below' | 'above';
  threshold: string;
  windowMinutes: number;
  merchantId: string | null;
  upstreamId: string | null;
  channelId: string | null;
  currency: string | null;
  openedAt: Date;
  resolvedAt: Date | null;
  minimumCount: number;
}

/** The least number of rows is the rule's of now: the incident does not keep it. */
const INCIDENT = {
  name: 'alert-incident',
  text: `select i.measure, i.comparison, i.threshold::text, i.window_minutes as "windowMinutes",
    i.merchant_id::text as "merchantId", i.upstream_id::text as "upstreamId", i.channel_id::text as "channelId",
    i.currency, i.opened_at as "openedAt", i.resolved_at as "resolvedAt",
    coalesce(r.minimum_count, 0) as "minimumCount"
  from alert_incident i left join alert_rule r on r.id = i.rule_id where i.id = $1`,
};

const floored = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/** How the measure of an incident went around it. The caller may see the incident: its row was read under the scope. */
export async function incidentFigures(pool: Connections, id: string): Promise<{ figures: IncidentFigures }> {
  const { rows } = await pool.query<IncidentRow>({ ...INCIDENT, values: [id] });
  const sealed = await sealedTo(pool);
  const [row] = rows;
  const terms = row && { ...row, resolveThreshold: null, forMinutes: 0, keepFiringMinutes: 0 };
  const watched = terms && watchedOf(terms);
  if (!row || !watched || !sealed) return { figures: { points: [] } };
  const from = floored(row.openedAt.getTime() - Math.max(BEFORE_MS, watched.windowMs));
  const end = row.resolvedAt ? row.resolvedAt.getTime() + HOUR_MS : sealed.getTime();
  const to = Math.min(floored(end), sealed.getTime(), from + LONGEST_MS);
  return { figures: { points: to > from ? await readPoints(pool, watched, [from, to]) : [] } };
}
