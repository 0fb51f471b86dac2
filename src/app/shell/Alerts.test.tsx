import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionAtom } from '../../kit/data/line.ts';
import { queryClient } from '../../kit/data/query.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { State } from '../../kit/ui/State.tsx';
import { Alerts } from './Alerts.tsx';

vi.mock('../../kit/data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: () => Promise.resolve({ total: 9 }),
}));
vi.mock('../../kit/data/session.ts', async (original) => ({
  ...(await original<object>()),
  useCaller: () => ({ can: () => true }),
}));

const line = (state: 'live' | 'offline') => act(() => getDefaultStore().set(connectionAtom, state));

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['app']);
  line('live');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('figures that cannot be asked for say since when they are old, without the colour of good news', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Alerts />
    </QueryClientProvider>,
  );
  const rate = await screen.findByText('50.00 %');
  expect(rate.className).toContain('tone-danger');
  expect(screen.queryByText(/^as of/)).toBeNull();
  line('offline');
  expect(rate.className).toContain('tone-info');
  expect(screen.getAllByText(/^as of \d\d:\d\d:\d\d$/)).toHaveLength(2);
});

test('what cannot be read now is not said to be loading', () => {
  render(<State kind="loading" />);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  line('offline');
  expect(screen.getByRole('status').textContent).toContain('Not connected');
});
