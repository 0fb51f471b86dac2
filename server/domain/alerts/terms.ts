import { alertMeasureOf } from '../../../contract/alertMeasures.ts';
import { QUARTER_MS } from '../../../contract/alertState.ts';
import type { Visible } from '../../engine/scope.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { mayKnow } from './hearers.ts';

/** Whether a rule can be answered by the figures, and whether whoever writes it may know them. */

const MINUTE_MS = 60_000;
const QUARTER_MINUTES = QUARTER_MS / MINUTE_MS;

export const MINUTE_FIELDS = ['windowMinutes', 'forMinutes', 'keepFiringMinutes'] as const;
const SCOPE_FIELDS = ['merchantId', 'upstreamId', 'channelId', 'currency'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Who asks, and of which server. */
interface Asked {
  deps: AppDeps;
  caller: Caller;
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What the measure can be narrowed by, and what an amount must be narrowed by. @throws Refused */
function checkScope({ deps, caller }: Asked, values: Values): void {
  const measure = alertMeasureOf(String(values.measure));
  if (!measure) throw refuseField(deps, caller, 'measure', 'alertMeasure');
  for (const field of SCOPE_FIELDS)
    if (isGiven(values[field]) && !measure.scopes.includes(field))
      throw refuseField(deps, caller, field, 'alertScope');
  if (isGiven(values.merchantId) && (isGiven(values.upstreamId) || isGiven(values.channelId)))
    throw refuseField(deps, caller, 'merchantId', 'alertMerchantAlone');
  if (measure.kind === 'money' && !isGiven(values.currency))
    throw refuseField(deps, caller, 'currency', 'alertCurrency');
}

/** Windows and durations are counted in quarter hours, as the figures are. @throws Refused */
function checkTimes({ deps, caller }: Asked, values: Values): void {
  for (const field of MINUTE_FIELDS)
    if (Number(values[field] ?? 0) % QUARTER_MINUTES !== 0)
      throw refuseField(deps, caller, field, 'alertQuarters');
}

/** @throws Refused where the value to come back to is beyond the threshold */
function checkHysteresis({ deps, caller }: Asked, values: Values): void {
  const { comparison, threshold, resolveThreshold } = values;
  if (!isGiven(resolveThreshold)) return;
  const beyond = Number(resolveThreshold) - Number(threshold);
  if (comparison === 'below' ? beyond < 0 : beyond > 0)
    throw refuseField(deps, caller, 'resolveThreshold', 'alertHysteresis');
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

/** @throws Refused with the field that is wrong */
export function checkTerms(asked: Asked, visible: Visible, values: Values): void {
  checkScope(asked, values);
  checkTimes(asked, values);
  checkHysteresis(asked, values);
  checkRight(asked, visible, values);
}

/** @throws Refused where quiet hours have one end alone */
export function checkQuiet({ deps, caller }: Asked, values: Values): void {
  const quiet = ['quietFrom', 'quietTo'].filter((field) => isGiven(values[field]));
  if (quiet.length === 1) throw refuseField(deps, caller, quiet[0]!, 'alertQuiet');
}
