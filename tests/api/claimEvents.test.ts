import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { emit } from '../../server/platform/events/outbox.ts';
import { listen, type Stream } from '../support/stream.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

let world: EngineWorld;
const open: AbortController[] = [];

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());
afterEach(() => {
  for (const stop of open.splice(0)) stop.abort();
});

const hear = (who: Who, lastId?: string) => listen(world.server.base, world.as[who], open, lastId);
const act = (who: Who, action: string, id: string) =>
  world.as[who].command(`collectOrder/${action}`, { ids: [id] });
const heard = (stream: Stream, id: string) => stream.changes().filter((event) => event.id === id).length;

/** Gives one order of an organisation that is not theirs to the person with data scope "self". */
const give = (id: string) =>
  world.server.database.pool.query(
    'update collect_order set claimed_by = $2, claimed_at = now() where id = $1',
    [id, world.userIds.self],
  );

const touch = (id: string, merchant: keyof EngineWorld['merchants'], resource = 'collectOrder') =>
  emit(world.server.database.pool, resource, id, 'update', world.merchants[merchant]);

it('with data scope "self" the stream tells of exactly the rows that pages show', async () => {
  const [mine, other] = [await world.order('lone'), await world.order('lone')];
  await give(mine);
  const stream = await hear('self');
  const all = await hear('admin');
  await act('admin', 'cancel', other);
  await touch(other, 'lone');
  await touch(mine, 'lone');
  await all.until(() => heard(all, mine) > 0);
  await stream.until(() => heard(stream, mine) > 0);
  const page = await world.as.self.call<{ items: { id: string }[] }>('collectOrder/page', {});
  expect(page.items.map(({ id }) => id)).toEqual([mine]);
  expect(heard(stream, other)).toBe(0);
});

it('the log and the fund details of a claimed order are heard too, those of others are not', async () => {
  const [mine, other] = [await world.paid('sub'), await world.paid('sub')];
  await give(mine);
  const stream = await hear('self');
  const all = await hear('admin');
  for (const id of [other, mine]) await act('admin', 'settle', id);
  const funds = async (id: string) => {
    const { rows } = await world.server.database.pool.query<{ id: string }>(
      "select id from fund_detail where order_id = $1 and type = 7 union all select id from order_log where order_id = $1 and event = 'settle'",
      [id],
    );
    return rows.map((row) => row.id);
  };
  const [announced, silent] = [await funds(mine), await funds(other)];
  expect(announced.length).toBeGreaterThan(2);
  for (const id of announced) await all.until(() => heard(all, id) > 0);
  for (const id of announced) await stream.until(() => heard(stream, id) > 0);
  for (const id of silent) expect(heard(stream, id)).toBe(0);
});

it('the change that takes a claim away is the last one that its holder hears', async () => {
  const all = await hear('admin');
  const id = await world.order('lone');
  // Its creation has been announced before the stream begins.
  await all.until(() => heard(all, id) > 0);
  await give(id);
  const stream = await hear('self');
  await act('admin', 'unclaim', id);
  await stream.until(() => heard(stream, id) === 1);
  const page = await world.as.self.call<{ items: { id: string }[] }>('collectOrder/page', { anyId: id });
  expect(page.items.map((row) => row.id)).not.toContain(id);
  const marker = await world.order('lone');
  await give(marker);
  await touch(id, 'lone');
  await touch(marker, 'lone');
  await stream.until(() => heard(stream, marker) > 0);
  expect(heard(stream, id)).toBe(1);
});

it('a resumed stream replays what was claimed', async () => {
  const id = await world.order('lone');
  await give(id);
  const marker = newId();
  const all = await hear('admin');
  const before = all.frames.at(-1)?.id;
  await touch(id, 'lone');
  await touch(marker, 'lone');
  await all.until(() => heard(all, marker) > 0);
  const late = await hear('self', before);
  await late.until(() => heard(late, id) > 0);
  expect(heard(late, marker)).toBe(0);
});
