import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { call } from './data/call.ts';
import { useVisible } from './ui/visible.ts';

/** What a widget reports to the tile it is drawn in. */
export interface WidgetHost {
  /** How old the figures are, and how to get new ones; the tile marks what is stale. */
  report: (freshness: { at: number; everyMs: number; failed: boolean; reload: () => void }) => void;
  /** A few words at the right of the tile's header. */
  note: (text: string) => void;
}

export const WidgetHostContext = createContext<WidgetHost>({
  report: () => undefined,
  note: () => undefined,
});

export function useWidgetNote(text: string): void {
  const { note } = useContext(WidgetHostContext);
  useEffect(() => note(text), [note, text]);
}

const EVERY_MS = 30_000;

/** Widgets ask at the same beats of the clock, so that figures side by side are of one moment. */
export const untilBeat = (everyMs: number, now = Date.now()): number => everyMs - (now % everyMs);

/**
 * A figure that keeps itself fresh while it can be seen and asks nothing while it cannot. What was known stays on
 * screen during a reload or a failure, and the tile says that it is old.
 */
export function useLive<T>(
  path: string,
  body: Record<string, unknown>,
  everyMs = EVERY_MS,
): UseQueryResult<T> {
  const visible = useVisible();
  const { report } = useContext(WidgetHostContext);
  const query = useQuery<T>({
    queryKey: ['live', path, body],
    queryFn: ({ signal }) => call<T>(path, body, { customCatch: true, signal }),
    enabled: visible,
    refetchInterval: visible ? () => untilBeat(everyMs) : false,
    staleTime: everyMs / 2,
    placeholderData: keepPreviousData,
  });
  const { dataUpdatedAt, isError, refetch } = query;
  useEffect(() => {
    if (dataUpdatedAt > 0)
      report({ at: dataUpdatedAt, everyMs, failed: isError, reload: () => void refetch() });
  }, [report, dataUpdatedAt, everyMs, isError, refetch]);
  return query;
}
