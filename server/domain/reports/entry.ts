import type { ReportDay } from '../../../contract/reportDay.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { emit } from '../../platform/events/outbox.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { reportDay } from './run.ts';
import { spanOf } from './span.ts';

/** No upstream reports of a day before it: an earlier one is a year that was mistyped. */
const EARLIEST = '2000-01-01';

/** Why nobody reports of a day: it has not begun in the report zone, or is before any of ours. */
export function wrongDay(
  day: unknown,
  { today, zone }: ReportDay,
): { text: string; values: Record<string, unknown> } | undefined {
  if (String(day) > today) return { text: 'entryFuture', values: { today, zone } };
  return String(day) < EARLIEST ? { text: 'entryPast', values: { earliest: EARLIEST } } : undefined;
}

async function refuseDay({ deps, caller, values }: WriteContext): Promise<void> {
  if (values.reportDate === undefined) return;
  const wrong = wrongDay(values.reportDate, await reportDay(deps));
  if (wrong) throw refuseField(deps, caller, 'reportDate', wrong.text, wrong.values);
}

const OURS = `select id::text from upstream_report where upstream_id = $1 and currency = $2 and report_date = $3`;

/** The computed row says whether it agrees: it is read again too. */
async function emitOurs(
  tx: WriteContext['tx'],
  { upstreamId, currency, reportDate }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(OURS, [upstreamId, currency, reportDate]);
  for (const { id } of rows) await emit(tx, 'upstreamReport', id, 'update');
}

/** Reports of upstreams that people enter. */
export const upstreamEntryHalf: ServerHalf = {
  readsFrom: 'upstream_entry_list',
  detail: spanOf('upstream_entry'),
  beforeWrite: refuseDay,
  afterWrite: ({ tx, before, values }) => emitOurs(tx, { ...before, ...values }),
};
