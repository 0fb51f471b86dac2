import { useCallback, useEffect, useRef, useState } from 'react';
import {
  call,
  jobTellers,
  noteProgress,
  recountJobs,
  tellBroken,
  tellFile,
  toast,
  useT,
} from '../../kit/index.ts';
import { message } from './pending.ts';
import { JobEnded, type JobState, followJob } from './run.ts';

export interface ShownJob {
  id: string;
  title: string;
  state: JobState | undefined;
}

export interface Jobs {
  list: readonly ShownJob[];
  follow: (id: string, title: string, then?: (result: unknown) => void) => void;
  /** The same for a job whose result is a file. */
  followFile: (id: string, title: string) => void;
  cancel: (id: string) => void;
}

/** Jobs started from this panel: how far each is, until it ends. They go on when the panel closes. */
export function useJobs(): Jobs {
  const t = useT('grid');
  const [list, setList] = useState<readonly ShownJob[]>([]);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current?.abort();
  }, []);

  const follow = useCallback(
    (id: string, title: string, then?: (result: unknown) => void) => {
      const signal = stop.current?.signal;
      // Two panels of one view tell it once.
      if (!signal || !jobTellers.take(id)) return;
      setList((now) => [...now.filter((job) => job.id !== id), { id, title, state: undefined }]);
      // The status bar shows it from its first second to its last.
      const count = () => void recountJobs();
      count();
      const tell = (state: JobState) => {
        noteProgress(state);
        setList((now) => now.map((job) => (job.id === id ? { ...job, state } : job)));
      };
      followJob<unknown>(id, tell, signal)
        .then((result) =>
          then ? then(result) : toast.success(t('job.done', { title }), { key: `job:${id}` }),
        )
        .catch((error: unknown) => {
          if (signal.aborted) return jobTellers.leave(id);
          if (error instanceof JobEnded) return tellBroken(id, title, error.ending);
          tellBroken(id, title, { status: 'failed', error: message(error) });
        })
        .finally(() => {
          setList((now) => now.filter((job) => job.id !== id));
          count();
        });
    },
    [t],
  );

  const followFile = useCallback(
    (id: string, title: string) =>
      follow(id, title, (result) => tellFile(id, (result as { name: string }).name, true)),
    [follow],
  );

  const cancel = useCallback((id: string) => void call('jobs/cancel', { id }).catch(() => undefined), []);
  return { list, follow, followFile, cancel };
}
