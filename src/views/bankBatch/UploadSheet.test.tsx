import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { queryClient } from '../../kit/index.ts';
import type * as kit from '../../kit/index.ts';
import { UploadSheet } from './UploadSheet.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

const none = () => undefined;
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(() => queryClient.clear());
afterEach(cleanup);

const open = (accounts: readonly { value: string; label: string }[]) => {
  asked.mockResolvedValue(accounts);
  render(
    <QueryClientProvider client={queryClient}>
      <UploadSheet close={none} refresh={none} uploaded={none} />
    </QueryClientProvider>,
  );
};
const two = [
  { value: '1', label: 'HDFC 4471' },
  { value: '2', label: 'ICICI 0912' },
];

it('opens with the cursor in its first field, once the accounts are known', async () => {
  open(two);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  const first = await screen.findByLabelText('HDFC 4471');
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
    false,
    false,
  ]);
});

it('leaves the cursor where somebody has put it meanwhile', async () => {
  open(two);
  const auto = screen.getByRole('checkbox');
  act(() => auto.focus());
  await screen.findByLabelText('HDFC 4471');
  expect(document.activeElement).toBe(auto);
});

it('chooses the account when there is but one', async () => {
  open(two.slice(0, 1));
  const only = await screen.findByLabelText<HTMLInputElement>('HDFC 4471');
  expect(only.checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(only));
});
