// @vitest-environment happy-dom
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { CallError } from './CallError.ts';
import { getUserSetting, loadUserSettings, setUserSetting } from './userSetting.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('./call.ts', () => ({ call }));

beforeEach(() => {
  vi.useFakeTimers();
  call.mockReset();
});
afterEach(() => void vi.useRealTimers());

test('many changes become one save of the last value, with the version it came from', async () => {
  call.mockResolvedValueOnce({ columns: { value: ['a'], version: 3 } });
  await loadUserSettings();
  call.mockResolvedValue({ version: 4 });
  for (const width of [1, 2, 3]) setUserSetting('columns', [width]);
  expect(getUserSetting('columns')).toEqual([3]);
  await vi.advanceTimersByTimeAsync(600);
  expect(call.mock.calls.slice(1).map(([path, body]) => [path, body])).toEqual([
    ['userSetting/save', { key: 'columns', value: [3], version: 3 }],
  ]);
});

test('a stale version is asked for again and the choice is kept', async () => {
  call
    .mockRejectedValueOnce(new CallError('stale', { code: 409, errorCode: 'staleVersion' }))
    .mockResolvedValueOnce({ size: { value: 'small', version: 8 } })
    .mockResolvedValueOnce({ version: 9 });
  setUserSetting('size', 'large');
  await vi.advanceTimersByTimeAsync(600);
  expect(call.mock.calls.at(-1)?.[1]).toEqual({ key: 'size', value: 'large', version: 8 });
  expect(getUserSetting('size')).toBe('large');
});
