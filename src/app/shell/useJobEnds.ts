import { useEffect, useRef } from 'react';
import type { JobLine } from '../../../contract/calls.ts';
import { download } from '../../kit/data/call.ts';
import { isOpen, jobTellers } from '../../kit/data/jobs.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { jobTitle } from './jobTitle.ts';

/** Tells how a job ended whose panel is gone; a panel that is there does so itself, with its rows. */
export function useJobEnds(lines: readonly JobLine[]): void {
  const t = useT('app');
  const seen = useRef(new Set<string>());
  useEffect(() => {
    for (const line of lines) {
      const { id, action, done, refused, status } = line;
      if (isOpen(line)) seen.current.add(id);
      else if (seen.current.delete(id) && !jobTellers.has(id)) {
        const title = jobTitle(line);
        const options = { key: `job:${id}` };
        if (status === 'failed')
          toast.error(t('jobEnd.failed', { title }), { ...options, description: line.error ?? '' });
        else if (status === 'cancelled') toast.info(t('jobEnd.cancelled', { title }), options);
        else if (action)
          toast[refused > 0 ? 'warning' : 'success'](t('jobEnd.done', { title }), {
            ...options,
            description: t('jobEnd.counts', {
              done: formatCount(done - refused),
              refused: formatCount(refused),
            }),
          });
        else
          toast.success(t('jobEnd.done', { title }), {
            ...options,
            duration: 10,
            action: {
              label: t('jobEnd.save'),
              run: () =>
                void download(`/api/jobs/file?id=${encodeURIComponent(id)}`, `${line.resource}.csv`).catch(
                  () => undefined,
                ),
            },
          });
      }
    }
  }, [lines, t]);
}
