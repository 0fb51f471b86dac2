/** Shapes that cross the wire (wire.md); both sides import them. */

export interface Envelope<T = unknown> {
  code: number;
  type: 'success' | 'error' | 'warning';
  message: string | Record<string, string[]>;
  result: T;
  extras: { errorCode?: string; traceId?: string; values?: Record<string, unknown> } | null;
  /** yyyy-MM-dd HH:mm:ss in the Time-Zone header's zone. */
  time: string;
}

export type Row = Record<string, unknown> & { id: string; version?: number };

/** The key of a row asked for by its id that does not match the filters sent along on what other tables say. */
export const IS_OUT = 'isOut';
export type SortOrder = 'ascending' | 'descending';

export interface RowsRequest {
  /** First row wanted, from 0; with `end` at most 1,000 rows. */
  start?: number;
  end?: number;
  sort?: { field: string; order: SortOrder }[];
  /** Pins what a scroll sees. */
  snapshot?: string;
  /** Page by key: the last row before, or the first row after, the block. */
  after?: string;
  before?: string;
  /** Refetch exactly these rows, at most 500; rows out of scope are left out. */
  ids?: string[];
  [filter: string]: unknown;
}

export interface RowsResult<T = Row> {
  items: T[];
  start: number;
  total: number;
  totalIs: 'exact' | 'estimate' | 'capped';
  snapshot: string;
}

/** The newest row that a snapshot knows; rows with a greater id were made after it. */
export const newestOf = (snapshot: string): bigint => BigInt(/^[as]\.(\d+)\./.exec(snapshot)?.[1] ?? '0');

export interface Totals {
  total: number;
  totalIs: 'exact' | 'estimate' | 'capped';
  byCurrency: { currency: string; count: number; sums: Record<string, string> }[];
  /** The figure is being recomputed and will be sent by a later call. */
  late?: true;
}

export interface ActionRequest {
  ids?: string[];
  all?: Record<string, unknown>;
  except?: string[];
  snapshot?: string;
  input?: Record<string, unknown>;
  dryRun?: true;
  /** The token of the dry run, needed with `all`; with it a further dry run is about the same rows. */
  token?: string;
  /** Those of the dry run: a row that would come to anything else by now is refused with `figuresChanged`. */
  previewDigests?: Record<string, string>;
  /** How many rows will be done, as the person typed it: needed where the dry run answers a `countCheck`. */
  confirmed?: number;
}

/** Why a command is confirmed by its count: it has more than so many rows, or comes to more than so much. */
export type CountReason = { rows: number } | { currency: string; amount: string; most: string };

/** A command so large that a person types how many rows will be done, and that is held before it starts. */
export interface CountCheck {
  /** Rows that will be done; whether a command is large follows from all that it covers. */
  count: number;
  over: CountReason;
  holdSeconds: number;
}

export interface ActionResult {
  done: string[];
  /** `name` is what people call the row; only the first ones have it. `field`: the input that is refused for it. */
  refused: { id: string; code: string; message: string; name?: string; field?: string }[];
  /** Of those done the ones of which nothing is booked before a second person says the same; every answer has it. */
  waiting?: string[];
  /** Dry run only: what would change, per row. */
  preview?: { id: string; before: Record<string, unknown>; after: Record<string, unknown> }[];
  token?: string;
  /** Dry run only: its figures in digests, for the command that follows it. */
  previewDigests?: Record<string, string>;
  jobId?: string;
  /** Dry run on many only. */
  impact?: ImpactEstimate;
  /** Dry run of a large command only. */
  countCheck?: CountCheck;
}

/** What a command on many would come to, all rows counted. */
export interface ImpactEstimate {
  able: number;
  refused: { code: string; message: string; count: number }[];
  /** Of the rows that would be done. */
  byCurrency: { currency: string; count: number; sums: Record<string, string> }[];
  /** Merchants' accounts that would move, the largest moves first; `unlisted` more do. */
  balances: {
    merchantId: string;
    merchantName: string;
    currency: string;
    account: 'pending' | 'available' | 'frozen';
    before: string;
    after: string;
  }[];
  unlisted: number;
}

export interface ChangeEvent {
  seq: number;
  resource: string;
  id: string;
  change: 'add' | 'update' | 'delete';
}

export interface Job {
  id: string;
  kind: string;
  /** A `held` job changes nothing before `startsAt`, and can be undone. */
  status: 'held' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  done: number;
  total: number;
  /** Of a held job, by the database's clock. */
  startsAt?: string;
  /** Milliseconds until then as of the answer: counted down without trusting the clock of whoever reads it. */
  startsInMs?: number;
  /** Of a held job: how many rows will be done; `total` counts those that will be refused too. */
  confirmed?: number;
  /** Taken back before it began: nothing was changed. */
  undone?: boolean;
  result?: unknown;
  error?: string;
  createdAt: string;
}

/** A job in its owner's list: of a bulk only how many rows, not which. */
export interface JobLine extends Omit<Job, 'result'> {
  resource: string;
  /** Empty for an export. */
  action: string;
  refused: number;
  /** Name of the file that an export ended with. */
  file: string;
}
