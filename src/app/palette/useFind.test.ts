import { QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CallError } from '../../kit/data/CallError.ts';
import { queryClient } from '../../kit/data/query.ts';
import { startI18n, translate } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { useFind } from './useFind.ts';

const ask = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', async (original) => ({ ...(await original<object>()), call: ask }));

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const find = (text: string) => renderHook(() => useFind(text), { wrapper }).result;

beforeAll(() => {
  keepLocale('en');
  return startI18n(['app']);
});
afterEach(() => onlineManager.setOnline(true));

test('a question that never reached the server is not one that found nothing', async () => {
  ask.mockResolvedValueOnce([]);
  const nothing = find('kaveri');
  await waitFor(() => expect(nothing.current).toEqual({ found: [], busy: false, fault: undefined }));
  ask.mockRejectedValueOnce(new CallError('no line', { code: 0, errorCode: 'network' }));
  const broken = find('kaveri g');
  await waitFor(() => expect(broken.current.fault).toBe(translate('app:palette.unasked')));
  ask.mockRejectedValueOnce(new CallError('Too many requests', { code: 429, errorCode: 'tooMany' }));
  const refused = find('kaveri ga');
  await waitFor(() => expect(refused.current.fault).toBe('Too many requests'));
  onlineManager.setOnline(false);
  const waiting = find('kaveri gam');
  await waitFor(() => expect(waiting.current.fault).toBe(translate('app:palette.unasked')));
  expect(waiting.current.busy).toBe(false);
});

test('what a shorter text found is kept only as far as it shows the longer one', async () => {
  const row = (label: string) => ({ resource: 'merchant', id: label, label, hint: '' });
  ask.mockResolvedValueOnce([row('Kaveri Games'), row('Kaveri Pay')]);
  ask.mockResolvedValue([]);
  const { result, rerender } = renderHook(({ text }) => useFind(text), {
    wrapper,
    initialProps: { text: 'kaver' },
  });
  const labels = () => result.current.found.map(({ label }) => label);
  await waitFor(() => expect(labels()).toEqual(['Kaveri Games', 'Kaveri Pay']));
  rerender({ text: 'kaveri ga' });
  expect(labels()).toEqual(['Kaveri Games']);
  rerender({ text: 'payout orders' });
  expect(labels()).toEqual([]);
});
