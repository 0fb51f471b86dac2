import type { RefObject } from 'react';
import {
  type Pending,
  type Preview,
  type Put,
  READ_MS,
  differs,
  faultsIn,
  faultsOf,
  message,
  said,
} from './pending.ts';
import { rehearse, withoutCode } from './run.ts';

/** Asks what a pending command would do with what is typed into its sheet. */
export function useJudge(
  resource: string,
  /** The figures of this action come from what is typed. */
  reckons: (action: string) => boolean,
  put: Put,
  /** Answers may come in another order than they were asked in: the last question counts. */
  asked: RefObject<number>,
) {
  /** A code counts once: it is spent on what would go through alone. @returns what would, if anything */
  async function goes(pending: Pending, typed: Record<string, unknown>): Promise<Preview | undefined> {
    const { key } = pending;
    try {
      const preview = await rehearse(resource, pending, withoutCode(typed));
      const faults = faultsIn(preview);
      if (faults) {
        put(key, { faults, problem: undefined });
        return undefined;
      }
      put(key, (now) => ({ ...said(now, preview), faults: undefined, problem: undefined }));
      return preview.done.length > 0 ? preview : undefined;
    } catch (error) {
      const faults = faultsOf(error);
      put(key, { faults, problem: faults ? undefined : message(error) });
      return undefined;
    }
  }
  return {
    async judge(pending: Pending, input: Record<string, unknown>): Promise<void> {
      const { key, action } = pending;
      const turn = ++asked.current;
      const answer = await rehearse(resource, pending, input).then(
        (preview) => ({ preview, before: undefined, problem: undefined }),
        // Half of a value is refused; the figures of the last whole one stay, unless they are what the sheet is for.
        (error: unknown) =>
          reckons(action)
            ? {
                preview: undefined,
                problem: message(error),
                problemAt: Object.keys(faultsOf(error) ?? {})[0],
              }
            : undefined,
      );
      if (answer && turn === asked.current) put(key, answer);
    },
    /** What a heeded value does to the rows, or what refuses it; half of a value says nothing, and Enter says the rest. */
    async heed(pending: Pending, input: Record<string, unknown>): Promise<void> {
      const turn = ++asked.current;
      const preview = await rehearse(resource, pending, input).catch(() => undefined);
      if (preview && turn === asked.current) put(pending.key, (now) => said(now, preview));
    },
    /** What the server has against what is typed so far, by field; `at`: where what names no field is said. */
    async against(
      pending: Pending,
      input: Record<string, unknown>,
      at: string | undefined,
    ): Promise<Readonly<Record<string, string>>> {
      const faults = await rehearse(resource, pending, withoutCode(input)).then(
        faultsIn,
        (error: unknown) => faultsOf(error) ?? (at === undefined ? undefined : { [at]: [message(error)] }),
      );
      return Object.fromEntries(Object.entries(faults ?? {}).map(([field, [text = '']]) => [field, text]));
    },
    mend: (pending: Pending | undefined): void =>
      pending && put(pending.key, ({ before }) => (before ? { preview: before, before: undefined } : {})),
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
      if (!goesOn?.token) return goesOn;
      // The token of a command on everything covers what was typed, so the rows are judged once more with it.
      const judged = await rehearse(resource, { ...pending, preview: goesOn }, input).catch(() => undefined);
      if (!judged || !differs(goesOn, judged)) return judged ?? goesOn;
      put(key, { preview: judged, changed: Date.now() });
      return undefined;
    },
  };
}
