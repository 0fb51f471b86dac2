import { NORMAL, QUARTER_MS } from '../../../contract/alertState.ts';
import type { alertRule } from '../../../contract/resources/reports/alertRule.ts';
import type { ActionHandler, ActionHandlers } from '../../engine/action.ts';
import { Scopes } from '../../engine/scope.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { zoneFrom } from '../../platform/http/zone.ts';
import { checkTerms, isGiven, MINUTE_FIELDS } from './terms.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What of a rule decides whether it fires: another of these begins it from the start. */
const CONDITION: readonly string[] = [
  'comparison',
  'threshold',
  'resolveThreshold',
  ...MINUTE_FIELDS,
  'minimumCount',
  'status',
];

const RESOLVE = `update alert_incident set status = 'resolved', resolved_at = greatest($2, opened_at), version = version + 1
  where rule_id = $1 and status = 'firing' returning id::text`;

/** The rule begins from the start: what it was firing for is no longer its condition. */
async function begin(tx: WriteContext['tx'], ruleId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(RESOLVE, [ruleId, now]);
  for (const { id } of rows) await emit(tx, 'alertIncident', id, 'update');
}

const flooredQuarter = (now: Date): Date => new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS);

const restart = (now: Date) => ({ state: NORMAL.status, machine: null, evaluatedTo: flooredQuarter(now) });

export async function alertRuleWrite(context: WriteContext): Promise<void> {
  const { tx, caller, verb, values, before = {}, now, id } = context;
  if (verb === 'delete') return begin(tx, id, now);
  const whole = { ...before, ...values };
  checkTerms(context, await new Scopes(context.deps.pool).summable(caller), whole);
  if (isGiven(whole.quietFrom)) values.quietZone = zoneFrom(String(whole.quietZone || caller.timeZone));
  // Whoever changes it answers for it: its figure is within that person's sight.
  values.userId = caller.userId;
  if (verb === 'add') return void Object.assign(values, restart(now));
  values.updatedAt = now;
  const isOther = (field: string) => field in values && String(values[field]) !== String(before[field]);
  if (!CONDITION.some(isOther)) return;
  Object.assign(values, restart(now));
  await begin(tx, id, now);
}

const mute =
  (until: (now: Date, caller: Caller) => Date): ActionHandler =>
  async ({ caller, dryRun, now, set }) => {
    const mutedUntil = until(now, caller);
    if (!dryRun) await set({ mutedUntil, updatedAt: now });
    return { mutedUntil };
  };

const DAY_PARTS = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
const DAY_MS = 24 * HOUR_MS;

/** The next midnight of the caller's zone; on a day on which clocks change it may be an hour off. */
function tomorrow(now: Date, { timeZone }: Caller): Date {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, ...DAY_PARTS }).formatToParts(now);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const since = part('hour') * HOUR_MS + part('minute') * MINUTE_MS + part('second') * 1_000;
  return new Date(now.getTime() - now.getMilliseconds() - since + DAY_MS);
}

const turn =
  (status: number): ActionHandler =>
  async ({ tx, caller, dryRun, now, set }, row) => {
    if (dryRun) return { status };
    await set({ status, updatedAt: now, userId: caller.userId, ...restart(now) });
    await begin(tx, row.id, now);
    return { status };
  };

export const alertRuleActions: ActionHandlers<typeof alertRule> = {
  muteHour: mute((now) => new Date(now.getTime() + HOUR_MS)),
  muteUntilTomorrow: mute(tomorrow),
  unmute: async ({ dryRun, now, set }) => {
    if (!dryRun) await set({ mutedUntil: null, updatedAt: now });
    return { mutedUntil: null };
  },
  turnOff: turn(SWITCH.disabled),
  turnOn: turn(SWITCH.enabled),
};
