import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './data/query.ts';
import { useLive } from './widgetHost.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('./data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

interface Body {
  name: string;
  moment?: number;
}

beforeEach(() => {
  asked.mockReset();
  asked.mockImplementation(async (_path: string, body: Body) => body);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const show = (name: string, everyMs?: number, path = 'measure/read') =>
  renderHook(() => useLive<Body>(path, { name }, everyMs), { wrapper });
const momentOf = ({ result }: ReturnType<typeof show>) => result.current.data?.moment;

test('figures that come later are of a moment that the others are read of too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  const first = show('a');
  const slow = show('b', 300_000);
  const other = show('c', undefined, 'sysNotice/mine');
  await waitFor(() => expect(momentOf(slow)).toBeDefined());
  expect(momentOf(first)).toBe(momentOf(slow));
  const before = momentOf(first)!;
  vi.setSystemTime(Date.now() + 5_000);
  let late: ReturnType<typeof show> | undefined;
  act(() => void (late = show('d')));
  await waitFor(() => expect(momentOf(late!)).toBeGreaterThan(before));
  await waitFor(() => expect(momentOf(first)).toBe(momentOf(late!)));
  // What is asked for seldom is not asked for more often, and what is no figure of a list has no moment.
  expect([momentOf(slow), momentOf(other)]).toEqual([before, undefined]);
});
