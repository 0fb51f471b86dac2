// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { resources } from '../../../contract/resources/index.ts';
import { queryClient } from '../../kit/index.ts';
import { GridModel } from './model.ts';
import { useTotals } from './useTotals.ts';

const server = vi.hoisted(() => ({ total: 2, amount: '30', call: vi.fn() }));
vi.mock('../../kit/data/call.ts', async (original) => ({ ...(await original<object>()), call: server.call }));
server.call.mockImplementation((path: string) => {
  const counted = { total: server.total, totalIs: 'exact' };
  return Promise.resolve(
    path.endsWith('/totals')
      ? {
          ...counted,
          byCurrency: [{ currency: 'INR', count: server.total, sums: { amount: server.amount } }],
        }
      : { ...counted, items: [{ id: '1' }, { id: '2' }], start: 0, snapshot: 's' },
  );
});

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);

test('sums stay those of the rows that are counted, and tell how many more match by now', async () => {
  const model = new GridModel(resources.get('collectOrder')!, { filters: { status: [2] } });
  const { result } = renderHook(() => useTotals(model, true), { wrapper });
  await act(() => model.load(0, 100));
  await waitFor(() => expect(result.current.totals?.byCurrency[0]?.sums.amount).toBe('30'));
  const read = async (total: number, amount: string, seen: [sum: string, entered: number, left: number]) => {
    Object.assign(server, { total, amount });
    await act(() => queryClient.invalidateQueries({ queryKey: ['totals'] }));
    await waitFor(() =>
      expect([
        result.current.totals?.byCurrency[0]?.sums.amount,
        result.current.entered,
        result.current.left,
      ]).toEqual(seen),
    );
  };
  // The same rows with another amount.
  await read(2, '31', ['31', 0, 0]);
  await read(5, '90', ['31', 3, 0]);
  await read(1, '10', ['31', 3, 1]);
  // Read anew, the list has them all.
  Object.assign(server, { total: 5, amount: '90' });
  act(() => model.refresh());
  await act(() => model.load(0, 100));
  await waitFor(() => expect(result.current.totals?.byCurrency[0]?.sums.amount).toBe('90'));
  expect([result.current.entered, result.current.left]).toEqual([0, 0]);
});
