import { useEffect, useRef, useState } from 'react';
import type { Action } from '../../../contract/resource.ts';
import type { Pending } from './pending.ts';
import type { Actions } from './useActions.ts';

/** After so long without a key the figures are asked for. */
const PAUSE_MS = 300;

/** The inputs that the figures come from; undefined while one that must be there is missing. */
export function reckonedFrom({ input, reckon }: Action, values: Record<string, unknown>) {
  const named = (reckon ?? []).filter((name) => input?.[name]);
  const empty = (name: string) => values[name] === undefined || values[name] === '';
  if (named.some((name) => input?.[name]?.required && empty(name))) return undefined;
  return Object.fromEntries(named.filter((name) => !empty(name)).map((name) => [name, values[name]]));
}

/** Has what is typed reckoned once the typing pauses. @returns true while the figures are not yet of what is typed */
export function useReckoning(
  actions: Actions,
  { action }: Pending,
  values: Record<string, unknown>,
): boolean {
  const definition = actions.get(action);
  const from = definition.reckon ? reckonedFrom(definition, values) : undefined;
  const key = from && JSON.stringify(from);
  const [known, setKnown] = useState<string | undefined>();
  const judge = useRef(actions.judge);
  judge.current = actions.judge;
  useEffect(() => {
    if (key === undefined || key === known) return;
    const timer = setTimeout(() => {
      void judge.current(JSON.parse(key) as Record<string, unknown>).finally(() => setKnown(key));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, known]);
  return definition.reckon !== undefined && key !== known;
}
