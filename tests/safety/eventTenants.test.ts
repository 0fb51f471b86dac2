import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../contract/resources/index.ts';
import type { Resource } from '../../contract/resource.ts';
import { newId } from '../../server/platform/db/id.ts';
import { emit } from '../../server/platform/events/outbox.ts';
import { listen, type Stream } from '../support/stream.ts';
import { NAMERS, type Namer, type ReferenceWorld, referenceWorld } from './referenceWorld.ts';

/** The event stream of two tenants and two branches: nobody is notified of a row that it does not read. */

let world: ReferenceWorld;
const open: AbortController[] = [];

beforeAll(async () => {
  world = await referenceWorld();
  for (const { id, scope } of LIVE)
    if (!OF_MERCHANTS.has(scope) && scope !== 'platform') await world.plantEverywhere(id);
});
afterAll(async () => {
  for (const stop of open) stop.abort();
  await world?.server.stop();
});

const LIVE = [...resources.values()].filter(({ live }) => live);
const OF_MERCHANTS: ReadonlySet<Resource['scope']> = new Set(['merchantId', 'merchantStaff', 'id']);

interface Change {
  resource: string;
  id: string;
  merchantId: string | null;
  /** Who reads the row. */
  readers: readonly Namer[];
}

async function changesOf(resource: Resource): Promise<Change[]> {
  const { id } = resource;
  if (resource.scope === 'platform') return [];
  if (!OF_MERCHANTS.has(resource.scope)) {
    const [abroad] = await world.foreignTo('all', id);
    const home = await world.ownOf('all', id);
    return [
      { resource: id, id: home, merchantId: null, readers: ['all', 'branch'] },
      { resource: id, id: abroad!, merchantId: null, readers: ['abroad'] },
    ];
  }
  const [abroad, elsewhere] = await world.foreignTo('branch', 'merchant');
  const row = (merchantId: string): string => (resource.scope === 'id' ? merchantId : newId());
  return [
    { resource: id, id: row(elsewhere!), merchantId: elsewhere!, readers: ['all'] },
    { resource: id, id: row(abroad!), merchantId: abroad!, readers: ['abroad'] },
  ];
}

const heardBy = (stream: Stream): Set<string> =>
  new Set(stream.changes().map(({ resource, id }) => `${resource}/${id}`));

describe('changes of rows', () => {
  it('are reported to the tenant and the branch that read them, also after a gap', async () => {
    const changes = (await Promise.all(LIVE.map(changesOf))).flat();
    const streams = new Map<Namer, Stream>();
    for (const who of NAMERS) streams.set(who, await listen(world.server.base, world.as[who], open));
    const before = streams.get('all')!.frames[0]!.id;
    const { pool } = world.server.database;
    for (const { resource, id, merchantId } of changes) await emit(pool, resource, id, 'update', merchantId);
    // Everybody is notified of the menu, which is the last to change.
    const last = newId();
    await emit(pool, 'sysMenu', last, 'update');
    const wrong: unknown[] = [];
    const check = (who: Namer, heard: ReadonlySet<string>) => {
      for (const { resource, id, readers } of changes)
        if (heard.has(`${resource}/${id}`) && !readers.includes(who)) wrong.push([who, resource, id]);
    };
    for (const [who, stream] of streams) {
      await stream.until(() => heardBy(stream).has(`sysMenu/${last}`));
      check(who, heardBy(stream));
      const resumed = await listen(world.server.base, world.as[who], open, before);
      await resumed.until(() => heardBy(resumed).has(`sysMenu/${last}`));
      check(who, heardBy(resumed));
    }
    expect(wrong).toEqual([]);
    const own = changes.filter(({ readers }) => readers.includes('all'));
    const heard = heardBy(streams.get('all')!);
    // A figure over all merchants is for those who see the merchants of all tenants.
    const missed = own.filter(
      ({ resource, id }) => resource !== 'alertIncident' && !heard.has(`${resource}/${id}`),
    );
    expect(missed.map(({ resource }) => resource)).toEqual([]);
    expect(own.length).toBeGreaterThan(20);
  });

  it('say the tenant of every row that is of one', async () => {
    for (const resource of LIVE) {
      if (OF_MERCHANTS.has(resource.scope) || resource.scope === 'platform') continue;
      const row = await world.ownOf('all', resource.id);
      const [found] = await world.sql<{ tenant: string | null }>(
        'select tenant_of_row($1, $2)::text as tenant',
        [resource.id, row],
      );
      expect(found?.tenant, resource.id).toMatch(/^\d+$/);
    }
  });

  it('say it of a deleted row, too', async () => {
    const { sql, as, server } = world;
    const abroad = await listen(server.base, as.abroad, open);
    const all = await listen(server.base, as.all, open);
    const role = await as.all.command<{ id: string }>('sysRole/add', {
      name: JSON.stringify({ en: 'Gone' }),
      code: 'gone',
      dataScope: 4,
      status: 1,
    });
    await as.all.command('sysRole/delete', { id: role.id });
    await all.until(() => all.changes().some(({ id, change }) => id === role.id && change === 'delete'));
    const last = newId();
    await emit(server.database.pool, 'sysMenu', last, 'update');
    await abroad.until(() => heardBy(abroad).has(`sysMenu/${last}`));
    expect(heardBy(abroad)).not.toContain(`sysRole/${role.id}`);
    expect((await sql('select from event where row_id = $1 and tenant_id is null', [role.id])).length).toBe(
      0,
    );
  });
});
