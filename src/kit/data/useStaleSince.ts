import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { connectionAtom } from './line.ts';
import { serverNow } from './token.ts';

/** An answer within this time spares the mark; a line that is back within the other one missed nothing worth one. */
const ANSWER_MS = 150;
const LINE_MS = 2_000;

interface Fed {
  dataUpdatedAt: number;
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * Since when a query's figures may be old, in ms of the server's clock; undefined while they are fed. They are not while
 * they cannot be seen or the line is down; then they are asked for again, and old until the answer is there.
 */
export function useStaleSince({ dataUpdatedAt, refetch }: Fed, visible: boolean): number | undefined {
  const live = useAtomValue(connectionAtom) === 'live';
  const [since, setSince] = useState<number>();
  /** What is older than this may have been missed. */
  const fedFrom = useRef(0);
  const latest = useRef(dataUpdatedAt);
  const ask = useRef(refetch);
  ask.current = refetch;
  useEffect(() => {
    latest.current = dataUpdatedAt;
    if (dataUpdatedAt >= fedFrom.current) setSince(undefined);
  }, [dataUpdatedAt]);
  useEffect(() => {
    const missed = () => latest.current > 0 && latest.current < fedFrom.current;
    const mark = (): void => {
      if (missed()) setSince(latest.current + serverNow() - Date.now());
    };
    fedFrom.current = visible && live ? Date.now() : Number.POSITIVE_INFINITY;
    if (!visible) return setSince(undefined);
    // No event comes again that was missed meanwhile.
    if (live && missed()) void ask.current({ cancelRefetch: false });
    const timer = setTimeout(mark, live ? ANSWER_MS : LINE_MS);
    return () => clearTimeout(timer);
  }, [visible, live]);
  return since;
}
