import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { plantFlow } from '../safety/flowWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, paidOrder, type World, newPlatform } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A row shows what waits about it, as long as it waits, to the staff alone; its list is filtered by that. */

const RIGHTS = [
  ...['page', 'settle'].map((verb) => `collectOrder:${verb}`),
  ...['page', 'add', 'approve', 'reject'].map((verb) => `adjustment:${verb}`),
  'approval:page',
  'approval:refuse',
];

let server: TestServer;
let world: World;
let first: Hand;
let second: Hand;
let third: Hand;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // A tenant of its own: what its people see is kept for seconds.
  world = await makeWorld(pool(), await newPlatform(pool()));
  [first, second, third] = await Promise.all([
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
  ]);
});

const pool = () => server.database.pool;
const act = (who: Hand, path: string, ids: string[], input?: Record<string, unknown>) =>
  who.client.command<ActionResult>(path, { ids, ...(input && { input }) });
const rows = async (who: Hand, resource: string, filters: Record<string, unknown> = {}): Promise<Row[]> =>
  (await who.client.call<{ items: Row[] }>(`${resource}/rows`, { start: 0, end: 50, ...filters })).items;
const asked = async (who: Hand, resource: string, id: string) =>
  (await rows(who, resource)).find((row) => row.id === id)?.asked;
const found = async (who: Hand, resource: string, waitsForApproval: unknown): Promise<string[]> =>
  (await rows(who, resource, { merchantId: [world.merchantId], waitsForApproval })).map(({ id }) => id);
const account = async ({ id }: Hand): Promise<string> =>
  (await pool().query<{ account: string }>('select account from sys_user where id = $1', [id])).rows[0]!
    .account;
const question = async (rowId: string): Promise<string> =>
  (await pool().query<{ id: string }>('select id::text from approval where row_id = $1', [rowId])).rows[0]!
    .id;

it('names who asked, the step and who decides it, from question to end', async () => {
  const people = [second, third].map(({ id }) => id);
  // Of this amount the second step is left out.
  const steps = [{ who: 'people', userIds: people }, { above: '5000' }, {}] as const;
  await plantFlow(pool(), world, { action: 'collectOrder:settle', limit: '500', steps });
  const [id, other] = [await paidOrder(pool(), world), await paidOrder(pool(), world)];
  expect(await asked(first, 'collectOrder', id)).toBeNull();
  await act(first, 'collectOrder/settle', [id]);
  const named = (await Promise.all([second, third].map(account))).sort();
  const mark = {
    id: await question(id),
    command: 'collectOrder/settle',
    maker: await account(first),
    makerId: first.id,
    step: 1,
    steps: 2,
    who: 'people',
    people: named,
    peopleCount: 2,
    escalated: false,
    agreed: null,
  };
  expect(await asked(second, 'collectOrder', id)).toMatchObject(mark);
  expect(await asked(second, 'collectOrder', other)).toBeNull();
  await act(second, 'collectOrder/settle', [id]);
  const later = { step: 2, steps: 2, who: 'permitted', agreed: [second.id] };
  expect(await asked(first, 'collectOrder', id)).toMatchObject(later);
  expect((await first.client.call<Row>(`collectOrder/detail?id=${id}`)).asked).toMatchObject(later);
  expect([await found(first, 'collectOrder', true), await found(first, 'collectOrder', false)]).toEqual([
    [id],
    [other],
  ]);
  expect((await found(first, 'collectOrder', [true, false])).toSorted()).toEqual([id, other].toSorted());
  await act(third, 'collectOrder/settle', [id]);
  expect(await asked(first, 'collectOrder', id)).toBeNull();
  expect(await found(first, 'collectOrder', true)).toEqual([]);
});

it('marks a request that waits, and says by whom it was made', async () => {
  await first.client.command('adjustment/add', {
    merchantId: world.merchantId,
    currency: 'INR',
    kind: 1,
    amount: '5',
    reason: 'test',
  });
  const [row] = await rows(second, 'adjustment', { merchantId: [world.merchantId] });
  expect(row!.asked).toMatchObject({
    command: 'adjustment/approve',
    makerId: first.id,
    step: 1,
    steps: 1,
    who: 'permitted',
  });
  expect(await found(second, 'adjustment', true)).toEqual([row!.id]);
  await act(second, 'adjustment/reject', [row!.id], { reason: 'no' });
  expect(await asked(second, 'adjustment', row!.id)).toBeNull();
});

it('is not shown to a merchant, who cannot filter by it either', async () => {
  await plantFlow(pool(), world, { action: 'collectOrder:settle', limit: '500' });
  const id = await paidOrder(pool(), world);
  await act(first, 'collectOrder/settle', [id]);
  const merchant = await hand(server, world, RIGHTS, world.merchantId);
  const [row] = await rows(merchant, 'collectOrder');
  expect(row!.id).toBe(id);
  expect(row).not.toHaveProperty('asked');
  await expect(rows(merchant, 'collectOrder', { waitsForApproval: true })).rejects.toThrow(
    /cannot be filtered/,
  );
});

it('ends with its time, and whoever watches the row hears of it', async () => {
  await plantFlow(pool(), world, { action: 'collectOrder:settle', limit: '500', steps: [{ minutes: 5 }] });
  const id = await paidOrder(pool(), world);
  await act(first, 'collectOrder/settle', [id]);
  // The server moves them from the one to the other at any moment.
  const heard = async (): Promise<number> =>
    (
      await pool().query(
        `select from outbox where resource = 'collectOrder' and row_id = $1
         union all select from event where resource = 'collectOrder' and row_id = $1`,
        [id],
      )
    ).rowCount!;
  const before = await heard();
  await pool().query("update approval set expires_at = now() - interval '1 second' where row_id = $1", [id]);
  expect(await asked(first, 'collectOrder', id)).toBeNull();
  await closeLapsed(pool(), new Date());
  expect(await heard()).toBe(before + 1);
});
