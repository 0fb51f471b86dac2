import { useEffect, useRef } from 'react';
import { events } from '../../kit/index.ts';
import type { Pending } from './pending.ts';
import type { Actions } from './useActions.ts';

/** Several changes of a row come close together. */
const PAUSE_MS = 300;

/** Reckons an open sheet anew when somebody else changes one of its rows; `typed`: what its figures come from. */
export function useLiveFigures(actions: Actions, { target }: Pending, typed: Record<string, unknown>): void {
  const now = useRef({ actions, typed });
  now.current = { actions, typed };
  const ids = 'ids' in target ? target.ids.join() : '';
  const { id: resource, live } = actions.resource;
  useEffect(() => {
    if (ids === '' || !live) return;
    const mine = new Set(ids.split(','));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const undo = events.subscribe(resource, (list) => {
      if (!list.some(({ id }) => mine.has(id))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        // What the command itself changes is told by its answer.
        if (now.current.actions.busy === undefined) void now.current.actions.look(now.current.typed);
      }, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      undo();
    };
  }, [ids, resource, live]);
}
