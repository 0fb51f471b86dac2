import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { queryClient } from '../../kit/index.ts';
import type * as kit from '../../kit/index.ts';
import { useChoice } from './useChoice.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

const ALL_RIGHTS = 999;
const reload = vi.fn(() => Promise.resolve());
const model = { reload };
beforeEach(() => {
  queryClient.clear();
  reload.mockClear();
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: ALL_RIGHTS }));
});
afterEach(cleanup);

const line = (over: Partial<Row> = {}): Row => ({
  id: '1',
  version: 1,
  status: 0,
  candidateNo: 'C1',
  ...over,
});
const found = (...orders: [string, number][]) =>
  asked.mockResolvedValue({
    orders: orders.map(([orderNo, score]) => ({ id: orderNo, orderNo, score })),
    owner: null,
  });
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, 250)));
const onLine = (row: Row) =>
  renderHook(({ current }: { current: Row }) => useChoice(current, true, model), {
    initialProps: { current: row },
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });

it('takes what the line proposes until the candidates are there, then the first of them', async () => {
  found(['C2', 15], ['C1', 15]);
  const { result, rerender } = onLine(line());
  expect(result.current.picked).toBe('C1');
  await later();
  expect(result.current.picked).toBe('C2');
  // The line is read again, since it proposes another order by now.
  expect(reload.mock.calls).toEqual([[['1']]]);
  rerender({ current: line({ candidateNo: 'C2', version: 2 }) });
  expect(result.current.picked).toBe('C2');
  await later();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('proposes nothing that nothing speaks for', async () => {
  found(['C3', 0]);
  const { result } = onLine(line({ candidateNo: null }));
  await later();
  expect(result.current.picked).toBeUndefined();
  expect(reload).not.toHaveBeenCalled();
  act(() => result.current.move(1));
  expect(result.current.picked).toBe('C3');
});

it('takes no order where the line’s reference is another’s, and says whose', async () => {
  const owner = { view: 'manualOrder', no: 'H7' };
  asked.mockResolvedValue({ orders: [], owner });
  const { result } = onLine(line());
  await later();
  expect([result.current.picked, result.current.owner]).toEqual([undefined, owner]);
  expect(reload.mock.calls).toEqual([[['1']]]);
});

it('carries nothing that was searched or chosen over to the next line', async () => {
  found(['C9', 0], ['C1', 15]);
  const { result, rerender } = onLine(line());
  act(() => result.current.onSearch('C9'));
  expect(result.current.picked).toBeUndefined();
  await waitFor(() => expect(result.current.picked).toBe('C9'));
  found(['C4', 30]);
  rerender({ current: line({ id: '2', candidateNo: 'C4' }) });
  expect([result.current.search, result.current.picked]).toEqual(['', 'C4']);
  // A ticked line is not the one under the keyboard.
  expect(result.current.of(line({ id: '3', candidateNo: 'C5' }))).toBe('C5');
});
