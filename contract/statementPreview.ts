import type { StatementFormat } from './statementFormat.ts';

/** What a statement would be read as, before anything of it is written. Amounts are decimal texts. */

export interface PreviewRow {
  /** As an editor counts it. */
  number: number;
  /** 1 in, 2 out; absent of a row that is no line. */
  direction?: 1 | 2;
  amount?: string;
  /** ISO 8601, UTC. */
  bookedAt?: string;
  wholeDay?: boolean;
  utr?: string | null;
  payer?: string | null;
  description?: string | null;
  balance?: string | null;
  /** Why it is none: keys of bank.json, faults. */
  faults?: readonly string[];
  /** Why it is no money: a key of bank.json, skipped. */
  skipped?: string;
  /** What stands in a row that is no line. */
  text?: string;
}

export interface PreviewDay {
  /** YYYY-MM-DD in the bank's zone. */
  day: string;
  credits: number;
  credited: string;
  debits: number;
  debited: string;
}

export interface StatementProof {
  state: 'proven' | 'broken' | 'unproven';
  order: 'oldestFirst' | 'newestFirst';
  /** Neighbouring lines whose balances agree. */
  links: number;
  /** Pairs of lines between which the file's balance and the reading part. */
  breaks: readonly { above: number; below: number; expected: string; printed: string }[];
  /** Figures that the file names and the reading does not give. */
  disagreements: readonly { figure: string; expected: string; printed: string }[];
}

export interface StatementPreview {
  format: StatementFormat;
  currency: string;
  /** Of these another value reads as well. */
  doubtful: readonly ('dateOrder' | 'decimal')[];
  kind: 'delimited' | 'workbook' | 'web';
  encoding: string | null;
  delimiter: string | null;
  headerLine: number;
  columns: readonly string[];
  proof: StatementProof;
  lines: number;
  faults: number;
  /** By reason. */
  skipped: Readonly<Record<string, number>>;
  first: readonly PreviewRow[];
  last: readonly PreviewRow[];
  /** Rows that cannot be read, and those between which balances part. */
  doubts: readonly PreviewRow[];
  /** The first of them, where there are very many. */
  days: readonly PreviewDay[];
  /** Of all days. */
  totals: Omit<PreviewDay, 'day'>;
}

/** Why a file cannot be read at all, and what might help. */
export interface PreviewFailure {
  why: string;
  line: number;
  missing?: readonly string[];
  found?: readonly string[];
  nearest?: Readonly<Record<string, string>>;
}

export type PreviewAnswer =
  | { preview: StatementPreview; failure?: undefined }
  /** With how the file reads by its own names of columns, where it does. */
  | { failure: PreviewFailure; preview?: StatementPreview };
