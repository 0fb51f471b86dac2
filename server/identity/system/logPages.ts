import { resourceOf } from '../../../contract/resources/index.ts';
import { type FamilyPage, type Served, serve } from '../../engine/serverHalf.ts';
import { typedInstant } from '../../platform/localTime.ts';

/** Logs by the family's filters: from a time to a time of the caller's clock. */
const logPage: FamilyPage = {
  async ask(_deps, { timeZone }, { startTime, endTime, elapsed, ...body }) {
    const filter: Record<string, unknown> = { ...body };
    if (startTime || endTime)
      filter.logDateTime = { from: typedInstant(startTime, timeZone), to: typedInstant(endTime, timeZone) };
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
