import { QueryClient, focusManager, onlineManager } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { CallError } from './CallError.ts';
import { events } from './events.ts';
import { zoneAtom } from '../preferences.ts';
import { connectionAtom, staggered } from './line.ts';

const isNetwork = (error: unknown): boolean => error instanceof CallError && error.code === 0;

/** Server state of the whole client. A refusal is an answer, so only a broken line is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => isNetwork(error) && count < 3,
    },
    mutations: { retry: false },
  },
});

const documents = new Set<Document>();

/** Visible means that any of our windows is: the main one may be covered while a pop-out is being read. */
export function watchVisibility(target: Document): () => void {
  const update = () =>
    focusManager.setFocused([...documents].some((each) => each.visibilityState === 'visible'));
  documents.add(target);
  target.addEventListener('visibilitychange', update);
  update();
  return () => {
    documents.delete(target);
    target.removeEventListener('visibilitychange', update);
    update();
  };
}

/** Nobody asks while the line is cut; what was asked meanwhile goes on when it is back. */
onlineManager.setEventListener((setOnline) => {
  const store = getDefaultStore();
  const update = () => setOnline(store.get(connectionAtom) !== 'offline');
  update();
  return store.sub(connectionAtom, update);
});

/** What is on screen is read again one after another, the rest when it is next shown. */
events.onResync(() => {
  void queryClient.invalidateQueries({ refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  staggered(
    shown.map(
      ({ queryKey }) =>
        () =>
          void queryClient.refetchQueries(
            { queryKey, exact: true, type: 'active' },
            { cancelRefetch: false },
          ),
    ),
  );
});

/** Days begin elsewhere in another zone, and the system's own calls (wire.md) read the clock in it. */
getDefaultStore().sub(zoneAtom, () => void queryClient.invalidateQueries());
