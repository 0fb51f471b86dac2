import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { emit } from '../../platform/events/outbox.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { reportDay } from './run.ts';
import { spanOf } from './span.ts';

/** Nobody reports of a day that has not begun in the report zone. */
async function refuseFuture({ deps, caller, values }: WriteContext): Promise<void> {
  if (values.reportDate === undefined) return;
  const { today, zone } = await reportDay(deps);
  if (String(values.reportDate) > today)
    throw refuseField(deps, caller, 'reportDate', 'entryFuture', { today, zone });
}

const OURS = `select id::text from upstream_report where upstream_id = $1 and currency = $2 and report_date = $3`;

/** The computed row says whether it agrees: it is read again too. */
export async function emitOurs(
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
  beforeWrite: refuseFuture,
  afterWrite: ({ tx, before, values }) => emitOurs(tx, { ...before, ...values }),
};
