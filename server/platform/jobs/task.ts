import type { AppDeps } from '../http/deps.ts';

/**
 * What the worker runs for one kind of queued job; it throws to be tried again, unless this is the last try. `stopping` is
 * aborted as its server stops: what may take long ends soon after, and has itself queued again.
 */
export type Task = (payload: unknown, last: boolean, stopping?: AbortSignal) => Promise<void>;

/** Makes a part's task once per worker. */
export type TaskFactory = (deps: AppDeps) => Task;

/** What a part of the server gives the worker to do. */
export interface Work {
  tasks?: Readonly<Record<string, TaskFactory>>;
  /** Tasks that call merchants' endpoints, which may hang: the other kinds never wait for them. */
  callbacks?: Readonly<Record<string, TaskFactory>>;
  /** Tasks that call upstreams, which may hang: the other kinds never wait for them. */
  upstreams?: Readonly<Record<string, TaskFactory>>;
  /** Tasks of minutes: they have workers of their own, so that the others never wait for them. */
  long?: Readonly<Record<string, TaskFactory>>;
  /**
   * Runs again and again, this many milliseconds apart, on every server: it must tolerate a twin. What may take long ends
   * soon after `stopping` is aborted.
   */
  regular?: readonly RegularWork[];
}

export interface RegularWork {
  /** Unique; the board of jobs calls it so. */
  name: string;
  everyMs: number;
  /** An administrator may pause it: it only clears away. What keeps money, orders or logs right always runs. */
  pausable?: true;
  run: (deps: AppDeps, stopping: AbortSignal) => Promise<unknown>;
}
