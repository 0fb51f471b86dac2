import { useEffect, useEffectEvent } from 'react';
import type { ActionResult } from '../../../contract/calls.ts';
import { isOpen, ownJobs, useT } from '../../kit/index.ts';
import type { Actions } from './useActions.ts';
import type { Jobs } from './useJobs.ts';
import type { Words } from './texts.ts';

/** After a reload the panel takes up its jobs that still run: how far they are, and what became of the rows. */
export function useResume(resource: string, jobs: Jobs, actions: Actions, words: Words): void {
  const t = useT('grid');
  const take = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const open = (await ownJobs(signal)).filter((job) => job.resource === resource && isOpen(job));
    if (signal.aborted) return;
    for (const { id, action } of open)
      if (action)
        jobs.follow(id, words.action(action), (ended) =>
          actions.finish(action, ended as ActionResult, { byJob: true }),
        );
      else jobs.followFile(id, t('export.title', { name: words.title() }));
  });
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer the status bar shows them all the same.
    take(stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, []);
}
