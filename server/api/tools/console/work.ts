import type { AppDeps } from '../../../platform/http/deps.ts';
import type { Work } from '../../../platform/jobs/task.ts';
import { numberSetting } from '../../../platform/settings.ts';

const EVERY_MS = 6 * 3_600_000;

const keep = async ({ pool }: AppDeps): Promise<void> => {
  await pool.query('delete from console_statement where begun_at < now() - make_interval(months => $1)', [
    await numberSetting(pool, 'logKeepMonths'),
  ]);
};

/** Statements of the SQL console are kept for as long as the logs are. */
export const consoleWork: Work = {
  tasks: {},
  regular: [{ name: 'keepConsoleStatements', everyMs: EVERY_MS, run: keep }],
};
