import { type ReactNode, useState } from 'react';
import type { BoardJob, BoardTrigger } from '../../../contract/jobBoard.ts';
import { call, commandKey, formatCount, toast, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { everyText } from './board.ts';

interface DeleteSheetProps {
  title: string;
  verb: string;
  path: string;
  body: object;
  done: () => void;
  close: () => void;
  children: ReactNode;
}

/** Names what goes away, and with what; one verb, no second question. */
function DeleteSheet({ title, verb, path, body, done, close, children }: DeleteSheetProps) {
  const t = useT('grid');
  const [busy, setBusy] = useState(false);
  const [idempotencyKey] = useState(commandKey);
  const commit = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(path, body, { idempotencyKey });
      toast.success(t('delete.done'));
      done();
    } catch {
      // The refusal is a toast.
      setBusy(false);
    }
  };
  return (
    <Sheet title={title} verb={verb} ready danger busy={busy} commit={() => void commit()} close={close}>
      {children}
    </Sheet>
  );
}

interface Ports {
  job: BoardJob;
  done: () => void;
  close: () => void;
}

function TriggerLine({ trigger }: { trigger: BoardTrigger }) {
  const t = useT('platform');
  return (
    <li>
      <span>{everyText(t, trigger)}</span>
      <span className="pd-muted pd-number">
        {t('sysJob.columns.runs')} {formatCount(trigger.runs)}
      </span>
    </li>
  );
}

/** A job goes with its triggers and its history. */
export function DeleteJob({ job, ...ports }: Ports) {
  const t = useT('platform');
  return (
    <DeleteSheet
      {...ports}
      title={t('sysJob.deleting.job', { job: job.jobId })}
      verb={t('sysJob.actions.delete')}
      path="sysJob/deleteJobDetail"
      body={{ jobId: job.jobId }}
    >
      <p>{t('sysJob.deleting.with', { count: job.triggers.length })}</p>
      <ul className="sheet-list">
        {job.triggers.map((trigger) => (
          <TriggerLine key={trigger.triggerId} trigger={trigger} />
        ))}
      </ul>
    </DeleteSheet>
  );
}

/** A job without a trigger runs when somebody runs it. */
export function DeleteTrigger({ job, trigger, ...ports }: Ports & { trigger: BoardTrigger }) {
  const t = useT('platform');
  return (
    <DeleteSheet
      {...ports}
      title={t('sysJob.deleting.trigger', { job: job.jobId, trigger: trigger.triggerId })}
      verb={t('sysJob.actions.removeTrigger')}
      path="sysJob/deleteJobTrigger"
      body={{ jobId: job.jobId, triggerId: trigger.triggerId }}
    >
      <ul className="sheet-list">
        <TriggerLine trigger={trigger} />
      </ul>
    </DeleteSheet>
  );
}
