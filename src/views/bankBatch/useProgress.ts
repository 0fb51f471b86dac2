import { useEffect, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { call, toast } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { isEnded, resultOf, toastKey } from './result.ts';

const EVERY_MS = 1_500;
/** A statement of the largest size is read and matched by then. */
const LONGEST_MS = 180_000;

/** Also of a batch that the list does not show; a question that fails is asked again. */
const ask = (id: string): Promise<Row | undefined> =>
  call<Row>('bankBatch/detail', undefined, { query: { id }, customCatch: true }).catch(() => undefined);

function tell(row: Row): void {
  const { kind, text, description } = resultOf(row);
  toast[kind](text, { key: toastKey(row.id), ...(description && { description }) });
}

/**
 * Follows a batch that was just uploaded to its end and says what became of it: not everybody who may read batches
 * hears of their changes.
 */
export function useProgress(): (id: string, list: Pick<SheetPorts, 'reload'>) => void {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => {
      current.forEach(clearTimeout);
      current.clear();
    };
  }, []);
  return (id, { reload }) => {
    const until = Date.now() + LONGEST_MS;
    const look = async (timer: ReturnType<typeof setTimeout>): Promise<void> => {
      const row = await ask(id);
      // The view is gone.
      if (!timers.current.delete(timer)) return;
      reload([id]);
      if (row && isEnded(row)) tell(row);
      else if (Date.now() < until) follow();
    };
    const follow = (): void => {
      const timer = setTimeout(() => void look(timer), EVERY_MS);
      timers.current.add(timer);
    };
    follow();
  };
}
