import { type UseQueryResult, keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import { call } from './data/call.ts';
import { momentOf } from './moment.ts';
import { useVisible } from './ui/visible.ts';

/** What a widget reports to the tile it is drawn in. */
export interface WidgetHost {
  /** How old the figures are, and how to get new ones; the tile marks what is stale. */
  report: (freshness: { at: number; everyMs: number; failed: boolean; reload: () => void }) => void;
  /** A few words at the right of the tile's header. */
  note: (text: string) => void;
  /** The zone that its days are of, where it has any. */
  days: (zone: string | undefined) => void;
  /** What it shows as rows, for whoever copies it; undefined where there is nothing to copy. */
  figures: (read: (() => Figures) | undefined) => void;
}

/** Figures as a table: amounts as plain decimal text, instants as ISO, rates as fractions. */
export interface Figures {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const NO_FIGURES: Figures = { head: [], rows: [] };

export const WidgetHostContext = createContext<WidgetHost>({
  report: () => undefined,
  note: () => undefined,
  days: () => undefined,
  figures: () => undefined,
});

/** Ms between two questions of every widget below, Infinity for none; undefined: as each asks by itself. */
export const RefreshContext = createContext<number | undefined>(undefined);

export function useWidgetNote(text: string): void {
  const { note } = useContext(WidgetHostContext);
  useEffect(() => note(text), [note, text]);
}

/** Says whose days the figures are of; the tile names the zone where the person has another. */
export function useDaysOf(zone: string | undefined): void {
  const { days } = useContext(WidgetHostContext);
  useEffect(() => {
    if (zone === undefined) return;
    days(zone);
    return () => days(undefined);
  }, [days, zone]);
}

/**
 * Offers what the widget shows to be copied; it is read when somebody copies. The tile learns once that there is
 * something: it draws the widget again when it learns it, and would learn it again.
 */
export function useFigures(figures: Figures | undefined): void {
  const { figures: offer } = useContext(WidgetHostContext);
  const latest = useRef(figures);
  useEffect(() => {
    latest.current = figures;
  });
  const isOffered = figures !== undefined;
  useEffect(() => {
    if (!isOffered) return;
    offer(() => latest.current ?? NO_FIGURES);
    return () => offer(undefined);
  }, [offer, isOffered]);
}

const EVERY_MS = 30_000;

/** Widgets ask at the same beats of the clock, so that figures side by side are of one moment. */
export const untilBeat = (everyMs: number, now = Date.now()): number => everyMs - (now % everyMs);

/** One function, so that what is combined stays the same while nothing changes. */
const dataOf = (results: readonly { data: unknown }[]) => results.map(({ data }) => data);

type Body = Record<string, unknown> | undefined;

/** Figures of lists, which agree with each other on screen. */
const MEASURES = 'measure/read';
const withMoment = (path: string, body: Body, everyMs: number): Body =>
  path === MEASURES ? { ...body, moment: momentOf(path, everyMs) } : body;

const liveOptions = <T>(path: string, body: Body, everyMs: number, visible: boolean) => ({
  queryKey: ['live', path, body],
  meta: { everyMs },
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<T>(path, withMoment(path, body, everyMs), { customCatch: true, signal }),
  enabled: visible,
  refetchInterval: visible && everyMs < Infinity ? () => untilBeat(everyMs) : (false as const),
  staleTime: everyMs / 2,
});

/** Several figures of one kind, as `useLive`; undefined where one has not come yet. */
export function useLiveList<T>(
  path: string,
  bodies: readonly Body[],
  usualMs = EVERY_MS,
): readonly (T | undefined)[] {
  const visible = useVisible();
  const everyMs = useContext(RefreshContext) ?? usualMs;
  return useQueries({
    queries: bodies.map((body) => liveOptions<T>(path, body, everyMs, visible)),
    combine: dataOf as (results: UseQueryResult<T>[]) => (T | undefined)[],
  });
}

/**
 * A figure that keeps itself fresh while it can be seen and asks nothing while it cannot. What was known stays on
 * screen during a reload or a failure, and the tile says that it is old.
 */
export function useLive<T>(
  path: string,
  /** Undefined for a call by GET. */
  body: Body,
  usualMs = EVERY_MS,
): UseQueryResult<T> {
  const visible = useVisible();
  const everyMs = useContext(RefreshContext) ?? usualMs;
  const { report } = useContext(WidgetHostContext);
  const query = useQuery<T>({
    ...liveOptions<T>(path, body, everyMs, visible),
    placeholderData: keepPreviousData,
  });
  const { dataUpdatedAt, isError, refetch } = query;
  useEffect(() => {
    if (dataUpdatedAt > 0)
      report({ at: dataUpdatedAt, everyMs, failed: isError, reload: () => void refetch() });
  }, [report, dataUpdatedAt, everyMs, isError, refetch]);
  return query;
}
