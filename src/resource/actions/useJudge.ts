import { useRef } from 'react';
import { type Pending, type Preview, READ_MS, differs, faultsOf, message } from './pending.ts';
import { runAction } from './run.ts';

/** The token of a command on everything covers what was typed, so the rows are judged once more with it. */
function judgedWith(
  resource: string,
  { action, target }: Pending,
  input: Record<string, unknown>,
): Promise<Preview | undefined> {
  return runAction(resource, action, { ...target, input, dryRun: true }).catch(() => undefined);
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
  /** A code counts once: it is spent on what would go through alone. @returns what would, if anything */
  async function goes(
    { key, action, target }: Pending,
    typed: Record<string, unknown>,
  ): Promise<Preview | undefined> {
    const input = { ...typed };
    delete input.otp;
    try {
      const preview = await runAction(resource, action, { ...target, input, dryRun: true });
      put(key, { preview, faults: undefined, problem: undefined });
      return preview.done.length > 0 ? preview : undefined;
    } catch (error) {
      const faults = faultsOf(error);
      put(key, { faults, problem: faults ? undefined : message(error) });
      return undefined;
    }
  }
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
    /** The last look before the command; undefined where it must not run, or would not do what stands there. */
    async last(
      pending: Pending,
      input: Record<string, unknown> | undefined,
      otp: boolean,
    ): Promise<Preview | undefined> {
      const { key, preview, changed } = pending;
      // Enter was on its way to what stood there before.
      if (!preview || (changed !== undefined && Date.now() - changed < READ_MS)) return undefined;
      if (!input) return preview;
      const goesOn = otp ? await goes(pending, input) : preview;
      if (goesOn && differs(preview, goesOn)) {
        put(key, { changed: Date.now() });
        return undefined;
      }
      return goesOn?.token ? ((await judgedWith(resource, pending, input)) ?? goesOn) : goesOn;
    },
  };
}
