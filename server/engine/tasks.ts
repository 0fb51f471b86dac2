import { buildLevels, compactRollup } from './compactRollup.ts';
import { transact } from '../platform/db/transaction.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { enqueueJob } from '../platform/jobs/enqueue.ts';
import { dropExpiredExports } from '../platform/jobs/exportFile.ts';
import type { Work } from '../platform/jobs/task.ts';
import { bulkAction } from './bulkTask.ts';
import { dropExpiredDryRuns } from './dryRunRows.ts';
import { exportRows } from './exportTask.ts';

const KEY_KEPT = '24 hours';
const JOB_KEPT = '30 days';

/** Forgets answers nobody will ask for again, and old jobs. */
async function cleanUp(deps: AppDeps): Promise<void> {
  await deps.pool.query(`delete from idempotency where created_at < now() - interval '${KEY_KEPT}'`);
  await deps.pool.query(`delete from job where updated_at < now() - interval '${JOB_KEPT}'`);
}

/** Commands on a few rows run inside their request; one that lost its server is finished here. */
async function takeOverActions(deps: AppDeps): Promise<void> {
  const { rows } = await deps.pool.query<{ id: string; userId: string }>(
    "select id::text, user_id::text as \"userId\" from job where kind = 'action' and status = 'running' and updated_at < now() - interval '1 minute'",
  );
  for (const { id, userId } of rows)
    await transact(deps.pool, (tx) => enqueueJob(tx, 'bulkAction', id, userId));
}

export const engineWork: Work = {
  tasks: {
    compactRollup: (deps) => async () => {
      await compactRollup(deps.pool);
    },
  },
  long: { bulkAction, exportRows },
  regular: [
    { name: 'compactRollup', everyMs: 10_000, run: (deps) => compactRollup(deps.pool) },
    { name: 'takeOverCommands', everyMs: 60_000, run: takeOverActions },
    { name: 'dropExports', everyMs: 60_000, pausable: true, run: (deps) => dropExpiredExports(deps.pool) },
    { name: 'dropPreviews', everyMs: 60_000, pausable: true, run: (deps) => dropExpiredDryRuns(deps.pool) },
    { name: 'cleanCommands', everyMs: 3_600_000, pausable: true, run: cleanUp },
  ],
};

/** Totals read the coarse levels from the first request on. */
export const prepareRollup = (deps: AppDeps): Promise<void> => transact(deps.pool, buildLevels);
