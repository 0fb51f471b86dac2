import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BillCandidates } from '../../../contract/billCandidates.ts';
import type { Row } from '../../../contract/calls.ts';
import { call, useCaller } from '../../kit/index.ts';

/** A person who walks through the lines asks for each of them only once they stand. */
const PAUSE_MS = 120;

function useRested<T>(value: T): T {
  const [rested, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Orders that the line may be about, best first; asked again as the line, or what is searched, changes. */
export function useCandidates(bill: Row | undefined, orderNo: string, open: boolean) {
  const { can } = useCaller();
  const asked = useRested(bill ? `${bill.id}/${bill.version}/${orderNo.trim()}` : '');
  const [id = '', , wanted = ''] = asked.split('/');
  const enabled = open && id !== '' && can('bankBill:match');
  const query = useQuery({
    queryKey: ['bankBill', 'candidates', asked],
    enabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<BillCandidates>(
        'bankBill/candidates',
        { id, ...(wanted && { orderNo: wanted }) },
        { customCatch: true, signal },
      ),
  });
  const fresh = query.isPlaceholderData || asked.split('/')[0] !== bill?.id ? undefined : query.data;
  return { ...query, candidates: fresh?.orders, owner: fresh?.owner ?? undefined };
}
