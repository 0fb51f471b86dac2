import type { ActionRequest, ActionResult } from '../../../contract/calls.ts';
import { call } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';

/** What a command acts on: rows by id, all that match but some, or nothing where it makes a row. */
export type Target =
  | { ids: string[] }
  | { all: Record<string, unknown>; except: string[]; snapshot?: string }
  | Record<string, never>;

export function targetOf(model: GridModel): Target {
  const state = model.selection.state();
  if (state.mode === 'some') return { ids: model.meantIds() ?? [] };
  const order = model.blocks.order();
  // All of a short list is on hand: its rows are named, and need no token.
  if (model.state().totalIs === 'exact' && order.length === model.state().total) {
    return { ids: order.filter((id) => model.selection.has(id)) };
  }
  const snapshot = model.blocks.snapshot();
  return { all: model.wire(), except: [...state.except], ...(snapshot && { snapshot }) };
}

/** One key per command and attempt of a person; the server answers a repeated one with the first result. */
export function commandKey(): string {
  // randomUUID is missing on plain http beyond localhost.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
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

/** Waits for the job of a bulk command, telling how far it is. */
export async function followJob<T>(
  id: string,
  tell: (job: JobState) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const job = await call<JobState & { result?: T; error?: string }>('jobs/detail', undefined, {
      query: { id },
      customCatch: true,
      signal,
    });
    tell(job);
    if (job.status === 'done') return job.result as T;
    if (job.status === 'failed' || job.status === 'cancelled')
      throw new JobEnded(job.status, job.error ?? '');
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 500);
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true });
    });
  }
}

export interface JobState {
  id: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  done: number;
  total: number;
}

export class JobEnded extends Error {
  readonly status: 'failed' | 'cancelled';
  constructor(status: 'failed' | 'cancelled', message: string) {
    super(message);
    this.name = 'JobEnded';
    this.status = status;
  }
}
