import type { Work } from '../../platform/jobs/task.ts';
import { foldLedger } from './fold.ts';

export const balanceWork: Work = {
  tasks: {},
  regular: [{ name: 'foldLedger', everyMs: 60_000, run: ({ pool }) => foldLedger(pool) }],
};
