import { HeldJob, Icon, useT } from '../../kit/index.ts';
import type { Jobs } from './useJobs.ts';

/** How far the panel's jobs are, each with a way to stop it. */
export function JobStrip({ jobs }: { jobs: Jobs }) {
  const t = useT('grid');
  if (jobs.list.length === 0) return null;
  return (
    <div className="job-strip" role="status">
      {jobs.list.map(({ id, title, state }) => {
        if (state?.status === 'held') return <HeldJob key={id} job={state} title={title} />;
        const percent = state && state.total > 0 ? Math.floor((state.done / state.total) * 100) : 0;
        return (
          <span key={id} className="job">
            {title}
            <progress max={100} value={percent} aria-label={title} />
            <span className="pd-number">{percent} %</span>
            <button
              type="button"
              className="pd-icon-button"
              aria-label={t('job.cancel', { title })}
              title={t('job.cancel', { title })}
              onClick={() => jobs.cancel(id)}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        );
      })}
    </div>
  );
}
