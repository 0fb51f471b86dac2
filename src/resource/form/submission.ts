import { isCallError } from '../../kit/index.ts';
import { commandKey } from '../../kit/data/commandKey.ts';

/** True unless the server has answered that nothing was written. */
const mayBeWritten = (error: unknown): boolean =>
  !isCallError(error) || error.code === 0 || error.code >= 500 || error.errorCode === 'idempotencyBusy';

export interface Submission {
  /** The idempotency key of this body: that of the last attempt while it is the same body and nobody knows its outcome. */
  keyOf: (body: unknown) => string;
  /** An attempt failed. */
  failed: (error: unknown) => void;
}

/** Keys of what one form sends: whoever presses Save again after a lost answer must not write a second row. */
export function createSubmission(): Submission {
  let last: { text: string; key: string } | undefined;
  return {
    keyOf(body) {
      const text = JSON.stringify(body);
      if (last?.text !== text) last = { text, key: commandKey() };
      return last.key;
    },
    failed(error) {
      if (!mayBeWritten(error)) last = undefined;
    },
  };
}
