import { QueryClient, focusManager, onlineManager } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { isUnreachable } from './CallError.ts';
import { events } from './events.ts';
import { zoneAtom } from '../preferences.ts';
import { connectionAtom, staggered } from './line.ts';
import { anyWindowVisible, onVisibility } from './visibility.ts';

/** Server state of the whole client. A refusal is an answer, so only a broken line is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => isUnreachable(error) && count < 3,
    },
    mutations: { retry: false },
  },
});

onVisibility((shown) => {
  focusManager.setFocused(anyWindowVisible());
  if (!shown) return;
  events.onWindowShown();
  // A hidden window's timers stand still: what has grown old meanwhile is asked for again.
  readShown();
});

/** What is on screen and out of date is read again, one query after another. */
function readShown(): void {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  staggered(
    shown.map(
      ({ queryKey }) =>
        () =>
          void queryClient.refetchQueries(
            { queryKey, exact: true, type: 'active', stale: true },
            { cancelRefetch: false },
          ),
    ),
  );
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
  readShown();
});

/** Days begin elsewhere in another zone, and the system's own calls (wire.md) read the clock in it. */
getDefaultStore().sub(zoneAtom, () => void queryClient.invalidateQueries());
