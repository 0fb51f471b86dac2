/** Why a whole file cannot be read: dictionary batchFailure. */
export type StatementFailure =
  | 'text'
  | 'workbook'
  | 'columns'
  | 'columnTwice'
  | 'empty'
  | 'noLines'
  | 'lineLength'
  | 'tooManyColumns'
  | 'tooHeavy';

/** What would help whoever sent the file. */
export interface FailureFacts {
  /** Names of the format that the file lacks. */
  missing?: readonly string[];
  /** What the file has instead; of its likeliest header. */
  found?: readonly string[];
  /** Per missing name the one of the file that is nearest. */
  nearest?: Readonly<Record<string, string>>;
}

export class BrokenStatement extends Error {
  readonly why: StatementFailure;
  /** As an editor counts them. */
  readonly line: number;
  readonly facts: FailureFacts;
  constructor(why: StatementFailure, line = 1, facts: FailureFacts = {}) {
    super(`${why} ${JSON.stringify(facts)}`);
    this.name = 'BrokenStatement';
    this.why = why;
    this.line = line;
    this.facts = facts;
  }
}
