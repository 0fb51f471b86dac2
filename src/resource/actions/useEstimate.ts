import { useEffect, useRef, useState } from 'react';
import type { Action } from '../../../contract/resource.ts';
import type { Pending } from './pending.ts';
import type { Actions } from './useActions.ts';

/** After so long without a key the figures are asked for. */
const PAUSE_MS = 300;

const filled = (names: readonly string[], values: Record<string, unknown>) =>
  Object.fromEntries(
    names
      .filter((name) => values[name] !== undefined && values[name] !== '')
      .map((name) => [name, values[name]]),
  );

/** The inputs that the figures come from; undefined while one that must be there is missing. */
export function estimateInputs({ input, estimateOn, revalidateOn }: Action, values: Record<string, unknown>) {
  // Inputs that are only revalidated may be empty: there are figures without them.
  if (revalidateOn) return filled(revalidateOn, values);
  const named = (estimateOn ?? []).filter((name) => input?.[name]);
  const from = filled(named, values);
  return named.some((name) => input?.[name]?.required && !(name in from)) ? undefined : from;
}

/** No input that is revalidated has a value: the figures that the sheet opens with are those. */
const NOTHING = '{}';

/** Has what is typed estimated once the typing pauses. @returns true while the figures are not yet of what is typed */
export function useEstimate(actions: Actions, { action }: Pending, values: Record<string, unknown>): boolean {
  const definition = actions.get(action);
  const { estimateOn, revalidateOn } = definition;
  const asks = estimateOn !== undefined || revalidateOn !== undefined;
  const from = asks ? estimateInputs(definition, values) : undefined;
  const key = from && JSON.stringify(from);
  const [known, setKnown] = useState(revalidateOn && NOTHING);
  const ask = useRef(actions.judge);
  ask.current = revalidateOn ? actions.revalidate : actions.judge;
  useEffect(() => {
    if (key === undefined || key === known) return;
    const timer = setTimeout(() => {
      void ask.current(JSON.parse(key) as Record<string, unknown>).finally(() => setKnown(key));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, known]);
  return asks && key !== known;
}
