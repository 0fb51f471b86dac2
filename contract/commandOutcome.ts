import type { ActionResult } from './calls.ts';

/** What became of a command whose answer was lost, by its idempotency key. */
export type CommandOutcome =
  /** Nothing was done under that key: it did not come, or was refused as a whole. */
  | { state: 'none' }
  | { state: 'running' }
  | ({ state: 'answered' } & Pick<ActionResult, 'done' | 'refused' | 'waiting' | 'jobId'>);
