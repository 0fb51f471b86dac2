import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[]) =>
  (await server.database.pool.query<{ id: string; n: number }>(text, values)).rows;

async function orgs(pid: string | null, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const id = newId();
    await sql(
      'insert into sys_org (id, tenant_id, pid, name) select $1, tenant_id, $2, $3 from sys_user where account = $4',
      [id, pid, name, 'admin'],
    );
    ids.push(id);
  }
  return ids;
}

const move = async (resource: string, id: string, input: Record<string, unknown>) => {
  const { done, refused } = await admin.command<{ done: string[]; refused: { code: string }[] }>(
    `${resource}/arrange`,
    { ids: [id], input },
  );
  return refused[0]?.code ?? (done[0] === id ? 'done' : 'nothing');
};

const below = async (pid: string) =>
  (await sql('select id::text from sys_org where pid = $1 order by order_no, id', [pid])).map(({ id }) => id);

describe('places in a tree', () => {
  it('puts a row before another one among those that had the same number', async () => {
    const [top] = await orgs(null, 'Top');
    const [a, b, c] = (await orgs(top!, 'A', 'B', 'C')) as [string, string, string];
    expect(await below(top!)).toEqual([a, b, c]);
    expect(await move('sysOrg', c, { pid: top, beforeId: a })).toBe('done');
    expect(await below(top!)).toEqual([c, a, b]);
    expect(await move('sysOrg', c, { pid: top, beforeId: null })).toBe('done');
    expect(await below(top!)).toEqual([a, b, c]);
    const heard = await sql(
      `select count(distinct row_id)::int as n from outbox where resource = 'sysOrg' and row_id = any($1)`,
      [[a, b, c]],
    );
    expect(heard[0]!.n).toBe(3);
  });
  it('moves a row with what is below it, and never below itself', async () => {
    const [one, two] = (await orgs(null, 'One', 'Two')) as [string, string];
    const [child] = (await orgs(one, 'Child')) as [string];
    expect(await move('sysOrg', one, { pid: child, beforeId: null })).toBe('menuSelfParent');
    expect(await move('sysOrg', one, { pid: one, beforeId: null })).toBe('menuSelfParent');
    expect(await move('sysOrg', one, { pid: two, beforeId: null })).toBe('done');
    expect(await below(two)).toEqual([one]);
    expect(await below(one)).toEqual([child]);
    expect(await move('sysOrg', one, { pid: newId(), beforeId: null })).toBe('notFound');
    expect(await move('sysOrg', one, { pid: two, beforeId: newId() })).toBe('notFound');
  });
  it('takes no organisation of another tenant, nor moves one that is not the mover’s', async () => {
    const [mine] = (await orgs(null, 'Mine')) as [string];
    const tenant = newId();
    await sql('insert into sys_tenant (id, name) values ($1, $2)', [tenant, 'Other']);
    const theirs = newId();
    await sql('insert into sys_org (id, tenant_id, name) values ($1, $2, $3)', [theirs, tenant, 'Theirs']);
    expect(await move('sysOrg', mine, { pid: theirs, beforeId: null })).toBe('notFound');
  });
  it('answers a client of the family, which sends the row itself', async () => {
    const [one, two] = (await orgs(null, 'First', 'Second')) as [string, string];
    expect(await admin.call<number>('sysOrg/arrange', { id: one, pid: two, beforeId: null })).toBe(1);
    expect(await below(two)).toEqual([one]);
  });
  it('keeps the rules of the menu', async () => {
    const button = world.menus['collectOrder:page']!;
    const [view] = await sql(`select id::text from sys_menu where name = 'collectOrder'`, []);
    const [area] = await sql(`select id::text from sys_menu where name = 'systemArea'`, []);
    expect(await move('sysMenu', area!.id, { pid: button, beforeId: null })).toBe('menuButtonParent');
    expect(await move('sysMenu', view!.id, { pid: view!.id, beforeId: null })).toBe('menuSelfParent');
    expect(await move('sysMenu', view!.id, { pid: area!.id, beforeId: null })).toBe('done');
    const heard = await sql(
      `select count(*)::int as n from outbox where resource = 'sysMenu' and row_id = $1`,
      [view!.id],
    );
    expect(heard[0]!.n).toBe(1);
  });
});
