import { useEffect, useRef } from 'react';
import { dictValue } from '../../../contract/dicts.ts';
import type { BesidePorts } from '../../resource/ResourceView.tsx';

type List = Pick<BesidePorts, 'reload' | 'rowOf'>;

const EVERY_MS = 1_500;
/** A statement of the largest size is read and matched by then. */
const LONGEST_MS = 180_000;
const ENDED = ['parsed', 'done', 'failed'].map((name) => dictValue('batchStatusEnum', name));

/** Follows a batch that was just uploaded to its end: not everybody who may read batches hears of their changes. */
export function useProgress(): (id: string, list: List) => void {
  const timers = useRef(new Set<ReturnType<typeof setInterval>>());
  useEffect(() => {
    const { current } = timers;
    return () => current.forEach(clearInterval);
  }, []);
  return (id, { reload, rowOf }) => {
    const until = Date.now() + LONGEST_MS;
    const timer = setInterval(() => {
      const status = rowOf(id)?.status;
      if (Date.now() < until && !ENDED.some((ended) => ended === status)) return reload([id]);
      clearInterval(timer);
      timers.current.delete(timer);
    }, EVERY_MS);
    timers.current.add(timer);
  };
}
