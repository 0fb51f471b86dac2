import { act, cleanup, renderHook } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import type * as kit from '../../kit/index.ts';
import { toastLogAtom } from '../../kit/ui/toast.ts';
import { useProgress } from './useProgress.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (load) => ({ ...(await load<typeof kit>()), call: asked }));

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = () => act(() => vi.advanceTimersByTimeAsync(2_000));
const toasts = () => getDefaultStore().get(toastLogAtom);

it('tells what became of a file when that is known, through a time without the server', async () => {
  const reload = vi.fn();
  const before = toasts().length;
  const { result } = renderHook(useProgress);
  asked.mockResolvedValueOnce({ id: '1', batchNo: 'B7', status: 1 });
  act(() => result.current('1', { reload }));
  await pass();
  expect(toasts()).toHaveLength(before);
  asked.mockRejectedValueOnce(new Error('away'));
  await pass();
  const errors = [{ line: 1, fault: 'workbook' }];
  asked.mockResolvedValueOnce({ id: '1', batchNo: 'B7', status: 5, failure: 'workbook', errors });
  await pass();
  expect(toasts()[0]).toMatchObject({
    kind: 'error',
    key: 'bankBatch.1',
    description: 'The workbook cannot be read',
  });
  expect(reload).toHaveBeenCalledTimes(3);
  const asks = asked.mock.calls.length;
  await pass();
  expect(asked).toHaveBeenCalledTimes(asks);
});

it('asks no more once its view is gone', async () => {
  const { result, unmount } = renderHook(useProgress);
  act(() => result.current('1', { reload: vi.fn() }));
  unmount();
  const asks = asked.mock.calls.length;
  await pass();
  expect(asked).toHaveBeenCalledTimes(asks);
});
