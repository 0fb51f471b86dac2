/** The read-only SQL console: what a statement may take, and what is answered of it. */

export const CONSOLE_LIMITS = {
  /** Characters of a statement. */
  text: 20_000,
  rows: 1_000,
  /** Bytes that are read of an answer before it is cut. */
  bytes: 4 * 1024 * 1024,
  /** Characters of one cell. */
  cell: 8_000,
  ms: 15_000,
  /** How long an opened console stays open. */
  openMinutes: 15,
} as const;

export interface ConsoleColumn {
  name: string;
  type: string;
}

/** Why a statement was not carried out; the text is PostgreSQL's own. */
export interface ConsoleFailure {
  code: string;
  message: string;
  hint?: string | undefined;
  /** Characters before the place that is meant. */
  at?: number | undefined;
}

export interface ConsoleAnswer {
  columns: ConsoleColumn[];
  rows: (string | null)[][];
  /** More would have come. */
  cut?: 'rows' | 'bytes' | undefined;
  ms: number;
  failure?: ConsoleFailure | undefined;
}

/** A statement that the caller ran. */
export interface ConsoleStatement {
  id: string;
  statement: string;
  begunAt: string;
  /** Unset: it was never seen to end. */
  ms: number | null;
  rows: number | null;
  failure: string | null;
}

export interface ConsoleState {
  /** Until when this sign-in may run statements; unset: it is to be opened first. */
  openUntil: string | null;
  tables: Record<string, string[]>;
  history: ConsoleStatement[];
}
