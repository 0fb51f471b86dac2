import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type BoardJob, type FailedJob, JOB_KIND, sumOf } from '../../../contract/jobBoard.ts';
import {
  SideButtons,
  State,
  type Translate,
  Unanswered,
  type ViewProps,
  formatCount,
  formatInstant,
  toast,
  useT,
} from '../../kit/index.ts';
import { ShortRows } from '../../resource/ui/ShortRows.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { revealChosenRow } from '../../resource/ui/revealChosenRow.ts';
import { everyText, tookText, useBoard } from './board.ts';
import { DeleteJob, DeleteTrigger } from './DeleteSheet.tsx';
import { JobForm, TriggerForm } from './JobForm.tsx';
import { JobSide, StatusTag } from './JobSide.tsx';
import { type Open, type Side, useVerbs } from './useVerbs.ts';
import './jobs.css';

const SIDES = ['jobs', 'failed'] as const;
const DANGER: ReadonlySet<string> = new Set(['sysJob.delete']);

interface ListProps<T> {
  rows: readonly T[];
  chosen: string | undefined;
  choose: (key: string) => void;
}

function jobCells(job: BoardJob, t: Translate): ReactNode[] {
  const { worst: trigger, alike, all, runs, errors, next } = sumOf(job.triggers);
  return [
    <span key="id" title={job.description}>
      <span className="pd-mono">{job.jobId}</span> <span className="pd-muted">{job.description}</span>
    </span>,
    <span key="state">
      <StatusTag status={trigger?.status} />
      {all > 1 && (
        <span className="pd-muted pd-number" title={t('sysJob.ofTriggers', { alike, count: all })}>
          {` ${alike}/${all}`}
        </span>
      )}
    </span>,
    trigger && everyText(t, trigger),
    formatInstant(trigger?.lastRunTime, 'short'),
    tookText(trigger?.elapsedMs ?? null),
    formatInstant(next, 'short'),
    trigger && formatCount(runs),
    trigger && (
      <span key="errors" className={errors > 0 ? 'pd-down' : 'pd-muted'}>
        {formatCount(errors)}
      </span>
    ),
    <span key="result" title={trigger?.result ?? ''}>
      {trigger?.result}
    </span>,
  ];
}

function JobRows({ rows, chosen, choose }: ListProps<BoardJob>) {
  const t = useT('platform');
  const column = (id: string, end = false, wide?: number) => ({
    id,
    end,
    wide,
    title: t(`sysJob.columns.${id}`),
  });
  return (
    <ShortRows
      label={t('sysJob.title')}
      rows={rows}
      keyOf={({ jobId }) => jobId}
      groupOf={({ kind }) => t(`sysJob.groups.${kind === JOB_KIND.builtIn ? 'builtIn' : 'own'}`)}
      chosen={chosen}
      choose={choose}
      head={[
        column('jobId', false, 60),
        column('state'),
        column('every'),
        column('last', true),
        column('took', true),
        column('next', true),
        column('runs', true),
        column('errors', true),
        column('result', false, 20),
      ]}
      cells={(job) => jobCells(job, t)}
    />
  );
}

const failedCells = ({ task, at, attempts, error }: FailedJob): ReactNode[] => [
  <span key="task" className="pd-mono">
    {task}
  </span>,
  formatInstant(at, 'short'),
  formatCount(attempts),
  <span key="error" title={error}>
    {error}
  </span>,
];

function FailedRows({ rows, chosen, choose }: ListProps<FailedJob>) {
  const t = useT('platform');
  if (rows.length === 0) return <State kind="empty" text={t('sysJob.none.failed')} />;
  const column = (id: string, end = false, wide?: number) => ({
    id,
    end,
    wide,
    title: t(`sysJob.columns.${id}`),
  });
  return (
    <ShortRows
      label={t('sysJob.tabs.failed')}
      rows={rows}
      keyOf={({ id }) => id}
      chosen={chosen}
      choose={choose}
      head={[column('task'), column('at', true), column('attempts', true), column('error', false, 80)]}
      cells={failedCells}
    />
  );
}

function Tabs({ side, turn, failed }: { side: Side; turn: (side: Side) => void; failed: number }) {
  const t = useT('platform');
  return (
    <SideButtons label={t('sysJob.tabs.label')} sides={SIDES} side={side} turn={turn}>
      {(each) => (
        <>
          {t(`sysJob.tabs.${each}`)}
          {each === 'failed' && failed > 0 && <b className="pd-down pd-number"> {formatCount(failed)}</b>}
        </>
      )}
    </SideButtons>
  );
}

interface BarProps {
  tabId: string;
  side: Side;
  turn: (side: Side) => void;
  failed: number;
}

function Bar({ tabId, side, turn, failed }: BarProps) {
  return (
    <div className="view-bar">
      <Tabs side={side} turn={turn} failed={failed} />
      <Toolbar
        tabId={tabId}
        buttons={
          side === 'jobs'
            ? ['sysJob.run', 'sysJob.pause', 'sysJob.start', 'sysJob.add', 'sysJob.update']
            : ['sysJob.retry']
        }
        primary={side === 'jobs' ? 'sysJob.run' : 'sysJob.retry'}
        more={[
          ...(side === 'jobs' ? ['sysJob.trigger', 'sysJob.cancel', 'line'] : []),
          'sysJob.startAll',
          'sysJob.pauseAll',
          'sysJob.refresh',
          ...(side === 'jobs' ? ['line', 'sysJob.delete'] : []),
        ]}
        danger={DANGER}
      />
    </div>
  );
}

interface DetailProps {
  open: Open;
  job: BoardJob | undefined;
  /** Of the other list; null where none is chosen. */
  failed: FailedJob | null | undefined;
  visible: boolean;
  ports: { done: (jobId: string) => void; close: () => void };
  /** What was deleted is in the list no more. */
  gone: () => void;
  remove: (triggerId: string) => void;
}

function Detail({ open, job, failed, visible, ports, gone, remove }: DetailProps) {
  const t = useT('platform');
  if (open === 'add') return <JobForm {...ports} />;
  if (open === 'update' && job) return <JobForm key={job.jobId} job={job} {...ports} />;
  if (open === 'trigger' && job) return <TriggerForm key={job.jobId} job={job} {...ports} />;
  if (open === 'delete' && job) return <DeleteJob job={job} done={gone} close={ports.close} />;
  const trigger =
    typeof open === 'object' && job?.triggers.find(({ triggerId }) => triggerId === open.trigger);
  if (trigger && job) return <DeleteTrigger job={job} trigger={trigger} done={gone} close={ports.close} />;
  if (failed) return <p className="job-side">{failed.error}</p>;
  if (failed === null || !job)
    return <State kind="empty" text={t(failed === null ? 'sysJob.chooseFailed' : 'sysJob.choose')} />;
  return <JobSide job={job} visible={visible} removeTrigger={remove} />;
}

const sideOf = (saved: unknown): Side =>
  (saved as { side?: unknown } | null | undefined)?.side === 'failed' ? 'failed' : 'jobs';

/** Jobs by time with their history, and what failed in the queue. */
export default function Jobs({ tabId, visible, state, saveState }: ViewProps) {
  const t = useT('platform');
  const query = useBoard(visible);
  const { data, error, refetch } = query;
  const [side, turn] = useState(() => sideOf(state));
  const [chosen, setChosen] = useState<Partial<Record<Side, string>>>({});
  const [open, setOpen] = useState<Open>();
  useEffect(() => saveState({ side }), [saveState, side]);
  const choose = (key: string) => setChosen((now) => ({ ...now, [side]: key }));
  const job = useMemo(() => data?.jobs.find(({ jobId }) => jobId === chosen.jobs), [data, chosen.jobs]);
  const failed = data?.failed.find(({ id }) => id === chosen.failed);
  const list = useRef<HTMLDivElement>(null);
  const sight = (isInPanel: boolean) => revealChosenRow(list.current, isInPanel);
  const reread = useVerbs({ tabId, side, turn, job, failed, open: setOpen, sight });
  const done = (jobId: string) => {
    setOpen(undefined);
    setChosen({ ...chosen, jobs: jobId });
    toast.success(t('sysJob.done.save', { job: jobId }));
    reread();
  };
  return (
    <div className="view">
      <Bar tabId={tabId} side={side} turn={turn} failed={data?.failed.length ?? 0} />
      {data && error && <State kind="stale" inline retry={() => void refetch()} />}
      <div className="view-body jobs">
        {!data ? (
          <Unanswered query={query} />
        ) : (
          <>
            <div className="job-list" ref={list}>
              {side === 'jobs' ? (
                <JobRows rows={data.jobs} chosen={chosen.jobs} choose={choose} />
              ) : (
                <FailedRows rows={data.failed} chosen={chosen.failed} choose={choose} />
              )}
            </div>
            <div className="job-detail">
              <Detail
                open={open}
                job={job}
                failed={side === 'failed' ? (failed ?? null) : undefined}
                visible={visible}
                ports={{ done, close: () => setOpen(undefined) }}
                gone={() => {
                  setOpen(undefined);
                  reread();
                }}
                remove={(trigger) => setOpen({ trigger })}
              />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
