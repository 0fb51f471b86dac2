import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetSettings } from '../../server/platform/settings.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { engineWorld, type EngineWorld } from './engineWorld.ts';

/** A call that names no language is answered in its account's, else in the server's, else in simplified Chinese. */

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

const message = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.server.base}/api/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.as.branch.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: '{}',
  });
  return (await response.json()) as { message: string; time: string };
};
it('falls back from the header to the account, the setting and zh-cn', async () => {
  const { pool } = world.server.database;
  const refusal = async (headers: Record<string, string> = {}) =>
    (await message('collectOrder/claim', headers)).message;
  const texts = {
    en: await refusal({ 'accept-language': 'en' }),
    'zh-tw': await refusal({ 'accept-language': 'zh-TW' }),
    'zh-cn': await refusal({ 'accept-language': 'zh-CN' }),
  };
  expect(new Set(Object.values(texts).map((text) => JSON.stringify(text))).size).toBe(3);
  expect(await refusal()).toEqual(texts['zh-cn']);
  await pool.query(
    "insert into sys_config (id, name, code, group_code, value) values (1, 'Language', 'sysLanguage', 'sysInfo', 'zh-tw')",
  );
  forgetSettings(pool);
  expect(await refusal()).toEqual(texts['zh-tw']);
  await pool.query("insert into user_setting (user_id, key, value) values ($1, 'preferences', $2)", [
    world.userIds.branch,
    JSON.stringify({ locale: 'en' }),
  ]);
  sessionState(pool).forgetPeople();
  expect(await refusal()).toEqual(texts.en);
  expect(await refusal({ 'accept-language': 'zh-CN' })).toEqual(texts['zh-cn']);
});

it('the envelope of the Open API follows the header as every other does', async () => {
  const { time } = await message('open/collectOrder/query', { 'time-zone': 'Etc/UTC' });
  const off = Date.parse(`${time.replace(' ', 'T')}Z`) - Date.now();
  expect(Math.abs(off)).toBeLessThan(60_000);
});
