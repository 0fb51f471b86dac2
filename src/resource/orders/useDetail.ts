import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { call, events, queryClient } from '../../kit/index.ts';

/** One order with all that happened to it, read again as it changes. */
export function useDetail(resource: string, id: string, visible: boolean) {
  useEffect(() => {
    if (!visible) return;
    // Money and callbacks of an order change the order too, so its own events are enough.
    return events.subscribe(resource, (list) => {
      if (list.some((event) => event.id === id))
        void queryClient.invalidateQueries({ queryKey: [resource, 'peek', id] });
    });
  }, [resource, id, visible]);
  return useQuery({
    queryKey: [resource, 'peek', id],
    enabled: visible,
    // Nothing is heard of it while it cannot be seen.
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<Row>(`${resource}/detail`, undefined, { query: { id }, customCatch: true, signal }),
  });
}
