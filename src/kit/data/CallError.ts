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

export const isCallError = (error: unknown): error is CallError => error instanceof CallError;
