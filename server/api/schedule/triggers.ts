import { Cron } from 'croner';
import * as z from 'zod';
import { Refused } from '../../platform/http/refused.ts';

/** When something runs: every so many milliseconds, or by a cron expression in the zone of the reports. */
export interface Timing {
  kind: 'period' | 'cron';
  args: string;
}

/** Less than this is a load, not a schedule. */
const PERIOD_LEAST_MS = 1_000;
const PERIOD_MOST_MS = 366 * 86_400_000;

const MACROS: Readonly<Record<string, string>> = {
  '@secondly': '* * * * * *',
  '@minutely': '* * * * *',
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@workday': '0 0 * * 1-5',
};
/** How the family numbers expressions of five fields and a year, which a first field of seconds makes ours. */
const WITH_YEAR = 1;

const invalid = (says: string): Refused => new Refused('validation', { says }, undefined);

/** `"0 0 * * *",0`, as the family writes it, or the bare expression. */
function expressionOf(args: string): string {
  let text = args.trim();
  let format: unknown;
  try {
    const parts = z
      .array(z.union([z.string(), z.number()]))
      .parse(([JSON.parse(`[${text}]`)] as unknown[][]).flat(2));
    text = String(parts[0] ?? '').trim();
    format = parts[1];
  } catch {
    // A bare expression is no JSON.
  }
  const known = MACROS[text.toLowerCase()];
  if (known) return known;
  return format === WITH_YEAR ? `0 ${text}` : text;
}

const typeSchema = z.enum(['Furion.Schedule.PeriodTrigger', 'Furion.Schedule.CronTrigger', 'period', 'cron']);

/** @throws Refused where nothing could run by it */
export function timingOf(type: unknown, args: unknown): Timing {
  const known = typeSchema.safeParse(type);
  if (!known.success) throw invalid('jobTrigger');
  const text = String(args ?? '').trim();
  if (/period/i.test(known.data)) {
    const ms = Number(text.replace(/^\[|\]$/g, ''));
    if (!Number.isInteger(ms) || ms < PERIOD_LEAST_MS || ms > PERIOD_MOST_MS) throw invalid('jobPeriod');
    return { kind: 'period', args: String(ms) };
  }
  const expression = expressionOf(text);
  try {
    if (new Cron(expression, { paused: true, timezone: 'UTC' }).nextRun() === null)
      throw invalid('jobCronNever');
  } catch (error) {
    throw error instanceof Refused ? error : invalid('jobCron');
  }
  return { kind: 'cron', args: expression };
}

/** As the family's clients write the two. */
export const familyTiming = ({ kind, args }: Timing): { triggerType: string; args: string } => ({
  triggerType: kind === 'cron' ? 'Furion.Schedule.CronTrigger' : 'Furion.Schedule.PeriodTrigger',
  args: kind === 'cron' ? `"${args}",-1` : args,
});

/** The next time after `from`; null where there is none. */
export function nextRun({ kind, args }: Timing, from: Date, zone: string): Date | null {
  if (kind === 'period') return new Date(from.getTime() + Number(args));
  return new Cron(args, { paused: true, timezone: zone }).nextRun(from);
}
