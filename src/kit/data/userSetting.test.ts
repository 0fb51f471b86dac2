// @vitest-environment happy-dom
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { getDefaultStore } from 'jotai';
import { CallError } from './CallError.ts';
import { parseProfile, profileAtom } from './session.ts';
import { getUserSetting, loadUserSettings, resendUserSettings, setUserSetting } from './userSetting.ts';

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

const signIn = (id: string) => getDefaultStore().set(profileAtom, parseProfile({ id, account: id }));

test('what the server did not confirm before the page went is reported by the next page of the same person', async () => {
  signIn('1');
  call.mockRejectedValueOnce(new CallError('down', { code: 0, errorCode: 'network' }));
  setUserSetting('look', 'light');
  await vi.advanceTimersByTimeAsync(600);
  // The next page reads what the server had before.
  call.mockResolvedValue({ look: { value: 'dark', version: 2 } });
  await loadUserSettings();
  signIn('2');
  resendUserSettings();
  expect(getUserSetting('look')).toBe('dark');
  signIn('1');
  call.mockResolvedValue({ version: 3 });
  resendUserSettings();
  expect(getUserSetting('look')).toBe('light');
  await vi.advanceTimersByTimeAsync(600);
  expect(call.mock.calls.at(-1)?.[1]).toEqual({ key: 'look', value: 'light', version: 2 });
  // Confirmed: the page after that believes the server.
  call.mockResolvedValue({ look: { value: 'dark', version: 4 } });
  await loadUserSettings();
  resendUserSettings();
  expect(getUserSetting('look')).toBe('dark');
});
