export type StatementFailure =
  | 'csv'
  | 'columns'
  | 'empty'
  | 'noLines'
  | 'lineLength'
  | 'tooManyColumns'
  | 'tooHeavy';

/** Why a whole file cannot be read: batchFailureEnum. */
export class BrokenStatement extends Error {
  readonly why: StatementFailure;
  readonly detail: string;
  /** As an editor counts them. */
  readonly line: number;
  constructor(why: StatementFailure, detail = '', line = 1) {
    super(`${why} ${detail}`.trim());
    this.name = 'BrokenStatement';
    this.why = why;
    this.detail = detail;
    this.line = line;
  }
}
