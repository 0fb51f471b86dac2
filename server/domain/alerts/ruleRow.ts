import { alertMeasureOf } from '../../../contract/alertMeasures.ts';
import type { AlertTerms } from '../../../contract/alertTerms.ts';
import type { AlertCondition, AlertState } from '../../../contract/alertState.ts';
import type { QuietHours } from '../../../contract/quietHours.ts';
import type { Watched } from './figures.ts';

const MINUTE_MS = 60_000;

/** A rule as its evaluation reads it. */
export interface RuleRow extends AlertTerms {
  id: string;
  tenantId: string;
  name: string;
  userId: string;
  userIds: string[] | null;
  roleIds: string[] | null;
  quietFrom: string | null;
  quietTo: string | null;
  quietZone: string | null;
  mutedUntil: Date | null;
  state: AlertState['status'];
  machine: AlertState | null;
  evaluatedTo: Date;
}

export const RULE_COLUMNS = `id::text, tenant_id::text as "tenantId", name, measure, comparison, threshold::text,
  resolve_threshold::text as "resolveThreshold", window_minutes as "windowMinutes", minimum_count as "minimumCount",
  for_minutes as "forMinutes", keep_firing_minutes as "keepFiringMinutes", merchant_id::text as "merchantId",
  upstream_id::text as "upstreamId", channel_id::text as "channelId", currency, user_id::text as "userId",
  user_ids as "userIds", role_ids as "roleIds", quiet_from as "quietFrom", quiet_to as "quietTo",
  quiet_zone as "quietZone", muted_until as "mutedUntil", state, machine, evaluated_to as "evaluatedTo"`;

/** Undefined where its measure is no longer one. */
export function watchedOf(terms: AlertTerms): Watched | undefined {
  const measure = alertMeasureOf(terms.measure);
  if (!measure) return undefined;
  const { merchantId, upstreamId, channelId, currency, windowMinutes, minimumCount } = terms;
  const windowMs = windowMinutes * MINUTE_MS;
  return { measure, merchantId, upstreamId, channelId, currency, windowMs, minimum: minimumCount };
}

export const conditionOf = (terms: AlertTerms): AlertCondition => ({
  comparison: terms.comparison,
  threshold: Number(terms.threshold),
  resolveThreshold: terms.resolveThreshold === null ? null : Number(terms.resolveThreshold),
  forMs: terms.forMinutes * MINUTE_MS,
  keepFiringMs: terms.keepFiringMinutes * MINUTE_MS,
});

export const quietOf = ({
  quietFrom,
  quietTo,
  quietZone,
}: Pick<RuleRow, 'quietFrom' | 'quietTo' | 'quietZone'>): QuietHours | null =>
  quietFrom && quietTo && quietZone ? { from: quietFrom, to: quietTo, zone: quietZone } : null;
