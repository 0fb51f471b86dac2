import * as z from 'zod';
import type { Work } from '../../platform/jobs/task.ts';
import { restat } from './heldRun.ts';
import { keepReports } from './keep.ts';
import { makeRun } from './run.ts';

const run = z.object({ runId: z.string() });

export const reportWork: Work = {
  tasks: {},
  long: {
    restat,
    reportRun: (deps) => (payload, last) => makeRun(deps, run.parse(payload).runId, last),
  },
  regular: [{ name: 'keepReports', everyMs: 30_000, run: keepReports }],
};
