import { useRef } from 'react';
import { type Pending, faultsOf, message } from './pending.ts';
import { runAction } from './run.ts';

/** The token of a command on everything covers what was typed, so the rows are judged once more with it. */
export async function judgedToken(
  resource: string,
  { action, target }: Pending,
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const judged = await runAction(resource, action, { ...target, input, dryRun: true }).catch(() => undefined);
  return judged?.token;
}

/** Asks what a pending command would do with what is typed into its sheet. */
export function useJudge(
  resource: string,
  /** The figures of this action come from what is typed. */
  reckons: (action: string) => boolean,
  put: (key: string, change: Partial<Pending>) => void,
) {
  /** Answers may come in another order than they were asked in: the last question counts. */
  const asked = useRef(0);
  return {
    async judge({ key, action, target }: Pending, input: Record<string, unknown>): Promise<void> {
      const turn = ++asked.current;
      const answer = await runAction(resource, action, { ...target, input, dryRun: true }).then(
        (preview) => ({ preview, problem: undefined }),
        // Half of a value is refused; the figures of the last whole one stay, unless they are what the sheet is for.
        (error: unknown) => (reckons(action) ? { preview: undefined, problem: message(error) } : undefined),
      );
      if (answer && turn === asked.current) put(key, answer);
    },
    /** A code counts once: it is spent on what would go through alone. */
    async goes({ key, action, target }: Pending, typed: Record<string, unknown>): Promise<boolean> {
      const input = { ...typed };
      delete input.otp;
      try {
        const preview = await runAction(resource, action, { ...target, input, dryRun: true });
        put(key, { preview, faults: undefined, problem: undefined });
        return preview.done.length > 0;
      } catch (error) {
        const faults = faultsOf(error);
        put(key, { faults, problem: faults ? undefined : message(error) });
        return false;
      }
    },
  };
}
