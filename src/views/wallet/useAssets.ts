import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row, RowsResult } from '../../../contract/calls.ts';
import { call, events, queryClient } from '../../kit/index.ts';

const MOST = 200;

/** The balances of these merchants, kept up to date as they move. */
export function useAssets(merchantIds: readonly string[], visible: boolean) {
  const key = ['wallet', 'assets', ...merchantIds];
  const name = key.join();
  useEffect(() => {
    if (!visible) return;
    return events.subscribe('merchantAsset', () => {
      void queryClient.invalidateQueries({ queryKey: name.split(',') });
    });
  }, [name, visible]);
  return useQuery({
    queryKey: key,
    enabled: visible && merchantIds.length > 0,
    queryFn: async ({ signal }): Promise<Row[]> => {
      const body = { start: 0, end: MOST, merchantId: merchantIds };
      const { items } = await call<RowsResult>('merchantAsset/rows', body, { customCatch: true, signal });
      return items;
    },
    // Nothing is heard of them while they cannot be seen.
    staleTime: 0,
    retry: false,
  });
}
