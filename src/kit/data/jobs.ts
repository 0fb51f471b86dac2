import type { Job, JobLine } from '../../../contract/calls.ts';
import { translate } from '../i18n/i18n.ts';
import { toast } from '../ui/toast.ts';
import { call, download } from './call.ts';
import { queryClient } from './query.ts';

export const isOpen = ({ status }: Pick<JobLine, 'status'>): boolean =>
  status === 'running' || status === 'queued' || status === 'held';

/** The caller's latest jobs, newest first. */
export const ownJobs = (signal?: AbortSignal): Promise<JobLine[]> =>
  call<JobLine[]>('jobs/mine', {}, { customCatch: true, ...(signal && { signal }) });

/** Whole percents of the rows of these jobs. */
export function percentOf(jobs: readonly Pick<JobLine, 'done' | 'total'>[]): number {
  const total = jobs.reduce((sum, job) => sum + job.total, 0);
  return total === 0 ? 0 : Math.floor((jobs.reduce((sum, job) => sum + job.done, 0) / total) * 100);
}

const MINE = ['jobs', 'mine'] as const;

/** What a panel has learned of its job is what the status bar shows of it too; an older figure changes nothing. */
export function noteProgress({ id, ...now }: Pick<Job, 'id' | 'status' | 'done' | 'total'>): void {
  queryClient.setQueryData<JobLine[]>(MINE, (lines) =>
    lines?.map((line) =>
      line.id === id && isOpen(line) && now.done >= line.done ? { ...line, ...now } : line,
    ),
  );
}

/** The parameter of an address that represents a job. */
export const JOB = 'job';

/** The address that shows the job to its owner: how far it is, its file, or why it failed. */
export const jobLink = (id: string): string =>
  `${location.origin}/dashboard/home?${JOB}=${encodeURIComponent(id)}`;

const shownEnds = new Set<string>();

/** A panel that is there shows the end of its job; of others the shell does. */
export const jobTellers = Object.freeze({
  has: (id: string): boolean => shownEnds.has(id),
  /** False where another panel shows it already. */
  take(id: string): boolean {
    if (shownEnds.has(id)) return false;
    shownEnds.add(id);
    return true;
  },
  leave: (id: string): void => void shownEnds.delete(id),
});

const save = (id: string, fileName: string) => (): void =>
  void download(`/api/jobs/file?id=${encodeURIComponent(id)}`, fileName).catch(() => undefined);

/** Announces a finished export, by the name the server gave its file, and saves it when asked; `now` saves it at once. */
export function tellFile(id: string, file: string, now: boolean): void {
  const run = save(id, file);
  if (now) run();
  toast.success(translate('grid:export.ready', { file }), {
    key: `job:${id}`,
    duration: 10,
    action: { label: translate(now ? 'grid:export.again' : 'grid:export.save'), run },
  });
}

/** The status bar counts the caller's jobs again. */
export const recountJobs = (): Promise<void> => queryClient.invalidateQueries({ queryKey: MINE });

/** What the server refuses, as one that has started meanwhile, is shown by the call itself. */
async function decide(verb: 'undo' | 'startNow', id: string): Promise<void> {
  await call<Job>(`jobs/${verb}`, { id }).catch(() => undefined);
  await recountJobs();
}

/** Takes a held job back; nothing is changed. */
export const undoHeldJob = (id: string): Promise<void> => decide('undo', id);

/** Starts a held job before its hold ends. */
export const startHeldJob = (id: string): Promise<void> => decide('startNow', id);

interface Broken {
  status: 'failed' | 'cancelled';
  /** It was taken back before it began. */
  undone?: boolean | undefined;
  error?: string | undefined;
}

/** Announces that a job did not come to its end. */
export function tellBroken(id: string, title: string, { status, undone, error }: Broken): void {
  const key = `job:${id}`;
  if (undone) toast.success(translate('grid:job.undone', { title }), { key });
  else if (status === 'cancelled') toast.info(translate('grid:job.cancelled', { title }), { key });
  else toast.error(translate('grid:job.failed', { title }), { key, description: error ?? '' });
}
