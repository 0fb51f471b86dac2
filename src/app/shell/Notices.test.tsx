import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../kit/data/query.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { forgetToasts, toast } from '../../kit/ui/toast.ts';
import { Notices } from './Notices.tsx';

vi.mock('../../kit/data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: () => Promise.resolve([]),
}));

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['app']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  forgetToasts();
});

test('the verb of a message under the bell closes the list, which would lie over what it opens', async () => {
  const run = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <Notices />
    </QueryClientProvider>,
  );
  act(() => {
    toast.info('A shift is handed over', { action: { label: 'Open', run } });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Notices' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
