import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { newestOf } from '../../../contract/calls.ts';
import type { FundReconciliation } from '../../../contract/fundReconciliation.ts';
import { call } from '../../kit/index.ts';
import type { GridModel } from '../../resource/grid/model.ts';

/**
 * What the server says of the whole filter as the list knows it, asked once for it and again as the totals are, when
 * rows arrive: a closing of rows that wait behind the chip would be none of the list's balances.
 * Undefined until it has answered, null where it could not be asked.
 */
export function useTieOut(model: GridModel, wanted: boolean): FundReconciliation | null | undefined {
  const { generation } = useSyncExternalStore(model.subscribe, model.state);
  const { id } = model.resource;
  const wire = JSON.stringify(model.wire());
  const snapshot = model.blocks.snapshot();
  const until = snapshot && String(newestOf(snapshot));
  const { data, isError } = useQuery({
    queryKey: ['totals', id, 'reconcile', wire, generation, until],
    queryFn: ({ signal }) =>
      call<FundReconciliation>(
        `${id}/reconcile`,
        { ...model.wire(), ...(until !== '0' && { until }) },
        { customCatch: true, signal },
      ),
    enabled: wanted,
    // The same filter read again keeps its figures until the new ones are there.
    placeholderData: (previous, query) => (query?.queryKey[3] === wire ? previous : undefined),
    retry: false,
  });
  return data ?? (isError ? null : undefined);
}
