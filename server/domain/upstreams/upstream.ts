import type { upstream } from '../../../contract/resources/channels/upstream.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { ActionContext, ActionHandler, ActionHandlers, LockedRow } from '../../engine/action.ts';
import { text } from '../orders/columns.ts';
import { logSetting } from '../../engine/settingLog.ts';

/** upstreamStatusEnum. */
const ON = dictValue('upstreamStatusEnum', 'on');
const OFF = dictValue('upstreamStatusEnum', 'off');

async function turn(
  { tx, caller, input, set }: ActionContext,
  row: LockedRow,
  event: 'pause' | 'resume',
  values: Record<string, unknown> & { status: unknown },
): Promise<Record<string, unknown>> {
  const { status } = values;
  const before = { status: row.status };
  await set(values);
  const reason = typeof input.reason === 'string' ? { remark: input.reason.trim() } : {};
  await logSetting(
    tx,
    { resource: 'upstream', id: row.id, name: text(row.code) },
    { event, before, after: { status }, ...reason },
    { operator: caller.account, operatorId: caller.userId, ip: caller.ip },
  );
  return { status };
}

/** Nothing goes to it until a person resumes it: no probe takes it back. */
const pause: ActionHandler = async (context, row) =>
  context.dryRun
    ? { status: OFF }
    : turn(context, row, 'pause', { status: OFF, pausedAt: context.now, probeAt: null, pauses: 0 });

const resume: ActionHandler = async (context, row) =>
  context.dryRun
    ? { status: ON }
    : turn(context, row, 'resume', { status: ON, failures: 0, pausedAt: null, probeAt: null, pauses: 0 });

/** Has a worker ask it for a sign of life now; one that paused itself is taken back where it gives one. */
const probe: ActionHandler = async ({ dryRun, enqueue }, row) => {
  if (!dryRun) await enqueue('probeUpstream', { upstreamId: row.id }, { key: `probe:${row.id}` });
  return {};
};

export const upstreamActions: ActionHandlers<typeof upstream> = { probe, pause, resume };
