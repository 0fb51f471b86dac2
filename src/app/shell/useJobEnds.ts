import { useEffect, useRef, useState } from 'react';
import type { JobLine } from '../../../contract/calls.ts';
import { isOpen, JOB, jobTellers, tellBroken, tellFile } from '../../kit/data/jobs.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { jobTitle } from './jobTitle.ts';

/** The job that the address of the page names. */
const jobOfAddress = (): string | null => new URLSearchParams(location.search).get(JOB);

/** Shows how a job ended whose panel is gone; a panel that is there does so itself, with its rows. One that the address names is shown too. */
export function useJobEnds(lines: readonly JobLine[] | undefined): void {
  const t = useT('grid');
  const [linked] = useState(jobOfAddress);
  const seen = useRef(new Set(linked ? [linked] : []));
  const isKnown = lines === undefined || linked === null || lines.some(({ id }) => id === linked);
  useEffect(() => {
    if (!isKnown) toast.warning(t('job.unknown'), { key: 'job:unknown' });
  }, [isKnown, t]);
  useEffect(() => {
    if (!lines) return;
    for (const line of lines) {
      const { id, action, done, refused, status } = line;
      if (isOpen(line)) seen.current.add(id);
      else if (seen.current.delete(id) && !jobTellers.has(id)) {
        const title = jobTitle(line);
        if (status === 'failed' || status === 'cancelled') tellBroken(id, title, { ...line, status });
        else if (!action) tellFile(id, line.file, false);
        else {
          const parts = [t('results.done', { count: formatCount(done - refused) })];
          if (refused > 0) parts.push(t('results.refused', { count: formatCount(refused) }));
          toast[refused > 0 ? 'warning' : 'success'](t('job.done', { title }), {
            key: `job:${id}`,
            description: parts.join(' · '),
          });
        }
      }
    }
  }, [lines, t]);
}
