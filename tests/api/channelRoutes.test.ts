import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineWorld, type EngineWorld } from './engineWorld.ts';

/** Where the orders of a channel go is decided by the upstreams that its configuration names. */

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
  // Comes before the world's own where nobody is named.
  await world.server.database.pool.query(
    `insert into upstream (id, name, code, currency, is_collect, is_pay, rate, fixed, mini_amount, max_amount, pay_rate,
       pay_fixed, pay_mini_amount, pay_max_amount, order_by)
     select id + 1, 'First', 'FIRST', currency, true, false, 0.005, 0, 1, 1000000, 0, 0, 0, 0, -1 from upstream where id = $1`,
    [world.upstreamId],
  );
});
afterAll(() => world?.stop());

const codeOf = async (id: string): Promise<string> =>
  (await world.server.database.pool.query('select code from upstream where id = $1', [id])).rows[0].code;

async function configure(upstreamConfig: unknown) {
  const { rows } = await world.server.database.pool.query('select version from channel where id = $1', [
    world.channelId,
  ]);
  return world.as.all.ask('channel/update', {
    id: world.channelId,
    version: rows[0].version,
    upstreamConfig,
  });
}

const servedBy = async (order: string): Promise<string> => {
  const { rows } = await world.server.database.pool.query(
    'select u.code from collect_order o join upstream u on u.id = o.upstream_id where o.id = $1',
    [order],
  );
  return rows[0].code;
};

describe('the upstreams that a channel names', () => {
  it.each([
    { routes: ['FIRST'] },
    { routes: [{ upstreamId: '5' }] },
    { routes: [{ upstream: '' }] },
    { route: [{ upstream: 'FIRST' }] },
    [{ upstream: 'FIRST' }],
  ])('are told by code, else nothing is kept: %j', async (given) => {
    const refused = await configure(given);
    expect(refused.body.extras?.errorCode).toBe('validation');
    expect(JSON.stringify(refused.body.message)).toContain('routes');
  });

  it('exist in its currency', async () => {
    const refused = await configure({ routes: [{ upstream: 'FIRST' }, { upstream: 'NOBODY' }] });
    expect(JSON.stringify(refused.body.message)).toContain('NOBODY');
    expect(JSON.stringify(refused.body.message)).not.toContain('FIRST');
  });

  it('have its orders from the beginning, and no other has', async () => {
    const own = await codeOf(world.upstreamId);
    expect(await servedBy(await world.order('lone'))).toBe('FIRST');
    expect((await configure({ routes: [{ upstream: own }] })).status).toBe(200);
    expect(await servedBy(await world.order('lone'))).toBe(own);
    expect((await configure({ routes: [{ upstream: own }, { upstream: 'FIRST' }] })).status).toBe(200);
    expect(await servedBy(await world.order('lone'))).toBe(own);
    await world.server.database.pool.query('update upstream set status = 2 where id = $1', [
      world.upstreamId,
    ]);
    expect(await servedBy(await world.order('lone'))).toBe('FIRST');
    expect((await configure({ routes: [{ upstream: own }] })).status).toBe(200);
    await expect(world.order('lone')).rejects.toMatchObject({
      code: 'guard',
      values: { says: 'termsRoute' },
    });
    expect((await configure(null)).status).toBe(200);
    expect(await servedBy(await world.order('lone'))).toBe('FIRST');
  });
});
