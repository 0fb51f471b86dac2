import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { engineWorld, type EngineWorld } from './engineWorld.ts';

/** Names have no characters that nobody sees, and none looks like another one without being it. */

let world: EngineWorld;

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

interface Saved {
  id: string;
  version: number;
  name: string;
}

const bodyOf = (name: string) => ({
  code: `M${newId()}`,
  name,
  type: 1,
  status: 1,
  orgId: world.north,
  remark: 'test',
});
const add = (name: string) => world.as.admin.ask<Saved>('merchant/add', bodyOf(name));
const refusalOf = async (name: string) => (await add(name)).body.message as { name?: string[] };

it('a merchant that looks like another one is refused, at once as later', async () => {
  const made = (await add('Palar Stores')).body.result!;
  const similar = {
    name: [
      'This name looks like another one but has other letters, and people would take one for the other: choose another name',
    ],
  };
  for (const name of [
    'P\u0430lar Stores',
    'Pa\u04CFar Stores',
    'Palar St\u03BFres',
    'PaIar Stores',
    'Pa1ar St0res',
  ])
    expect(await refusalOf(name), name).toEqual(similar);
  const other = (await add('Palar Games')).body.result!;
  const renamed = await world.as.admin.ask('merchant/update', {
    id: other.id,
    version: other.version,
    name: 'P\u0430lar Stores',
  });
  expect(renamed.body.message).toEqual(similar);
  expect(
    (
      await world.as.admin.ask('merchant/update', {
        id: made.id,
        version: made.version,
        name: 'PALAR STORES',
      })
    ).body.code,
  ).toBe(200);
  const twins = await Promise.all([add('Vaigai \u0410'), add('Vaigai A')]);
  expect(twins.filter(({ body }) => body.code === 200)).toHaveLength(1);
});

it('letters of another script alone are a name like any other', async () => {
  for (const name of ['Анна', '张伟商行', 'क्\u200Dष ट्रेडर्स'])
    expect((await add(name)).body).toMatchObject({ code: 200 });
});

it('what nobody sees is refused, with which it is', async () => {
  const invisible = (code: string) => ({
    name: [`Merchant name has a character that nobody sees (${code}): delete it and type the text again`],
  });
  expect(await refusalOf('Palar\u202Eseton')).toEqual(invisible('U+202E'));
  expect(await refusalOf('Pal\u00ADar')).toEqual(invisible('U+00AD'));
  expect(await refusalOf('Pal\u200Bar')).toEqual(invisible('U+200B'));
  expect(await refusalOf('Pal\u0007ar')).toEqual(invisible('U+0007'));
  const user = { account: `u${newId()}`, realName: 'Li\u2067n Yue', phone: '13800138000' };
  const { body } = await world.as.admin.ask('sysUser/add', user);
  expect(body.message).toMatchObject({
    realName: ['Real name has a character that nobody sees (U+2067): delete it and type the text again'],
  });
});
