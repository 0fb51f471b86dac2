import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { balancesOf, fund } from './payoutWorld.ts';
import { type Hand, hand } from './withdrawalWorld.ts';
import { makeWorld, paidOrder, type World } from './world.ts';

/** A reversed commission may take an agent below zero, and nothing else may. */

let server: TestServer;
let world: World;
let finance: Hand;

const pool = () => server.database.pool;
const available = async (id: string) => (await balancesOf(pool(), id)).available;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(pool());
  const verbs = ['settle', 'resettle', 'reverse'];
  finance = await hand(
    server,
    world,
    verbs.map((verb) => `collectOrder:${verb}`),
  );
});
afterAll(() => server.stop());
afterEach(async () => expect(await checkInvariants(pool())).toEqual([]));

const act = (name: string, id: string, body: object = {}) =>
  finance.client.command<ActionResult>(`collectOrder/${name}`, { ids: [id], ...body });

/** Its agent has spent what it earned by it. */
async function orderWithSpentCommission(): Promise<string> {
  const id = await paidOrder(pool(), world);
  expect((await act('settle', id)).done).toEqual([id]);
  const balance = await available(world.agentId);
  if (Number(balance) > 0) await fund(pool(), world.agentId, `-${balance}`);
  return id;
}

const setAgentRate = (rate: string) =>
  pool().query('update extension_rate set rate = $2 where merchant_id = $1', [world.agentId, rate]);

it('refuses a re-settlement at a lower agent rate that the agent cannot give back, and names the agent', async () => {
  const id = await orderWithSpentCommission();
  await setAgentRate('0.002');
  const { done, refused } = await act('resettle', id);
  expect(done).toEqual([]);
  expect(refused).toMatchObject([{ code: 'insufficientBalance' }]);
  expect(refused[0]?.message).toMatch(/^Agent .+ has 3 INR too little to give back/);
  expect((await act('resettle', id, { dryRun: true })).refused).toMatchObject([
    { code: 'insufficientBalance' },
  ]);
  expect(await available(world.agentId)).toBe('0');
  await fund(pool(), world.agentId, '3');
  expect((await act('resettle', id)).done).toEqual([id]);
  expect(await available(world.agentId)).toBe('0');
});

it('reverses a payment whatever the agent has left', async () => {
  await setAgentRate('0.005');
  const id = await orderWithSpentCommission();
  const input = { reason: 'returned', otp: finance.phone.code() };
  expect((await act('reverse', id, { input })).done).toEqual([id]);
  expect(await available(world.agentId)).toBe('-5');
});
