import { useQuery } from '@tanstack/react-query';
import type { BoardJob, BoardTrigger, JobRun } from '../../../contract/jobBoard.ts';
import {
  Icon,
  State,
  Unanswered,
  call,
  formatCount,
  formatInstant,
  useCaller,
  useT,
} from '../../kit/index.ts';
import { everyText, toneOfStatus, tookText } from './board.ts';

export function StatusTag({ status }: { status: number | undefined }) {
  const t = useT('platform');
  return (
    <span className={`pd-tag pd-tag-${toneOfStatus(status)}`}>
      {status === undefined ? t('sysJob.noTrigger') : t(`sysJob.status.${status}`)}
    </span>
  );
}

function Trigger({ trigger, own, remove }: { trigger: BoardTrigger; own: boolean; remove: () => void }) {
  const t = useT('platform');
  const { can } = useCaller();
  return (
    <li>
      <StatusTag status={trigger.status} /> <b>{everyText(t, trigger)}</b>{' '}
      <span className="pd-muted pd-number">
        {t('sysJob.columns.next')} {formatInstant(trigger.nextRunTime, 'short') || '–'} ·{' '}
        {t('sysJob.columns.runs')} {formatCount(trigger.runs)} · {t('sysJob.columns.errors')}{' '}
        {formatCount(trigger.errors)}
      </span>
      {own && can('sysJob:update') && (
        <button
          type="button"
          className="pd-icon-button"
          title={t('sysJob.actions.removeTrigger')}
          aria-label={t('sysJob.actions.removeTrigger')}
          onClick={remove}
        >
          <Icon name="close" size={12} />
        </button>
      )}
      {trigger.result && <p className="pd-muted">{trigger.result}</p>}
    </li>
  );
}

function History({ jobId, visible }: { jobId: string; visible: boolean }) {
  const t = useT('platform');
  const query = useQuery({
    queryKey: ['sysJob', 'runs', jobId],
    queryFn: ({ signal }) => call<JobRun[]>('sysJob/runs', { jobId }, { customCatch: true, signal }),
    enabled: visible,
    refetchInterval: visible ? 5_000 : false,
    retry: false,
  });
  if (!query.data) return <Unanswered query={query} />;
  if (query.data.length === 0) return <State kind="empty" inline text={t('sysJob.none.runs')} />;
  return (
    <table className="job-runs">
      <tbody>
        {query.data.map((run) => (
          <tr key={run.id}>
            <td className="pd-number">{formatInstant(run.at, 'short')}</td>
            <td>
              <StatusTag status={run.status} />
            </td>
            <td className="job-result" title={run.result}>
              {run.result}
            </td>
            <td className="pd-muted">{run.triggerId || t('sysJob.byHand')}</td>
            <td className="pd-number">{tookText(run.elapsedMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface JobSideProps {
  job: BoardJob;
  visible: boolean;
  removeTrigger: (triggerId: string) => void;
}

/** What a job does, when, and what became of it. */
export function JobSide({ job, visible, removeTrigger }: JobSideProps) {
  const t = useT('platform');
  return (
    <article className="job-side" aria-label={job.jobId}>
      <h2 className="pd-mono">{job.jobId}</h2>
      <p>{job.description}</p>
      {!job.pausable && <p className="pd-muted">{t('sysJob.vital')}</p>}
      {job.request && (
        <>
          <h3>{t('sysJob.request')}</h3>
          <p className="pd-mono job-request">
            {job.request.method} {job.request.url}
          </p>
          {job.request.body && <pre className="pd-mono">{job.request.body}</pre>}
        </>
      )}
      <h3>{t('sysJob.triggers')}</h3>
      {job.triggers.length === 0 ? (
        <p className="pd-muted">{t('sysJob.noTrigger')}</p>
      ) : (
        <ul>
          {job.triggers.map((trigger) => (
            <Trigger
              key={trigger.triggerId}
              trigger={trigger}
              own={job.request !== null}
              remove={() => removeTrigger(trigger.triggerId)}
            />
          ))}
        </ul>
      )}
      <h3>{t('sysJob.history')}</h3>
      <History jobId={job.jobId} visible={visible} />
    </article>
  );
}
