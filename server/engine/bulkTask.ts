import { asRefused } from '../platform/http/envelope.ts';
import { Refused } from '../platform/http/refused.ts';
import { beginJob, hasHandled } from '../platform/jobs/jobStore.ts';
import type { TaskFactory } from '../platform/jobs/task.ts';
import { actorOf } from './actors.ts';
import { type JobOrigin, jobCaller, endRefused } from './jobCaller.ts';
import { compiledOf } from './engine.ts';
import { type Operation, runOperation } from './operation.ts';
import { refuseOtherRest } from './restDigest.ts';
import { engineOf } from './shared.ts';

type Payload = Operation & JobOrigin & { resource: string; action: string };

/** A command on many rows, in the background; a second run goes on where the first one ended. */
export const bulkAction: TaskFactory = (deps) => async (raw, last) => {
  const { jobId } = raw as { jobId: string };
  const job = await beginJob(deps.pool, jobId);
  if (!job) return;
  const payload = job.payload as unknown as Payload;
  try {
    const engine = await engineOf(deps);
    const compiled = compiledOf(engine, payload.resource);
    const caller = await jobCaller(deps, job.userId, payload, `${payload.resource}:${payload.action}`);
    const actor = actorOf(engine, deps, compiled, payload.action);
    const reader = { compiled, caller, visible: await engine.scopes.writable(caller) };
    const { key, ids, input, coded, previewDigests } = payload;
    // It may have waited: what its dry run only counted is compared once more before the first row.
    if (!(await hasHandled(deps.pool, jobId))) await refuseOtherRest(actor, ids, previewDigests);
    await runOperation(actor, reader, { jobId, key, ids, input, coded, previewDigests });
  } catch (error) {
    const refused = error instanceof Refused;
    if (refused || last) await endRefused(deps, jobId, payload.locale, asRefused(error));
    if (!refused) throw error;
  }
};
