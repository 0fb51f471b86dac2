import { useEffect, useRef } from 'react';
import type { JobLine } from '../../../contract/calls.ts';
import { isOpen, jobTellers, tellBroken, tellFile } from '../../kit/data/jobs.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { jobTitle } from './jobTitle.ts';

/** Shows how a job ended whose panel is gone; a panel that is there does so itself, with its rows. */
export function useJobEnds(lines: readonly JobLine[]): void {
  const t = useT('grid');
  const seen = useRef(new Set<string>());
  useEffect(() => {
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
