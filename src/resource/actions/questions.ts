import type { Dispatch, RefObject } from 'react';
import type { Action, Resource } from '../../../contract/resource.ts';
import { type Pending, type Preview, READ_MS, differs, faultsIn, faultsOf, message } from './pending.ts';
import { rehearse, withoutCode } from './run.ts';
import type { SheetEvent } from './sheetState.ts';

type Values = Record<string, unknown>;

interface Ports {
  resource: Resource;
  get: (action: string) => Action;
  dispatch: Dispatch<SheetEvent>;
  /** The last question about what is typed. */
  turn: RefObject<number>;
}

/** Asks what the open command would do with what is typed into its sheet. */
export function questionsOf({ resource: { id: resource }, get, dispatch, turn }: Ports) {
  const ask = (): number => {
    turn.current += 1;
    dispatch({ type: 'asked', turn: turn.current });
    return turn.current;
  };
  /** A code counts once: it is spent on what would go through alone. @returns what would, if anything */
  async function passes(pending: Pending, typed: Values): Promise<Preview | undefined> {
    const { key } = pending;
    try {
      const preview = await rehearse(resource, pending, withoutCode(typed));
      const faults = faultsIn(preview);
      dispatch(faults ? { type: 'refused', key, faults } : { type: 'checked', key, preview });
      return faults || preview.done.length === 0 ? undefined : preview;
    } catch (error) {
      const faults = faultsOf(error);
      dispatch({ type: 'refused', key, faults, problem: faults ? undefined : message(error) });
      return undefined;
    }
  }
  return {
    async judge(pending: Pending, input: Values): Promise<void> {
      const { key, action } = pending;
      const asked = ask();
      try {
        dispatch({ type: 'answered', key, turn: asked, preview: await rehearse(resource, pending, input) });
      } catch (error) {
        // Half of a value is refused; the figures of the last whole one stay, unless they are what the sheet is for.
        if (get(action).estimateOn === undefined) return;
        const [at] = Object.keys(faultsOf(error) ?? {});
        dispatch({ type: 'unanswered', key, turn: asked, problem: message(error), at });
      }
    },
    /** What a value that the estimate depends on does to the rows, or what refuses it; half of a value says nothing, and Enter says the rest. */
    async revalidate(pending: Pending, input: Values): Promise<void> {
      const asked = ask();
      const preview = await rehearse(resource, pending, input).catch(() => undefined);
      if (preview) dispatch({ type: 'heard', key: pending.key, turn: asked, preview });
    },
    /** What the server has against what is typed so far, by field; `at`: where what names no field is shown. */
    async against(
      pending: Pending,
      input: Values,
      at: string | undefined,
    ): Promise<Readonly<Record<string, string>>> {
      const faults = await rehearse(resource, pending, withoutCode(input)).then(
        faultsIn,
        (error: unknown) => faultsOf(error) ?? (at === undefined ? undefined : { [at]: [message(error)] }),
      );
      return Object.fromEntries(Object.entries(faults ?? {}).map(([field, [text = '']]) => [field, text]));
    },
    /** The last look before the command; undefined where it must not run, or would not do what is shown. */
    async last(pending: Pending, input: Values | undefined): Promise<Preview | undefined> {
      const { key, preview, changed, action } = pending;
      // Enter was on its way to what was shown before.
      if (!preview || (changed !== undefined && Date.now() - changed < READ_MS)) return undefined;
      if (!input) return preview;
      const goesOn = get(action).otp === true ? await passes(pending, input) : preview;
      if (goesOn && differs(preview, goesOn)) {
        dispatch({ type: 'changed', key, now: Date.now() });
        return undefined;
      }
      if (!goesOn?.token) return goesOn;
      // The token of a command on everything covers what was typed, so the rows are judged once more with it.
      const judged = await rehearse(resource, { ...pending, preview: goesOn }, input).catch(() => undefined);
      if (!judged || !differs(goesOn, judged)) return judged ?? goesOn;
      dispatch({ type: 'changed', key, preview: judged, now: Date.now() });
      return undefined;
    },
  };
}
