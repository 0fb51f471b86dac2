import { useQuery } from '@tanstack/react-query';
import type { JobLine } from '../../../contract/calls.ts';
import { call } from '../../kit/data/call.ts';
import { isOpen, ownJobs } from '../../kit/data/jobs.ts';
import { queryClient } from '../../kit/data/query.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatInstant } from '../../kit/ui/format.ts';
import { Popover } from '../../kit/ui/Popover.tsx';
import { jobTitle } from './jobTitle.ts';
import { useJobEnds } from './useJobEnds.ts';

const BUSY_MS = 2_000;
const IDLE_MS = 15_000;
const NONE: readonly JobLine[] = [];

async function cancelJob(id: string): Promise<void> {
  await call('jobs/cancel', { id }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: ['jobs', 'mine'] });
}

const percentOf = (jobs: readonly Pick<JobLine, 'done' | 'total'>[]): number => {
  const total = jobs.reduce((sum, job) => sum + job.total, 0);
  return total === 0 ? 0 : Math.floor((jobs.reduce((sum, job) => sum + job.done, 0) / total) * 100);
};

/** What goes on in the background: one figure for all, and each with a way to stop it. */
export function RunningJobs() {
  const t = useT('app');
  const { data } = useQuery({
    queryKey: ['jobs', 'mine'],
    queryFn: ({ signal }) => ownJobs(signal),
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  const lines = Array.isArray(data) ? data : NONE;
  useJobEnds(lines);
  const running = lines.filter(isOpen);
  if (running.length === 0) return null;
  const percent = percentOf(running);
  const face = t(running.length === 1 ? 'status.job' : 'status.jobs', { count: running.length, percent });
  return (
    <span className="status-item pd-number" role="status">
      <Popover title={t('status.jobList')} face={face} className="status-jobs">
        {() => (
          <ul className="status-job-list" aria-label={t('status.jobList')}>
            {running.map((job) => (
              <li key={job.id}>
                <span>{jobTitle(job)}</span>
                <time className="pd-muted">{formatInstant(job.createdAt, 'time')}</time>
                <progress max={100} value={percentOf([job])} aria-label={jobTitle(job)} />
                <span>{job.status === 'queued' ? t('status.queued') : `${percentOf([job])} %`}</span>
                <button type="button" className="status-cancel" onClick={() => void cancelJob(job.id)}>
                  {t('status.jobCancel')}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </span>
  );
}
