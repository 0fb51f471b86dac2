import { afterAll, beforeAll, expect, it } from 'vitest';
import { localText } from '../../contract/localised.ts';
import type { Locale } from '../../contract/locales.ts';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await demoWorld(50);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const CHINESE = /\p{Script=Han}/u;
const inLanguage = (language: string) => ({ 'Accept-Language': language });

it('what the product ships says nothing Chinese to an English reader, and the other way round', async () => {
  const read = async (language: string) => {
    const headers = inLanguage(language);
    const info = await admin.call<Record<string, string>>('sysConfig/sysInfo', undefined, headers);
    const notices = await admin.call<{ title: string; content: string; publisher: string }[]>(
      'sysNotice/mine',
      undefined,
      headers,
    );
    const me = await admin.call<Record<string, string>>('sysAuth/userInfo', undefined, headers);
    type Items<K extends string> = { items: Record<K, string>[] };
    const merchants = await admin.call<Items<'orgName' | 'category' | 'groupName'>>(
      'merchant/page',
      { pageSize: 100 },
      headers,
    );
    const roles = await admin.call<Items<'remark'>>('sysRole/page', {}, headers);
    // A row's own texts are kept in every language, so that its form can write them; the screen picks one.
    const own = [
      ...merchants.items.flatMap(({ category, groupName }) => [category, groupName]),
      ...roles.items.map(({ remark }) => remark),
    ].map((text) => localText(text, language as Locale));
    expect(own.length).toBeGreaterThan(80);
    const orgs = await admin.call<{ label: string }[]>('sysOrg/options', {}, headers);
    const channels = await admin.call<{ label: string }[]>('channel/options', {}, headers);
    expect(notices.length).toBeGreaterThan(2);
    return {
      localized: [
        info.sysViceTitle,
        info.sysViceDesc,
        me.orgName,
        me.posName,
        ...notices.flatMap(({ title, content, publisher }) => [title, content, publisher]),
        ...merchants.items.map(({ orgName }) => orgName),
        ...orgs.map(({ label }) => label),
        ...own,
      ],
      neutral: [info.sysTitle, info.sysWatermark, me.watermarkText, ...channels.map(({ label }) => label)],
    };
  };
  const english = await read('en');
  for (const text of [...english.localized, ...english.neutral]) expect(text).not.toMatch(CHINESE);
  for (const language of ['zh-cn', 'zh-tw', 'fr']) {
    const { localized } = await read(language);
    for (const text of localized.filter((each) => !each?.startsWith('AXIS'))) expect(text).toMatch(CHINESE);
    for (const text of localized) expect(text).not.toContain('{');
  }
  const traditional = await read('zh-tw');
  expect(traditional.localized[0]).toBe('支付營運工作台');
});

it('an edit form still gets the stored value, and a map of unknown languages is refused', async () => {
  const { items } = await admin.call<{ items: { id: string; code: string; value: string }[] }>(
    'sysConfig/page',
    { code: 'sysViceTitle' },
  );
  expect(items[0]?.value).toBe('Payment operations workspace');
  const setting = await admin.call<{ value: string }>(`sysConfig/detail?id=${items[0]?.id}`);
  expect(JSON.parse(setting.value)).toMatchObject({ en: 'Payment operations workspace' });
  const [org] = await admin.call<{ value: string }[]>('sysOrg/options', { keyword: 'Head office' });
  const detail = await admin.call<{ id: string; version: number; name: string }>(
    `sysOrg/detail?id=${org?.value}`,
  );
  expect(JSON.parse(detail.name)).toEqual({ 'zh-cn': '总部', 'zh-tw': '總部', en: 'Head office' });
  const { id, version } = detail;
  const wrong = await admin.ask('sysOrg/update', { id, version, name: '{"fr":"Siège"}' });
  expect(wrong.body.message).toMatchObject({ name: [expect.stringContaining('JSON')] });
  await admin.call('sysOrg/update', { id, version, name: 'HQ' });
  const plain = await admin.call<{ name: string }>(`sysOrg/detail?id=${id}`);
  // One language was shown, so one is replaced.
  expect(JSON.parse(plain.name)).toEqual({ 'zh-cn': '总部', 'zh-tw': '總部', en: 'HQ' });
});

it('a merchant reads what is for everybody, and nothing that is for the staff', async () => {
  const titles = async (client: Client) =>
    (await client.call<{ title: string }[]>('sysNotice/mine', undefined, inLanguage('en'))).map(
      ({ title }) => title,
    );
  const merchant = await server.signIn('merchant', PASSWORD);
  expect(await titles(admin)).toContain('AXIS-NB 01 was paused automatically');
  expect((await titles(merchant)).toSorted()).toEqual([
    'New channel: PromptPay',
    'Please confirm your new settlement account',
    'Scheduled maintenance',
  ]);
});
