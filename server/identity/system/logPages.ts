import { resourceOf } from '../../../contract/resources/index.ts';
import { type FamilyPage, type Served, serve } from '../../engine/serverHalf.ts';
import { typedInstant } from '../../platform/localTime.ts';

/** What their grids have columns for and our logs keep nothing of. */
const REQUEST = { eventId: null, threadId: null, returnResult: null, message: null };
const WARNING = { logLevel: 3 };
const INFORMATION = { logLevel: 2 };
const ERROR = { logLevel: 4 };

type More = (row: Readonly<Record<string, unknown>>) => Record<string, unknown>;
const MORE: Readonly<Record<string, More>> = {
  sysLogVis: () => ({}),
  sysLogOp: ({ errorCode }) => ({ ...REQUEST, ...(errorCode ? WARNING : INFORMATION) }),
  sysLogEx: () => ({ ...REQUEST, ...ERROR }),
  sysLogDiff: () => ({ sql: null, parameters: null, elapsed: null, message: null, businessData: null }),
};

/** Logs by the family's filters: from a time to a time of the caller's clock. */
const logPage = (more: More): FamilyPage => ({
  async ask(_deps, { timeZone }, { startTime, endTime, elapsed, ...body }) {
    const filter: Record<string, unknown> = { ...body };
    if (startTime || endTime)
      filter.logDateTime = { from: typedInstant(startTime, timeZone), to: typedInstant(endTime, timeZone) };
    // One number is the least that it took.
    if (typeof elapsed === 'object') filter.elapsed = elapsed;
    else if (elapsed !== undefined && elapsed !== '') filter.elapsed = { from: elapsed };
    return filter;
  },
  more: async (_deps, _caller, ids, rows) =>
    new Map(ids.map((id, at) => [id, { createdAt: rows[at]?.logDateTime, ...more(rows[at] ?? {}) }])),
});

export const servedLogs: readonly Served[] = Object.entries(MORE).map(([id, more]) =>
  serve(resourceOf(id), { familyPage: logPage(more) }),
);
