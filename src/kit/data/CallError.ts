/** A refusal by the server, or a request that did not get through. */
export class CallError extends Error {
  /** Body code of the envelope, HTTP status without one, 0 when nothing came back. */
  readonly code: number;
  /** Stable code of contract/errors.ts, `network` or `http`. */
  readonly errorCode: string;
  readonly traceId: string | undefined;
  /** Validation texts by field. */
  readonly fields: Record<string, string[]> | undefined;
  readonly extras: Record<string, unknown>;

  constructor(
    message: string,
    given: {
      code: number;
      errorCode: string;
      fields?: Record<string, string[]>;
      extras?: Record<string, unknown>;
    },
  ) {
    super(message);
    this.name = 'CallError';
    this.code = given.code;
    this.errorCode = given.errorCode;
    this.fields = given.fields;
    this.extras = given.extras ?? {};
    this.traceId = typeof this.extras.traceId === 'string' ? this.extras.traceId : undefined;
  }
}

/** The server or its database was not reached: no answer, and none of others would come either. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 0 || error.errorCode === 'databaseDown');

export const isCallError = (error: unknown): error is CallError => error instanceof CallError;
