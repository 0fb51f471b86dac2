import type { AppDeps } from '../http/deps.ts';
import type { Work } from '../jobs/task.ts';
import { numberSetting } from '../settings.ts';

const EVERY_MS = 6 * 3_600_000;

const keep = async ({ pool }: AppDeps): Promise<void> => {
  await pool.query('select keep_log_partitions($1)', [await numberSetting(pool, 'logKeepMonths')]);
};

/** The months that the logs of requests and differences are kept for. */
export const requestLogWork: Work = {
  tasks: {},
  regular: [{ name: 'keepLogMonths', everyMs: EVERY_MS, run: keep }],
};
