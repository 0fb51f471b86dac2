import { useEffect, useRef } from 'react';
import type { Pending } from './pending.ts';
import { withoutCode } from './run.ts';
import type { Actions } from './useActions.ts';

type Values = Record<string, unknown>;

/** A code is no part of what is refused: it counts once, and not for a look. */
const asSent = (values: Values): string => JSON.stringify(withoutCode(values));

/**
 * What was refused for what is typed can be sent again once something else is typed, be it while the answer was on its
 * way; what an estimate depends on is asked about again instead. @returns notes what is sent
 */
export function useSent(actions: Actions, { before, action }: Pending, values: Values): () => void {
  const sent = useRef('');
  const mend = useRef(actions.mend);
  mend.current = actions.mend;
  const typed = asSent(values);
  const stale = before !== undefined && actions.get(action).revalidateOn === undefined;
  useEffect(() => {
    if (stale && typed !== sent.current) mend.current();
  }, [stale, typed]);
  return () => {
    sent.current = typed;
  };
}
