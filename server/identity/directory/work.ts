import type { ActionResult } from '../../../contract/calls.ts';
import type { SyncKind } from '../../../contract/directorySync.ts';
import {
  CALLER_CHECK_MS,
  endRefused,
  type JobOrigin,
  jobCaller,
  jobOriginOf,
} from '../../engine/jobCaller.ts';
import { newId } from '../../platform/db/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { asRefused, refusalText } from '../../platform/http/envelope.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { enqueueJob } from '../../platform/jobs/enqueue.ts';
import { beginJob, limitOpenJobs, makeJob, takeRow, tellProgress } from '../../platform/jobs/jobStore.ts';
import type { TaskFactory, Work } from '../../platform/jobs/task.ts';
import type { PoolClient } from 'pg';
import { digestOf, type Plan, type Step, typedCount } from './plan.ts';
import { PHONE_TAKEN } from './peoplePlan.ts';
import { type Apply, applierOf, openDirectory, planOf } from './synchronise.ts';

export const ACTIONS: Readonly<Record<SyncKind, string>> = { user: 'syncUser', dept: 'syncDept' };

/** What is to be done, and what the person who asks has seen of it. */
interface Asked {
  id: string;
  of: SyncKind;
  /** Of the preview; a client that showed none has none. */
  digest?: string | undefined;
  /** The count of those to be disabled, as it was typed. */
  confirmed?: number | undefined;
}

interface Payload extends JobOrigin, Asked {}

/** Asks for a synchronisation, which runs in the background as the caller. */
export async function askSync(tx: PoolClient, caller: Caller, asked: Asked): Promise<{ jobId: string }> {
  const jobId = newId();
  await limitOpenJobs(tx, caller.userId, 'syncDirectory');
  const payload = { resource: 'sysLdap', action: ACTIONS[asked.of], ...asked, ...jobOriginOf(caller) };
  await makeJob(tx, {
    id: jobId,
    userId: caller.userId,
    kind: 'syncDirectory',
    status: 'queued',
    payload,
    total: 0,
  });
  await enqueueJob(tx, 'syncDirectory', jobId, caller.userId);
  return { jobId };
}

const DONE = `with ended as (
    update job set status = 'done', done = total, result = $2::jsonb, updated_at = now()
    where id = $1 and status = 'running' returning id)
  update sys_ldap set synced_at = $4 where id = $3 and exists (select from ended)`;
const TOTAL = "update job set total = $2, updated_at = now() where id = $1 and status = 'running'";

interface Run {
  deps: AppDeps;
  jobId: string;
  payload: Payload;
}

/** Every step by itself: what is refused says why and leaves the others alone. Undefined when it was cancelled on the way. */
async function carryOut(
  { deps, jobId, payload }: Run,
  first: Caller,
  steps: readonly Step[],
): Promise<ActionResult | undefined> {
  const permission = `sysLdap:${ACTIONS[payload.of]}`;
  const directory = await openDirectory(deps, first, payload.id);
  const result: ActionResult = { done: [], refused: [] };
  const apply = await applierOf(deps, directory, payload.of);
  let caller = first;
  let checkedAt = Date.now();
  await deps.pool.query(TOTAL, [jobId, steps.length]);
  for (const [at, step] of steps.entries()) {
    if (Date.now() - checkedAt >= CALLER_CHECK_MS) {
      // Whoever asked may have lost the right to it.
      caller = await jobCaller(deps, first.userId, payload, permission);
      checkedAt = Date.now();
    }
    const { row, line } = await takeStep(deps, caller, { apply, step, result });
    if ((await takeRow(deps.pool, jobId, row, line)) === undefined) return undefined;
    if (!(await tellProgress(deps.pool, jobId, at + 1))) return undefined;
  }
  return result;
}

interface Taking {
  apply: Apply;
  step: Step;
  result: ActionResult;
}

const isOfPhone = ({ fields }: Refused): boolean =>
  typeof fields === 'object' && Object.keys(fields).join(' ') === 'phone';

/** Somebody may have taken the number since the plan was made: the rest is written without it. */
async function write(
  caller: Caller,
  { apply, step }: Taking,
): Promise<Pick<Step, 'without'> & { id: string }> {
  try {
    return { id: await apply(caller, step), ...(step.without && { without: step.without }) };
  } catch (error) {
    const { phone, ...values } = step.values ?? {};
    if (!(error instanceof Refused) || phone === undefined || !isOfPhone(error)) throw error;
    return { id: await apply(caller, { ...step, values }), without: PHONE_TAKEN };
  }
}

/** Carries out one step; what is refused of it, or left out of a row that is written, has a line in the result. */
async function takeStep(
  deps: AppDeps,
  caller: Caller,
  taking: Taking,
): Promise<{ row: string; line?: ActionResult['refused'][number] }> {
  const { step, result } = taking;
  const name = step.name || step.key;
  try {
    const { id, without } = await write(caller, taking);
    result.done.push(id);
    if (without === undefined) return { row: id };
    const message = textOf(deps.locales, caller.locale, 'errors', `texts.${without}`) ?? without;
    const line = { id, code: 'validation', message, name, field: 'phone' };
    result.refused.push(line);
    return { row: id, line };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const fields =
      typeof error.fields === 'function' ? error.fields(deps.locales, caller.locale) : error.fields;
    const message = fields
      ? Object.values(fields).flat().join(' ')
      : refusalText(deps.locales, caller.locale, error.code, error.values);
    const line = { id: step.id ?? newId(), code: error.code, message, name };
    result.refused.push(line);
    return { row: line.id, line };
  }
}

/** Some of it was done before its server was lost. */
async function hasBegun({ pool }: AppDeps, jobId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from job where id = $1 and done > 0', [jobId]);
  return rowCount === 1;
}

/** @throws Refused where the plan is another one than was seen, or would disable so many that nobody has typed how many */
function demandSeen(plan: Plan, { digest, confirmed }: Payload): void {
  if (digest !== undefined && digest !== digestOf(plan))
    throw new Refused('directoryFailed', { says: 'directoryChanged' });
  const typed = typedCount(plan);
  if (typed !== null && typed !== confirmed)
    throw new Refused('directoryFailed', { says: 'directoryShare', count: typed });
}

/** A second run after a lost one compares again: what is done already is no step of it. */
const syncDirectory: TaskFactory = (deps) => async (raw, last) => {
  const { jobId } = raw as { jobId: string };
  const job = await beginJob(deps.pool, jobId);
  if (!job) return;
  const payload = job.payload as unknown as Payload;
  try {
    const caller = await jobCaller(deps, job.userId, payload, `sysLdap:${ACTIONS[payload.of]}`);
    const directory = await openDirectory(deps, caller, payload.id);
    const plan = await planOf(deps, caller, directory, payload.of);
    // A run that goes on after a lost one has less to do than was seen.
    if (!(await hasBegun(deps, jobId))) demandSeen(plan, payload);
    const wanted = plan.steps.filter(({ list }) => list !== 'left');
    const result = await carryOut({ deps, jobId, payload }, caller, wanted);
    if (result) await deps.pool.query(DONE, [jobId, JSON.stringify(result), payload.id, deps.clock.now()]);
  } catch (error) {
    const refused = error instanceof Refused;
    if (refused || last) await endRefused(deps, jobId, payload.locale, asRefused(error));
    if (!refused) throw error;
  }
};

export const directoryWork: Work = { tasks: {}, long: { syncDirectory } };
