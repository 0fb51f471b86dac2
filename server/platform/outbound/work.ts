import type { Work } from '../jobs/task.ts';
import { forgetEndpoints, recoverCalls } from './recoverCalls.ts';

/** The worker's part of sharing the way out. */
export const outboundWork: Work = {
  regular: [
    { name: 'recoverCalls', everyMs: 2_000, run: recoverCalls },
    { name: 'forgetEndpoints', everyMs: 3_600_000, pausable: true, run: forgetEndpoints },
  ],
};
