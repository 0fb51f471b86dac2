import type { ActionResult } from './calls.ts';

/** What became of a command in one sentence, the same in the answer of the server and in the toast of the client. */

/** A text of grid.json by its key. */
type TextOf = (key: string, values?: Record<string, unknown>) => string;

export interface OutcomeText {
  /** Success where every row is done and booked, else a warning. */
  type: 'success' | 'warning';
  message: string;
}

type Counted = Pick<ActionResult, 'done' | 'refused' | 'waiting' | 'jobId'>;

/** True for the result of a command: rows that were done and rows that were refused. */
export const isCommandResult = (result: unknown): result is Counted =>
  typeof result === 'object' &&
  result !== null &&
  Array.isArray((result as Counted).done) &&
  Array.isArray((result as Counted).refused);

/** The reason, where all that was refused has the same one. */
function commonReason({ refused }: Counted): string | undefined {
  const [first, ...others] = new Set(refused.map(({ message }) => message));
  return others.length === 0 ? first : undefined;
}

/**
 * Says how many rows were done, wait for others and were refused.
 * @param doneText what the action says of itself where everything was done
 */
export function describeOutcome(result: Counted, doneText: string, textOf: TextOf): OutcomeText {
  const { done, refused, waiting = [], jobId } = result;
  if (jobId !== undefined && done.length + refused.length === 0)
    return { type: 'warning', message: textOf('results.queued') };
  const booked = done.length - waiting.length;
  if (refused.length === 0 && waiting.length === 0)
    return booked > 0
      ? { type: 'success', message: doneText }
      : { type: 'warning', message: textOf('results.nothing') };
  if (booked === 0 && refused.length === 0 && waiting.length === 1)
    return { type: 'warning', message: textOf('waiting') };
  const counts = [
    booked === 0 ? textOf('results.nothing') : textOf('results.done', { count: booked }),
    ...(waiting.length > 0 ? [textOf('results.waiting', { count: waiting.length })] : []),
    ...(refused.length > 0 ? [textOf('results.refused', { count: refused.length })] : []),
  ];
  const sentence = counts.join(textOf('results.separator'));
  const reason = commonReason(result);
  const message = reason === undefined ? sentence : textOf('results.because', { sentence, reason });
  return { type: 'warning', message };
}
