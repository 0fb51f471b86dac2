/** States of a trigger, by the family's numbers. */
export const TRIGGER = {
  ready: 1,
  running: 2,
  paused: 3,
  failed: 5,
  /** It has run as often, or until, as it was to. */
  ended: 6,
  /** It failed as often as it may. */
  broken: 7,
} as const;

/** Kinds of jobs, by the family's numbers. */
export const JOB_KIND = { builtIn: 0, script: 1, request: 2 } as const;

export interface JobRequest {
  url: string;
  method: 'GET' | 'POST';
  body: string;
  /** An answer other than 2xx counts as failed. */
  ensureSuccess: boolean;
}

export interface BoardTrigger {
  triggerId: string;
  kind: 'period' | 'cron';
  /** Milliseconds of a period, or a cron expression. */
  args: string;
  description: string;
  status: number;
  startTime: string | null;
  endTime: string | null;
  lastRunTime: string | null;
  nextRunTime: string | null;
  runs: number;
  runsMost: number;
  errors: number;
  errorsMost: number;
  retries: number;
  retryMs: number;
  result: string | null;
  elapsedMs: number | null;
}

/** The states of triggers, the worst first. */
const WORST = [
  TRIGGER.broken,
  TRIGGER.failed,
  TRIGGER.running,
  TRIGGER.paused,
  TRIGGER.ready,
  TRIGGER.ended,
] as const;

/** What a job of several triggers comes to in one line. */
export interface TriggersSum {
  /** The one whose state is the worst, of several the one that runs next. */
  worst: BoardTrigger | undefined;
  /** How many are in that state. */
  alike: number;
  all: number;
  runs: number;
  errors: number;
  next: string | null;
}

const rankOf = ({ status }: BoardTrigger): number => WORST.findIndex((each) => each === status);

/** Those that run next first, those that never do last. */
function bySooner({ nextRunTime: one }: BoardTrigger, { nextRunTime: other }: BoardTrigger): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

export function sumOf(triggers: readonly BoardTrigger[]): TriggersSum {
  const sorted = triggers.toSorted((a, b) => rankOf(a) - rankOf(b) || bySooner(a, b));
  const [worst] = sorted;
  const [next] = triggers.toSorted(bySooner);
  return {
    worst,
    alike: triggers.filter(({ status }) => status === worst?.status).length,
    all: triggers.length,
    runs: triggers.reduce((sum, { runs }) => sum + runs, 0),
    errors: triggers.reduce((sum, { errors }) => sum + errors, 0),
    next: next?.nextRunTime ?? null,
  };
}

export interface BoardJob {
  jobId: string;
  group: string;
  kind: number;
  description: string;
  concurrent: boolean;
  paused: boolean;
  /** Of the product's works those alone that only clear away. */
  pausable: boolean;
  request: JobRequest | null;
  triggers: readonly BoardTrigger[];
}

export interface JobRun {
  id: string;
  triggerId: string;
  at: string;
  status: number;
  result: string;
  elapsedMs: number;
}

/** A job of the queue that has used up its tries. */
export interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  error: string;
  at: string;
  /** What would ask an upstream for money again is decided at the order, not here. */
  retryable: boolean;
}

/** What POST /api/sysJob/board answers. */
export interface JobBoard {
  jobs: readonly BoardJob[];
  failed: readonly FailedJob[];
}
