import { isFamily } from '../../../contract/family.ts';
import type { ActionRequest, ActionResult, Job } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call, isCallError, pause, untilAnswered } from '../../kit/index.ts';
import { commandKey } from '../../kit/data/commandKey.ts';
import type { GridModel } from '../grid/model.ts';

/** What a command acts on: rows by id, all that match but some, or nothing where it makes a row. */
export type Target =
  | { ids: string[] }
  | { all: Record<string, unknown>; except: string[]; snapshot?: string }
  | Record<string, never>;

export function targetOf(model: GridModel): Target {
  const state = model.selection.state();
  if (state.mode === 'some') return { ids: model.targets.ids() ?? [] };
  const order = model.blocks.order();
  // All of a short list is on hand: its rows are named, and need no token.
  if (model.state().totalIs === 'exact' && order.length === model.state().total) {
    return { ids: order.filter((id) => model.selection.has(id)) };
  }
  const snapshot = model.blocks.snapshot();
  return { all: model.wire(), except: [...state.except], ...(snapshot && { snapshot }) };
}

/** Refusals of the whole command reject with CallError; refusals of rows are in the answer. */
export function runAction(
  resource: string,
  action: string,
  request: ActionRequest,
  key: string = commandKey(),
): Promise<ActionResult> {
  return call<ActionResult>(`${resource}/${action}`, request, { customCatch: true, idempotencyKey: key });
}

/** The command itself: until it is answered the next page asks what became of it. */
export function sendAction(
  resource: Resource,
  action: string,
  request: ActionRequest,
  key: string,
): Promise<ActionResult> {
  const { id } = resource;
  const send = () => runAction(id, action, request, key);
  // The family's calls keep no answers.
  if (isFamily(resource)) return send();
  const { ids = [] } = request;
  const about = { ...(ids.length > 0 && { rows: ids.length }), ...(ids.length === 1 && { id: ids[0]! }) };
  return untilAnswered({ key, resource: id, action, ...about }, send);
}

/** What a command would do with these inputs, to the rows of the dry run before it where that names them by a token. */
export const rehearse = (
  resource: string,
  { action, target, preview }: { action: string; target: Target; preview?: ActionResult | undefined },
  input: Record<string, unknown>,
): Promise<ActionResult> =>
  runAction(resource, action, {
    ...target,
    input,
    dryRun: true,
    ...(preview?.token && { token: preview.token }),
  });

/** What is typed without the one-time password, which counts once. */
export const withoutCode = ({ otp: _code, ...input }: Record<string, unknown>): Record<string, unknown> =>
  input;

const ASK_MS = 500;
const ASK_AGAIN_MS = 3_000;

/** The job goes on without us: a server that cannot be reached, or is only starting, says nothing of it. */
const isAway = (error: unknown): boolean =>
  isCallError(error) && (error.code === 0 || error.code >= 500 || error.code === 429);

type JobAnswer<T> = JobState & Pick<Job, 'error' | 'undone'> & { result?: T };

/** Waits for the job of a bulk command, telling how far it is, through any time without the server. */
export async function followJob<T>(
  id: string,
  tell: (job: JobState) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const options = { query: { id }, customCatch: true, signal };
    const job = await call<JobAnswer<T>>('jobs/detail', undefined, options).catch((error: unknown) => {
      if (isAway(error) && !signal.aborted) return undefined;
      throw error;
    });
    if (job) tell(job);
    if (job?.status === 'done') return job.result as T;
    if (job?.status === 'failed' || job?.status === 'cancelled')
      throw new JobEnded({ ...job, status: job.status });
    await pause(job ? ASK_MS : ASK_AGAIN_MS, signal);
  }
}

export type JobState = Pick<Job, 'id' | 'status' | 'done' | 'total' | 'confirmed' | 'startsInMs'>;

type Ending = Pick<Job, 'error' | 'undone'> & { status: 'failed' | 'cancelled' };

export class JobEnded extends Error {
  readonly ending: Ending;
  constructor(ending: Ending) {
    super(ending.error);
    this.name = 'JobEnded';
    this.ending = ending;
  }
}
