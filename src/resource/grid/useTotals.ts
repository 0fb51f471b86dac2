import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Totals } from '../../../contract/calls.ts';
import { call, queryClient } from '../../kit/index.ts';
import type { GridModel } from './model.ts';
import type { GridState } from './modelState.ts';
import { type Passage, passage } from './passage.ts';

const MOVED_MS = 2_000;
const LATE_MS = 1_500;

const questionOf = (model: GridModel) => ({
  queryKey: ['totals', model.resource.id, JSON.stringify(model.wire()), model.state().generation],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<Totals>(`${model.resource.id}/totals`, model.wire(), { customCatch: true, signal }),
  retry: false,
});

/** Reads the sums again at most every two seconds while rows move. */
function useMoved(model: GridModel): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const queryKey = ['totals', model.resource.id];
    const read = (): void => {
      timer = undefined;
      // While new rows wait behind the chip the sums stay as they are, or they would hold what the count does not.
      if (model.state().fresh > 0) return;
      // Refused as the list is: asked the same, it would be refused again.
      if (model.state().refusal !== undefined) return;
      // One that is under way may have begun before the last event, and must not begin anew with each.
      if (queryClient.isFetching({ queryKey }) > 0) timer = setTimeout(read, MOVED_MS);
      else void queryClient.invalidateQueries({ queryKey });
    };
    model.onMoved = () => {
      timer ??= setTimeout(read, MOVED_MS);
    };
    model.recount = () => queryClient.fetchQuery({ ...questionOf(model), staleTime: 0 });
    return () => {
      clearTimeout(timer);
      model.onMoved = () => undefined;
      model.recount = () => Promise.resolve(undefined);
    };
  }, [model]);
}

interface Kept {
  /** The list they were read for. */
  list: string;
  totals: Totals;
}

/** Sums of this list: those of the rows it counts, as far as both counts are exact. */
function belongs(kept: Kept | undefined, list: string, totals: Totals, state: GridState): boolean {
  if (kept?.list !== list || totals.totalIs !== 'exact' || state.totalIs !== 'exact') return true;
  return totals.total === kept.totals.total || totals.total === state.total;
}

/**
 * Totals of the whole filter as the list was read. Rows that have entered or left it since are not in its count, so
 * they are not in its sums either; `entered` and `left` tell how many are known to have done so.
 */
export function useTotals(
  model: GridModel,
  visible: boolean,
): { totals: Totals | undefined; entered: number; left: number; isFetching: boolean; isError: boolean } {
  const state = useSyncExternalStore(model.subscribe, model.state);
  const wire = JSON.stringify(model.wire());
  const list = `${state.generation} ${state.total} ${wire}`;
  useMoved(model);
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    ...questionOf(model),
    enabled: visible && model.resource.totals.length > 0,
    placeholderData: (previous) => previous,
    refetchInterval: (query) => (query.state.data?.late ? LATE_MS : false),
  });
  const [kept, setKept] = useState<Kept>();
  const read = isPlaceholderData ? undefined : data;
  const fits = read !== undefined && belongs(kept, list, read, state);
  if (fits && (kept?.totals !== read || kept.list !== list)) setKept({ list, totals: read });
  const drift = read && !fits && !state.loading ? read.total - state.total : 0;
  const [passed, setPassed] = useState<Passage>();
  const now = passage(passed, list, drift);
  if (now !== passed) setPassed(now);
  const { entered, left } = now;
  const totals = fits ? read : (kept?.totals ?? data);
  useEffect(() => {
    model.totals = totals;
    model.screen.sums();
  }, [model, totals]);
  return { totals, entered, left, isFetching, isError };
}
