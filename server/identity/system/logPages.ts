import { resourceOf } from '../../../contract/resources/index.ts';
import { type FamilyPage, type Served, serve } from '../../engine/serverHalf.ts';
import { instantAt } from '../../platform/localTime.ts';

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

/** A time as a client of the family types it, in the caller's zone; anything else is left to the filter to refuse. */
function instantOf(value: unknown, zone: string): unknown {
  const [, ...parts] = (typeof value === 'string' && LOCAL.exec(value)) || [];
  if (parts.length === 0) return value;
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0));
  const wall = { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
  return instantAt(wall, zone)?.toISOString() ?? value;
}

/** Logs by the family's filters: from a time to a time of the caller's clock. */
const logPage: FamilyPage = {
  async ask(_deps, { timeZone }, { startTime, endTime, elapsed, ...body }) {
    const filter: Record<string, unknown> = { ...body };
    if (startTime || endTime)
      filter.logDateTime = { from: instantOf(startTime, timeZone), to: instantOf(endTime, timeZone) };
    // One number is the least that it took.
    if (typeof elapsed === 'object') filter.elapsed = elapsed;
    else if (elapsed !== undefined && elapsed !== '') filter.elapsed = { from: elapsed };
    return filter;
  },
  more: async () => new Map(),
};

export const servedLogs: readonly Served[] = ['sysLogVis', 'sysLogOp', 'sysLogEx', 'sysLogDiff'].map((id) =>
  serve(resourceOf(id), { familyPage: logPage }),
);
