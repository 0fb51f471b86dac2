import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import type { Answer, Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeOperator, makeStaff, PASSWORD } from './staff.ts';
import { makeWorld, paidOrder, type World } from './world.ts';

/** A row of one merchant that somebody holds delays the commands of that merchant and nobody else's work. */

/** More than all connections of the commands. */
const COMMANDS = 60;
const OTHERS = 5;
const PEOPLE = 12;

interface Sent {
  id: string;
  key: string;
}

let server: TestServer;
let world: World;
let clients: Client[];

const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(pool());
  const people = await makeStaff(pool(), world, PEOPLE);
  clients = await Promise.all(people.map(({ account }) => server.signIn(account, PASSWORD)));
});

afterAll(() => server.stop());

/** Holds every account of the merchant; the connection is the test's own. */
async function hold(merchantId: string): Promise<PoolClient> {
  const holder = await server.database.owner.connect();
  await holder.query('begin');
  await holder.query('select from merchant_asset where merchant_id = $1 for update', [merchantId]);
  return holder;
}

async function release(holder: PoolClient): Promise<void> {
  await holder.query('rollback');
  holder.release();
}

const settle = ({ id, key }: Sent, hand: number): Promise<Answer<ActionResult>> =>
  (clients[hand % clients.length] as Client).ask<ActionResult>(
    'collectOrder/settle',
    { ids: [id] },
    { 'Idempotency-Key': key },
  );

const ordersOf = (merchantId: string, count: number): Promise<Sent[]> =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      id: await paidOrder(pool(), world, { merchantId }),
      key: randomUUID(),
    })),
  );

const codeOf = ({ body }: Answer<ActionResult>): string =>
  String(body.code === 200 ? (body.result.refused[0]?.code ?? 'done') : body.extras?.errorCode);

async function settled(sent: readonly Sent[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool().query<{ id: string }>(
    'select order_id::text as id from order_settlement where order_id = any($1::bigint[]) and reversed_at is null',
    [sent.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(new Set(rows.map(({ id }) => id)).size);
  return new Set(rows.map(({ id }) => id));
}

it('answers lists and settles of others while one merchant has 60 commands on a held row', async () => {
  const mine = await ordersOf(world.loneId, COMMANDS);
  const theirs = await ordersOf(world.merchantId, OTHERS);
  const holder = await hold(world.loneId);
  let ended = 0;
  const waiting = mine.map((one, hand) => settle(one, hand).finally(() => void (ended += 1)));
  for (const one of theirs) {
    expect(codeOf(await settle(one, 0))).toBe('done');
    const list = await clients[1]!.ask<{ items: unknown[] }>('collectOrder/page', {
      page: 1,
      pageSize: 20,
    });
    expect(list.body.code).toBe(200);
  }
  expect(ended).toBe(0);
  await release(holder);
  const codes = (await Promise.all(waiting)).map(codeOf);
  expect(codes.filter((code) => code !== 'done' && code !== 'commandBusy')).toEqual([]);
  const booked = await settled(mine);
  expect(mine.map(({ id }) => booked.has(id))).toEqual(codes.map((code) => code === 'done'));
  expect(await checkInvariants(pool())).toEqual([]);
});

it('says that nothing was changed where the row stays held, and takes the same commands again afterwards', async () => {
  const mine = await ordersOf(world.loneId, COMMANDS);
  const holder = await hold(world.loneId);
  const answers = await Promise.all(mine.map(settle));
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['commandBusy']));
  expect(answers[0]?.body.message).toBe('Busy, nothing was changed; please try again');
  expect(await settled(mine)).toEqual(new Set());
  await release(holder);
  const again = await Promise.all(
    mine.map(({ id, key }, hand) =>
      clients[hand % clients.length]!.command<ActionResult>('collectOrder/settle', { ids: [id] }, key),
    ),
  );
  expect(again.flatMap(({ refused }) => refused)).toEqual([]);
  expect((await settled(mine)).size).toBe(COMMANDS);
  expect(await checkInvariants(pool())).toEqual([]);
});

it('lets nobody who may not see a row wait in its merchant’s turn', async () => {
  const mine = await ordersOf(world.loneId, 8);
  const theirs = await ordersOf(world.loneId, OTHERS);
  const stranger = await makeOperator(pool(), await makeWorld(pool()), ['collectOrder:settle']);
  // Of their own organisation alone.
  await pool().query('update sys_role set data_scope = 2 where code = $1', [stranger]);
  const foreign = await server.signIn(stranger, PASSWORD);
  const holder = await hold(world.loneId);
  let ended = 0;
  const waiting = mine.map((one, hand) => settle(one, hand).finally(() => void (ended += 1)));
  try {
    const answers = await Promise.all(
      theirs.map(({ id, key }) =>
        foreign.ask<ActionResult>('collectOrder/settle', { ids: [id] }, { 'Idempotency-Key': key }),
      ),
    );
    expect(answers.map(codeOf)).toEqual(theirs.map(() => 'notFound'));
    expect(ended).toBe(0);
  } finally {
    await release(holder);
    await Promise.all(waiting);
  }
});
