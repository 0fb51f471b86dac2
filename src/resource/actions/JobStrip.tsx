import { useQuery } from '@tanstack/react-query';
import type { JobLine } from '../../../contract/calls.ts';
import { copyText, HeldJob, Icon, jobLink, percentOf, useT } from '../../kit/index.ts';
import type { Jobs, ShownJob } from './useJobs.ts';

/** Panel and status bar ask by themselves: the later answer is what both show. */
const latest = ({ id, state }: ShownJob, lines: readonly JobLine[] | undefined) => {
  const line = lines?.find((each) => each.id === id);
  return line && line.done > (state?.done ?? 0) ? line : state;
};

/** How far the panel's jobs are, each with its link and a way to stop it. */
export function JobStrip({ jobs }: { jobs: Jobs }) {
  const t = useT('grid');
  const { data } = useQuery<JobLine[]>({ queryKey: ['jobs', 'mine'], enabled: false });
  return (
    <div className="job-strip" role="status">
      {jobs.list.map((job) => {
        const { id, title, state } = job;
        if (state?.status === 'held') return <HeldJob key={id} job={state} title={title} />;
        const progress = latest(job, data);
        const percent = progress ? percentOf([progress]) : 0;
        const verbs = [
          {
            name: 'link',
            label: t('job.link', { title }),
            run: () => void copyText(jobLink(id), t('copy.link')),
          },
          { name: 'close', label: t('job.cancel', { title }), run: () => jobs.cancel(id) },
        ] as const;
        return (
          <span key={id} className="job">
            {title}
            <progress max={100} value={percent} aria-label={title} />
            <span className="pd-number">{percent} %</span>
            {verbs.map(({ name, label, run }) => (
              <button
                key={name}
                type="button"
                className="pd-icon-button"
                aria-label={label}
                title={label}
                onClick={run}
              >
                <Icon name={name} size={12} />
              </button>
            ))}
          </span>
        );
      })}
    </div>
  );
}
