import type { JobLine } from '../../../contract/calls.ts';
import { call } from './call.ts';

export const isOpen = ({ status }: Pick<JobLine, 'status'>): boolean =>
  status === 'running' || status === 'queued';

/** The caller's latest jobs, newest first. */
export const ownJobs = (signal?: AbortSignal): Promise<JobLine[]> =>
  call<JobLine[]>('jobs/mine', {}, { customCatch: true, ...(signal && { signal }) });

const told = new Set<string>();

/** A panel that is there tells the end of its job; of others the shell does. */
export const jobTellers = Object.freeze({
  has: (id: string): boolean => told.has(id),
  /** False where another panel tells it already. */
  take(id: string): boolean {
    if (told.has(id)) return false;
    told.add(id);
    return true;
  },
  leave: (id: string): void => void told.delete(id),
});
