import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NoteSubject, OrderNote } from '../../../contract/orderNote.ts';
import { call, commandKey, events, queryClient, useCaller } from '../../kit/index.ts';

/** What notes are about. */
export interface NoteTarget {
  subject: NoteSubject;
  /** Of the order. */
  id: string;
}

const NONE: readonly OrderNote[] = [];
const keyOf = ({ subject, id }: NoteTarget) => ['orderNote', 'of', subject, id];

/** The notes of an order, oldest first, read again as anybody writes one; none for who may not read them. */
export function useNotes(target: NoteTarget, visible: boolean): readonly OrderNote[] {
  const { subject, id } = target;
  const isOpen = useCaller().can('orderNote:page') && visible;
  useEffect(() => {
    if (!isOpen) return;
    return events.subscribe(
      'orderNote',
      () => void queryClient.invalidateQueries({ queryKey: keyOf({ subject, id }) }),
    );
  }, [isOpen, subject, id]);
  const { data } = useQuery({
    queryKey: keyOf(target),
    enabled: isOpen,
    // Nothing is heard of it while it cannot be seen.
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<OrderNote[]>('orderNote/of', undefined, { query: { subject, id }, customCatch: true, signal }),
  });
  return data ?? NONE;
}

/** Writes, corrects or withdraws; a refusal is a toast. */
export async function changeNotes(
  verb: 'write' | 'correct' | 'withdraw',
  target: NoteTarget,
  more: { body?: string; noteId?: string },
): Promise<void> {
  await call(`orderNote/${verb}`, { ...target, ...more }, { idempotencyKey: commandKey() });
  await queryClient.invalidateQueries({ queryKey: keyOf(target) });
}
