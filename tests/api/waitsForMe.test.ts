import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { plantFlow, type PlantedStep } from '../safety/flowWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, paidOrder, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Approvals are filtered by whom they wait for: who can decide the step that they are in, and has not yet. */

const RIGHTS = ['collectOrder:page', 'collectOrder:settle', 'approval:page', 'approval:refuse'];

let server: TestServer;
let world: World;
let maker: Hand;
let first: Hand;
let second: Hand;
let reader: Hand;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // A tenant of its own: what its people see is kept for seconds.
  world = await makeWorld(pool());
  [maker, first, second, reader] = await Promise.all([
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
    hand(server, world, ['approval:page']),
  ]);
});

const pool = () => server.database.pool;
const settle = (who: Hand, id: string) =>
  who.client.command<ActionResult>('collectOrder/settle', { ids: [id] });
const list = async (who: Hand, body: Record<string, unknown>): Promise<Row[]> =>
  (await who.client.call<{ items: Row[] }>('approval/rows', { start: 0, end: 50, ...body })).items;
/** Whether the list of each has the question as one that waits for them. */
async function waits(people: readonly Hand[]): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (const who of people) {
    const filters = { merchantId: [world.merchantId], waitsFor: [who.id] };
    const found = (await list(who, filters)).some((row) => row.id === questionId);
    answers.push(found);
  }
  return answers;
}
let questionId: string;
async function asked(steps: readonly PlantedStep[]): Promise<string> {
  await plantFlow(pool(), world, { action: 'collectOrder:settle', limit: '500', steps });
  const id = await paidOrder(pool(), world);
  await settle(maker, id);
  const { rows } = await pool().query<{ id: string }>('select id::text from approval where row_id = $1', [
    id,
  ]);
  questionId = rows[0]!.id;
  return id;
}
const overdue = (id: string) =>
  pool().query("update approval set expires_at = now() - interval '1 second' where row_id = $1", [id]);

it('waits for whoever can decide its step, and never for whoever asked', async () => {
  const id = await asked([{ who: 'people', userIds: [first.id] }, {}]);
  const people = [maker, first, second, reader];
  expect(await waits(people)).toEqual([false, true, false, false]);
  const mine = { merchantId: [world.merchantId], waitsFor: [first.id] };
  expect(await first.client.call('approval/totals', mine)).toMatchObject({ total: 1, totalIs: 'exact' });
  // Whoever agreed has nothing more to decide; the second step is of everybody else who may.
  await settle(first, id);
  expect(await waits(people)).toEqual([false, false, true, false]);
  await settle(second, id);
  expect(await waits(people)).toEqual([false, false, false, false]);
});

it('waits for others too once its step has escalated, and for nobody once its time is over', async () => {
  const id = await asked([{ who: 'people', userIds: [first.id], minutes: 5, onTimeout: 'escalate' }]);
  expect(await waits([maker, first, second, reader])).toEqual([false, true, false, false]);
  await overdue(id);
  expect(await waits([first, second])).toEqual([false, false]);
  await closeLapsed(pool(), new Date());
  expect(await waits([maker, first, second, reader])).toEqual([false, true, true, false]);
  await overdue(id);
  await closeLapsed(pool(), new Date());
  expect(await waits([first, second])).toEqual([false, false]);
});

it('does not wait for who does not see its merchant, or no longer may', async () => {
  await asked([{}]);
  expect(await waits([first, second])).toEqual([true, true]);
  await pool().query(
    'update sys_role set data_scope = 4 where id in (select role_id from sys_user_role where user_id = $1)',
    [second.id],
  );
  await pool().query('delete from sys_user_role where user_id = $1', [first.id]);
  const of = async (userId: string) => (await list(maker, { waitsFor: [userId] })).length;
  expect([await of(first.id), await of(second.id)]).toEqual([0, 0]);
});

it('says of a row asked for by its id whether it is out of the filter', async () => {
  const id = await asked([{ who: 'people', userIds: [first.id] }, {}]);
  const out = async (who: Hand) =>
    (await list(who, { ids: [questionId], waitsFor: [who.id] })).map(({ isOut }) => isOut);
  expect([await out(first), await out(second)]).toEqual([[false], [true]]);
  await settle(first, id);
  expect([await out(first), await out(second)]).toEqual([[true], [false]]);
  expect((await list(first, { ids: [questionId] }))[0]).not.toHaveProperty('isOut');
});
