import { useQuery } from '@tanstack/react-query';
import type { JobLine } from '../../../contract/calls.ts';
import { call } from '../../kit/data/call.ts';
import { useCommands } from '../../kit/commands/useCommands.ts';
import { copyText } from '../../kit/data/copyText.ts';
import {
  isOpen,
  jobLink,
  ownJobs,
  percentOf,
  recountJobs,
  startHeldJob,
  undoHeldJob,
} from '../../kit/data/jobs.ts';
import { translate, useT } from '../../kit/i18n/i18n.ts';
import { formatInstant } from '../../kit/ui/format.ts';
import { HeldJob, UNDO_KEY } from '../../kit/ui/HeldJob.tsx';
import { Popover } from '../../kit/ui/Popover.tsx';
import { jobTitle } from './jobTitle.ts';
import { useJobEnds } from './useJobEnds.ts';

const BUSY_MS = 2_000;
const IDLE_MS = 15_000;
const NONE: readonly JobLine[] = [];

async function cancelJob(id: string): Promise<void> {
  await call('jobs/cancel', { id }).catch(() => undefined);
  await recountJobs();
}

const NO_COMMANDS: ReturnType<typeof commandsOf> = [];

/** The newest held job is what its keys are about. */
const commandsOf = ({ id }: JobLine) => [
  {
    id: 'jobs.undo',
    label: () => translate('app:command.undoBulk'),
    keys: [UNDO_KEY],
    overDialogs: true,
    run: () => undoHeldJob(id),
  },
  {
    id: 'jobs.startNow',
    label: () => translate('app:command.startBulk'),
    run: () => startHeldJob(id),
  },
];

/** What goes on in the background: one figure for all, and each with a way to stop it. */
export function RunningJobs() {
  const { data } = useQuery({
    queryKey: ['jobs', 'mine'],
    queryFn: ({ signal }) => ownJobs(signal),
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? BUSY_MS : IDLE_MS),
    retry: false,
  });
  const lines = Array.isArray(data) ? data : NONE;
  useJobEnds(Array.isArray(data) ? data : undefined);
  const held = lines.filter(({ status }) => status === 'held');
  useCommands(undefined, held[0] ? commandsOf(held[0]) : NO_COMMANDS);
  const running = lines.filter((line) => isOpen(line) && line.status !== 'held');
  return (
    <>
      {held.map((job) => (
        <HeldJob key={job.id} job={job} title={jobTitle(job)} />
      ))}
      {running.length > 0 && <JobList running={running} />}
    </>
  );
}

/** What runs, behind one figure for all of it. */
function JobList({ running }: { running: readonly JobLine[] }) {
  const t = useT('app');
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
                <button
                  type="button"
                  className="status-cancel"
                  onClick={() => void copyText(jobLink(job.id), translate('grid:copy.link'))}
                >
                  {t('status.jobLink')}
                </button>
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
