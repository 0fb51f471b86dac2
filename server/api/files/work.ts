import { sweepObjects } from '../../platform/files/place.ts';
import type { Work } from '../../platform/jobs/task.ts';

const EVERY_MS = 30_000;

/** Objects of files that are gone. */
export const fileWork: Work = {
  regular: [{ name: 'removeFileObjects', everyMs: EVERY_MS, pausable: true, run: sweepObjects }],
};
