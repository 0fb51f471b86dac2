import type { Job } from '../../../contract/calls.ts';
import { startHeldJob, undoHeldJob } from '../data/jobs.ts';
import { useT } from '../i18n/i18n.ts';
import { formatCount } from './format.ts';
import { Key } from './Key.tsx';
import { useCountdown } from './useCountdown.ts';

export const UNDO_KEY = 'alt+u';

interface HeldJobProps {
  job: Pick<Job, 'id' | 'total' | 'confirmed' | 'startsInMs'>;
  title: string;
}

/** How long a held job can still be undone, with the undo and a way to start it at once. */
export function HeldJob({ job, title }: HeldJobProps) {
  const t = useT('grid');
  const seconds = useCountdown(job);
  const count = job.confirmed ?? job.total;
  return (
    <span className="held-job">
      {/* Read out when it appears, not at every second. */}
      <span role="status" className="held-job-title">
        {title}
      </span>
      <span className="pd-number">{t('sheet.rows', { count, shown: formatCount(count) })}</span>
      <span className="pd-number held-job-rest" aria-live="off">
        {seconds > 0 ? t('job.held', { seconds }) : t('job.due')}
      </span>
      <button type="button" className="held-job-verb" onClick={() => void undoHeldJob(job.id)}>
        {t('job.undo')} <Key keys={UNDO_KEY} />
      </button>
      <button type="button" className="held-job-verb" onClick={() => void startHeldJob(job.id)}>
        {t('job.startNow')}
      </button>
    </span>
  );
}
