import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SyncPreview } from '../../contract/directorySync.ts';
import { personEntry } from '../support/directoryServer.ts';
import { type DirectoryWorld, directoryWorld } from './directoryWorld.ts';

/** Telephones of a directory: whoever signs in by one is one person, and nobody else stays out for it. */

let here: DirectoryWorld;
let { admin, directory, server, world } = {} as DirectoryWorld;

beforeAll(async () => {
  here = await directoryWorld();
  ({ admin, directory, server, world } = here);
});
afterAll(() => here.stop());
beforeEach(() => here.begin());
afterEach(() => here.end());

const preview = () => admin.call<SyncPreview>('sysLdap/previewUser', { id: here.row.id });
const userOf = async (account: string) =>
  (
    await server.database.pool.query<{ phone: string | null }>(
      'select phone from sys_user where account = $1',
      [account],
    )
  ).rows[0]!;

it("keeps people whose telephone is another account's, without it, and goes on", async () => {
  const { pool } = server.database;
  await pool.query("update sys_user set phone = '+919876500001' where id = $1", [world.colleague]);
  await directory.set([
    personEntry('ann', { mobile: '+91 98765 00001' }),
    personEntry('bob', { mobile: '+91 98765 00002' }),
    personEntry('cid', { mobile: '+91 98765 00002' }),
    personEntry('dan', { mobile: '+91 98765 00003' }),
  ]);
  const fault = expect.stringContaining("another account's") as unknown;
  expect((await preview()).lists.added).toMatchObject([
    { key: 'ann', reason: fault },
    { key: 'bob' },
    { key: 'cid', reason: fault },
    { key: 'dan', changes: [{ field: 'orgId' }, { field: 'phone', after: '+919876500003' }] },
  ]);
  const { done, refused } = await here.sync();
  expect(done).toHaveLength(4);
  expect(refused).toMatchObject([
    { name: 'ann annson', message: fault },
    { name: 'cid cidson', message: fault },
  ]);
  const phones = await Promise.all(
    ['ann', 'bob', 'cid', 'dan'].map(async (each) => (await userOf(each)).phone),
  );
  expect(phones).toEqual([null, '+919876500002', null, '+919876500003']);
  // As long as it is so the preview says it, and there is nothing to write.
  const after = await preview();
  expect([after.counts.changed, after.counts.same]).toEqual([0, 2]);
  expect(after.lists.left).toMatchObject([
    { key: 'ann', reason: fault },
    { key: 'cid', reason: fault },
  ]);
  await pool.query('update sys_user set phone = null where id = $1', [world.colleague]);
  await here.sync();
  expect((await userOf('ann')).phone).toBe('+919876500001');
});

it('keeps a person whose number somebody takes while it runs', async () => {
  const { owner } = server.database;
  await owner.query(`create function take_number() returns trigger language plpgsql as $$ begin
    update sys_user set phone = '+919876500002' where id = ${world.colleague}; return null; end $$`);
  await owner.query(`create trigger take_number after insert on sys_user for each row
    when (new.account = 'ann') execute function take_number()`);
  await directory.set([personEntry('ann'), personEntry('bob', { mobile: '+91 98765 00002' })]);
  expect((await preview()).lists.left).toEqual([]);
  const { done, refused } = await here.sync();
  await owner.query('drop function take_number() cascade');
  await owner.query('update sys_user set phone = null where id = $1', [world.colleague]);
  expect([done.length, refused.map(({ name }) => name)]).toEqual([2, ['bob bobson']]);
  expect((await userOf('bob')).phone).toBeNull();
});
