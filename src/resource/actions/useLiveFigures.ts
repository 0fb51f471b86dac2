import { isFamily } from '../../../contract/family.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ChangeEvent } from '../../../contract/calls.ts';
import { events, useVisible, workDocument } from '../../kit/index.ts';
import { merchantsOf, watchBalances } from './balances.ts';
import type { Pending } from './pending.ts';
import type { Actions } from './useActions.ts';

/** Several changes of a row come close together. */
const PAUSE_MS = 300;
/** Balances move with every order of the merchant, and a question about many rows is a long one. */
const BALANCES_MS = 1_000;
const BALANCES_OF_MANY_MS = 5_000;

/**
 * Estimates an open sheet again when one of its rows or a balance on it changes, and when the person comes back to its
 * window; `typed`: what its figures come from.
 */
export function useLiveFigures(actions: Actions, pending: Pending, typed: Record<string, unknown>): void {
  const { target, count } = pending;
  const { id: resource, live } = actions.resource;
  // All that match are too many to ask for again and again, and the system's own calls estimate nothing beforehand.
  const may = !('all' in target) && !isFamily(actions.resource);
  const asks = useVisible() && may;
  const away = useRef(false);
  const rows = 'ids' in target ? target.ids.join() : '';
  const merchants = merchantsOf(actions.resource, pending).join();
  const look = useEffectEvent(() => {
    // What the command itself changes is in its answer.
    if (actions.busy === undefined) void actions.look(typed);
  });
  useEffect(() => {
    if (!asks) {
      away.current = true;
      return;
    }
    const later = inTurn(() => look());
    const soon = () => later.ask(PAUSE_MS);
    const mine = new Set(rows.split(','));
    // The sheet is in the window it was asked for in.
    const view = workDocument().defaultView;
    view?.addEventListener('focus', soon);
    // Nothing was heard while the sheet was out of sight.
    if (away.current) soon();
    away.current = false;
    const undos = [later.stop, () => view?.removeEventListener('focus', soon), events.onResync(soon)];
    const hear = (list: readonly ChangeEvent[]) => {
      if (list.some(({ id }) => mine.has(id))) soon();
    };
    if (live) undos.push(events.subscribe(resource, hear));
    return () => {
      for (const undo of undos) undo();
    };
  }, [asks, rows, resource, live]);
  useEffect(() => {
    if (!asks || merchants === '') return;
    const later = inTurn(() => look());
    const undo = watchBalances(merchants.split(','), () =>
      later.ask(count === 1 ? BALANCES_MS : BALANCES_OF_MANY_MS),
    );
    return () => {
      later.stop();
      undo();
    };
  }, [asks, merchants, count]);
}

/** One question for all that happens before it is asked. */
function inTurn(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask(ms: number): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, ms);
    },
    stop: (): void => clearTimeout(timer),
  };
}
