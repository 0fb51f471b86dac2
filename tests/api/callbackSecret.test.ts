import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { decryptSecret } from '../../server/platform/secrets.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { engineWorld, type EngineWorld } from './engineWorld.ts';

/** The secret that signs a merchant's callbacks is made by the server, shown once and never typed. */

interface Saved {
  id: string;
  version: number;
  secret?: string;
  notice?: string;
  callbackReadiness: string;
}

let world: EngineWorld;

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

const add = (over: Record<string, unknown> = {}) =>
  world.as.admin.call<Saved>('merchant/add', {
    code: `M${newId()}`,
    name: 'New',
    type: 1,
    status: 1,
    orgId: world.north,
    remark: 'test',
    ...over,
  });
async function stored(id: string): Promise<string> {
  const { rows } = await world.server.database.pool.query<{ sealed: string }>(
    'select sign_secret as sealed from merchant where id = $1',
    [id],
  );
  return decryptSecret(SECRETS_KEY, rows[0]!.sealed);
}

it('is made with the merchant, and shown to whoever made it', async () => {
  const { id, secret, notice, callbackReadiness } = await add({ callbackUrl: 'https://shop.example/hook' });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await stored(id)).toBe(secret);
  expect({ notice, callbackReadiness }).toEqual({ notice: undefined, callbackReadiness: 'ready' });
  const detail = await world.as.admin.call<object>(`merchant/detail?id=${id}`);
  expect(JSON.stringify(detail)).not.toContain(secret);
});

it('cannot be typed, whatever its length', async () => {
  for (const signSecret of ['x', 'a'.repeat(64)]) {
    const answer = await world.as.admin.ask('merchant/add', {
      code: `M${newId()}`,
      name: 'New',
      type: 1,
      status: 1,
      orgId: world.north,
      remark: 'test',
      signSecret,
    });
    expect(answer.body.message).toHaveProperty('signSecret');
  }
});

it('a merchant without an address is marked, and saving it says so', async () => {
  const made = await add();
  expect(made.callbackReadiness).toBe('noAddress');
  expect(made.notice).toContain('no callback address');
  const set = await world.as.admin.call<Saved>('merchant/update', {
    id: made.id,
    version: made.version,
    callbackUrl: 'https://shop.example/hook',
  });
  expect(set).toMatchObject({ callbackReadiness: 'ready' });
  expect([set.notice, set.secret]).toEqual([undefined, undefined]);
});

it('an older merchant without a secret is marked, and gets one when it is saved', async () => {
  const made = await add({ callbackUrl: 'https://shop.example/hook' });
  await world.server.database.pool.query('update merchant set sign_secret = null where id = $1', [made.id]);
  const { items } = await world.as.admin.call<{ items: Saved[] }>('merchant/page', {
    callbackReadiness: ['noSecret'],
  });
  expect(items.map(({ id }) => id)).toContain(made.id);
  const { version } = await world.as.admin.call<Saved>(`merchant/detail?id=${made.id}`);
  const saved = await world.as.admin.call<Saved>('merchant/update', { id: made.id, version, remark: 'x' });
  expect(saved.secret).toBe(await stored(made.id));
});

it('is replaced on demand, and no stored answer keeps the new one', async () => {
  const made = await add({ callbackUrl: 'https://shop.example/hook' });
  const answer = await world.as.admin.command<{ results: Record<string, { secret: string }> }>(
    'merchant/rotateSecret',
    { ids: [made.id] },
  );
  const secret = answer.results[made.id]!.secret;
  expect(secret).not.toBe(made.secret);
  expect(await stored(made.id)).toBe(secret);
  const { rows } = await world.server.database.pool.query<{ found: boolean }>(
    'select exists (select from order_log l where l.order_id = $1 and l::text like $2) as found',
    [made.id, `%${secret}%`],
  );
  expect(rows[0]?.found).toBe(false);
});
