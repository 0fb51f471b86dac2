import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { CommandOutcome } from '../../contract/commandOutcome.ts';
import { fund } from '../safety/payoutWorld.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { ADDRESS, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { makeWorld, openOrder, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Whoever did not hear the answer to a command asks by its key what became of it. */

let server: TestServer;
let world: World;
let finance: Hand;
let other: Hand;
const RIGHTS = ['page', 'apply', 'complete', 'cancel'].map((verb) => `withdrawal:${verb}`);

beforeAll(async () => {
  server = await startServer();
  const { pool } = server.database;
  await openWithdrawals(pool);
  world = await makeWorld(pool);
  await fund(pool, world.merchantId, '5000');
  [finance, other] = await Promise.all([hand(server, world, RIGHTS), hand(server, world, RIGHTS)]);
});
afterAll(() => server.stop());

const outcome = (key: string, who = finance) => who.client.call<CommandOutcome>('command/outcome', { key });
const send = (action: string, key: string, body: Record<string, unknown>) =>
  finance.client.ask<ActionResult>(`withdrawal/${action}`, body, { 'Idempotency-Key': key });
const apply = (key: string, amount = '1000') =>
  send('apply', key, {
    input: {
      merchantId: world.merchantId,
      currency: 'INR',
      amount,
      address: ADDRESS,
      remark: 'rent',
      otp: finance.phone.code(),
    },
  });

it('tells what was done, and nobody else', async () => {
  const key = randomUUID();
  const { body } = await apply(key);
  expect(await outcome(key)).toEqual({ state: 'answered', done: body.result.done, refused: [], waiting: [] });
  expect(await outcome(key, other)).toEqual({ state: 'none' });
});

it('tells why a row was refused', async () => {
  const key = randomUUID();
  const [id] = (await apply(randomUUID())).body.result.done;
  const input = { transactionHash: 'ab'.repeat(32), otp: finance.phone.code() };
  const { body } = await send('complete', key, { ids: [id], input });
  expect(body.result.refused[0]?.code).toBe('guard');
  expect(await outcome(key)).toMatchObject({ state: 'answered', done: [], refused: [{ id, code: 'guard' }] });
});

it('tells that nothing was done of one that was refused as a whole, and of one that never came', async () => {
  const key = randomUUID();
  expect((await apply(key, '1')).body.extras?.errorCode).toBe('withdrawalTerms');
  expect(await outcome(key)).toEqual({ state: 'none' });
  expect(await outcome(randomUUID())).toEqual({ state: 'none' });
});

it('tells that a command goes on while its row is held by another', async () => {
  const { pool } = server.database;
  const [id] = (await apply(randomUUID())).body.result.done;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from withdrawal where id = $1 for update', [id]);
  const key = randomUUID();
  const going = send('cancel', key, { ids: [id] });
  await expect.poll(() => outcome(key)).toEqual({ state: 'running' });
  await holder.query('rollback');
  holder.release();
  expect((await going).body.result.done).toEqual([id]);
  expect(await outcome(key)).toMatchObject({ state: 'answered', done: [id] });
});

it('tells what became of several that were finished after their server had died', async () => {
  const { pool } = server.database;
  const [person] = await makeStaff(pool, world, 1);
  const staff = await server.signIn(person!.account, PASSWORD);
  const ids = [await openOrder(pool, world), await openOrder(pool, world)];
  const key = randomUUID();
  const { done, refused } = await staff.command<ActionResult>('collectOrder/claim', { ids }, key);
  expect([...done].sort()).toEqual([...ids].sort());
  // The worker has finished them, and whoever would have stored the answer is gone.
  const { rowCount } = await pool.query(
    `update idempotency i set answer = jsonb_build_object('operation', j.id::text) from job j
     where i.key = $1 and j.payload -> 'ids' = $2::jsonb`,
    [key, JSON.stringify(ids)],
  );
  expect(rowCount).toBe(1);
  const reported = await staff.call<CommandOutcome>('command/outcome', { key });
  expect(reported).toEqual({ state: 'answered', done, refused, waiting: [] });
});
