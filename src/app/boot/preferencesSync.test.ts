import { afterEach, expect, it, vi } from 'vitest';
import { loadUserSettings } from '../../kit/data/userSetting.ts';
import { DEFAULT_PREFERENCES, preferences, setPreferences } from '../../kit/preferences.ts';
import { watchChoices } from './choices.ts';
import { adoptPreferences, keepPreferences } from './preferencesSync.ts';

const server = vi.hoisted(() => ({ stored: {} as Record<string, unknown> }));
vi.mock('../../kit/data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (path: string) =>
    path === 'userSetting/all' ? { preferences: { value: server.stored, version: 1 } } : { version: 2 },
}));

afterEach(() => setPreferences(DEFAULT_PREFERENCES));

async function start(stored: object): Promise<void> {
  server.stored = { ...DEFAULT_PREFERENCES, ...stored };
  await loadUserSettings();
  await adoptPreferences();
}

it('keeps what was chosen in front of the workspace over what the server has, once', async () => {
  const unwatch = watchChoices();
  setPreferences({ theme: 'light' });
  unwatch();
  await start({ theme: 'dark', size: 'large' });
  expect(preferences()).toMatchObject({ theme: 'light', size: 'large' });
  keepPreferences()();
  // Chosen on another device since: the earlier choice is no longer the younger one.
  await start({ theme: 'dark', size: 'large' });
  expect(preferences()).toMatchObject({ theme: 'dark' });
});
