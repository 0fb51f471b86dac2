import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { connectionAtom } from './line.ts';

/** An answer within this time spares the mark; a line that is back within the other one missed nothing worth one. */
const ANSWER_MS = 150;
const LINE_MS = 2_000;

/**
 * Since when a query's figures may be old, in ms; undefined while they are fed. They are not while they cannot be seen or
 * the line is down, and then until they have been asked for again.
 */
export function useStaleSince(dataUpdatedAt: number, visible: boolean): number | undefined {
  const live = useAtomValue(connectionAtom) === 'live';
  const [since, setSince] = useState<number>();
  /** What is older than this may have been missed. */
  const fedFrom = useRef(0);
  const latest = useRef(dataUpdatedAt);
  useEffect(() => {
    latest.current = dataUpdatedAt;
    if (dataUpdatedAt >= fedFrom.current) setSince(undefined);
  }, [dataUpdatedAt]);
  useEffect(() => {
    const mark = (): void => {
      if (latest.current > 0 && latest.current < fedFrom.current) setSince(latest.current);
    };
    fedFrom.current = visible && live ? Date.now() : Number.POSITIVE_INFINITY;
    if (!visible) return setSince(undefined);
    const timer = setTimeout(mark, live ? ANSWER_MS : LINE_MS);
    return () => clearTimeout(timer);
  }, [visible, live]);
  return since;
}
