import type { ErrorCode } from '../../contract/errors.ts';

/** A refusal a person can understand; the envelope turns it into body code, text and extras. */
export class Refused extends Error {
  readonly code: ErrorCode;
  /** Values for the localised text, safe to show to the caller. */
  readonly values: Record<string, unknown>;
  /** Validation only: texts per field. */
  readonly fields: Record<string, string[]> | undefined;

  constructor(code: ErrorCode, values: Record<string, unknown> = {}, fields?: Record<string, string[]>) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.values = values;
    this.fields = fields;
  }
}
