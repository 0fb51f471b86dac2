import { alertMeasureOf } from '../../../contract/alertMeasures.ts';
import { QUARTER_MS } from '../../../contract/alertState.ts';
import type { Visible } from '../../engine/scope.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type Fault, refuseField, refuseFields } from '../../platform/http/refuseField.ts';
import { isZone } from '../../platform/http/zone.ts';
import { mayKnow } from './hearers.ts';

/** Whether a rule can be answered by the figures, and whether whoever writes it may know them. */

const MINUTE_MS = 60_000;
const QUARTER_MINUTES = QUARTER_MS / MINUTE_MS;

export const MINUTE_FIELDS = ['windowMinutes', 'forMinutes', 'keepFiringMinutes'] as const;
const THRESHOLDS = ['threshold', 'resolveThreshold'] as const;
const RATE_MOST = 100;
const SCOPE_FIELDS = ['merchantId', 'upstreamId', 'channelId', 'currency'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Who asks, and of which server. */
interface Asked {
  deps: AppDeps;
  caller: Caller;
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What the measure can be narrowed by, and what an amount must be narrowed by. */
function scopeFaults(values: Values): Fault[] {
  const measure = alertMeasureOf(String(values.measure));
  if (!measure) return [{ field: 'measure', text: 'alertMeasure' }];
  const foreign = SCOPE_FIELDS.filter((field) => isGiven(values[field]) && !measure.scopes.includes(field));
  const isTwofold = isGiven(values.merchantId) && (isGiven(values.upstreamId) || isGiven(values.channelId));
  return [
    ...foreign.map((field) => ({ field, text: 'alertScope' })),
    ...(isTwofold ? [{ field: 'merchantId', text: 'alertMerchantAlone' }] : []),
    ...(measure.kind === 'money' && !isGiven(values.currency)
      ? [{ field: 'currency', text: 'alertCurrency' }]
      : []),
  ];
}

/** Windows and durations are counted in quarter hours, as the figures are. */
const timeFaults = (values: Values): Fault[] =>
  MINUTE_FIELDS.filter((field) => Number(values[field] ?? 0) % QUARTER_MINUTES !== 0).map((field) => ({
    field,
    text: 'alertQuarters',
  }));

/** A rate that no orders can have is never reached, or always. */
function rateFaults(values: Values): Fault[] {
  if (alertMeasureOf(String(values.measure))?.kind !== 'rate') return [];
  const isBeyond = (field: string) => {
    const value = Number(values[field] ?? 0);
    return value < 0 || value > RATE_MOST;
  };
  return THRESHOLDS.filter(isBeyond).map((field) => ({ field, text: 'alertPercent' }));
}

/** The value to come back to is not beyond the threshold. */
function hysteresisFaults({ comparison, threshold, resolveThreshold }: Values): Fault[] {
  if (!isGiven(resolveThreshold)) return [];
  const beyond = Number(resolveThreshold) - Number(threshold);
  const isBeyond = comparison === 'below' ? beyond < 0 : beyond > 0;
  return isBeyond ? [{ field: 'resolveThreshold', text: 'alertHysteresis' }] : [];
}

/** A rule watches nothing that whoever writes it may not see. @throws Refused */
function checkRight({ deps, caller }: Asked, visible: Visible, values: Values): void {
  const merchantId = isGiven(values.merchantId) ? String(values.merchantId) : null;
  if (mayKnow(caller, visible, { measure: String(values.measure), merchantId })) return;
  const resource = alertMeasureOf(String(values.measure))?.resource;
  const isOfList = !resource || !can(caller, `${resource}:page`);
  throw refuseField(
    deps,
    caller,
    isOfList ? 'measure' : 'merchantId',
    isOfList ? 'alertMeasure' : 'alertOwn',
  );
}

/** Quiet hours have two ends that differ, in a zone that there is. */
function quietFaults(values: Values): Fault[] {
  const { quietFrom, quietTo, quietZone } = values;
  const [given, ...others] = ['quietFrom', 'quietTo'].filter((field) => isGiven(values[field]));
  return [
    ...(given && others.length === 0 ? [{ field: given, text: 'alertQuiet' }] : []),
    ...(isGiven(quietFrom) && quietFrom === quietTo ? [{ field: 'quietTo', text: 'alertQuietNone' }] : []),
    ...(isGiven(quietZone) && !isZone(String(quietZone)) ? [{ field: 'quietZone', text: 'timeZone' }] : []),
  ];
}

/** @throws Refused with every field that is wrong */
export function checkTerms(asked: Asked, visible: Visible, values: Values): void {
  const checks = [scopeFaults, timeFaults, rateFaults, hysteresisFaults, quietFaults];
  const faults = checks.flatMap((check) => check(values));
  if (faults.length > 0) throw refuseFields(asked.deps, asked.caller, faults);
  checkRight(asked, visible, values);
}
