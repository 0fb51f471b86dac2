import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeStaff, PASSWORD, type Staff } from './staff.ts';
import { makeWorld, openOrder, paidOrder, type World } from './world.ts';

describe('many hands on one order', () => {
  let server: TestServer;
  let world: World;
  let people: Staff[];
  let clients: Client[];
  let phones: Phone[];

  beforeAll(async () => {
    server = await startServer({ environment: { logLevel: 'error' } });
    world = await makeWorld(server.database.pool);
    people = await makeStaff(server.database.pool, world, 8);
    clients = await Promise.all(people.map(({ account }) => server.signIn(account, PASSWORD)));
    phones = await Promise.all(people.map(({ id }) => bindOtp(server, id)));
  });

  afterAll(async () => {
    await server.stop();
  });

  const act = (
    hand: number,
    action: string,
    id: string,
    input?: Record<string, unknown>,
    key = randomUUID(),
  ) =>
    (clients[hand % clients.length] as Client).command<ActionResult>(
      `collectOrder/${action}`,
      { ids: [id], ...(input ? { input } : {}) },
      key,
    );

  const live = async (id: string): Promise<number> => {
    const { rows } = await server.database.pool.query(
      'select count(*)::int as n from order_settlement where order_id = $1 and reversed_at is null',
      [id],
    );
    return rows[0].n;
  };

  it('settles once out of 64 and tells the other 63 why not', async () => {
    const id = await paidOrder(server.database.pool, world);
    const answers = await Promise.all(Array.from({ length: 64 }, (_, hand) => act(hand, 'settle', id)));
    const refused = answers.flatMap((answer) => answer.refused);
    expect(answers.filter((answer) => answer.done.includes(id))).toHaveLength(1);
    expect(refused).toHaveLength(63);
    const winner = people[answers.findIndex((answer) => answer.done.includes(id)) % people.length];
    for (const refusal of refused) {
      expect(refusal.code).toBe('alreadySettled');
      expect(refusal.message).toMatch(
        new RegExp(`^Already settled by ${winner?.account} at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`),
      );
    }
    expect(await live(id)).toBe(1);
    expect(await checkInvariants(server.database.pool)).toEqual([]);
  });

  it('settles once when one command is sent 64 times over', async () => {
    const id = await paidOrder(server.database.pool, world);
    const key = randomUUID();
    const body = { ids: [id] };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        (clients[0] as Client).ask<ActionResult>('collectOrder/settle', body, { 'Idempotency-Key': key }),
      ),
    );
    for (const { body: answer } of answers) {
      const busy = answer.extras?.errorCode === 'idempotencyBusy';
      expect(busy ? [id] : answer.result.done).toEqual([id]);
    }
    expect(await live(id)).toBe(1);
    const again = await act(0, 'settle', id, undefined, key);
    expect(again.done).toEqual([id]);
  });

  it('gives a claim to one and names the holder to the others', async () => {
    const id = await openOrder(server.database.pool, world);
    const answers = await Promise.all(people.map((_, hand) => act(hand, 'claim', id)));
    const winner = answers.findIndex((answer) => answer.done.includes(id));
    expect(answers.filter((answer) => answer.done.includes(id))).toHaveLength(1);
    for (const answer of answers.filter((_, hand) => hand !== winner)) {
      expect(answer.refused[0]?.code).toBe('claimedByOther');
      expect(answer.refused[0]?.message).toContain(people[winner]?.account);
      expect(answer.refused[0]?.message).toContain('15');
    }
    const { rows } = await server.database.pool.query(
      'select claimed_by::text from collect_order where id = $1',
      [id],
    );
    expect(rows[0].claimed_by).toBe(people[winner]?.id);
  });

  it('dates what it books by when it is booked, so that rows by time are rows by balance', async () => {
    const { pool } = server.database;
    const [early, late] = await Promise.all([openOrder(pool, world), openOrder(pool, world)]);
    const slow = await pool.connect();
    try {
      // Its transaction is the older one, and the accounts are the other one's first.
      await slow.query('begin');
      await slow.query('select now()');
      await transact(pool, (tx) => succeedOrder(tx, late, { paidAmount: '1000' }));
      await succeedOrder(slow, early, { paidAmount: '1000' });
      await slow.query('commit');
    } finally {
      slow.release();
    }
    const { rows } = await pool.query<{ seq: string }>(
      `select seq::text from fund_detail where merchant_id = $1 and account = 1 order by created_at, id`,
      [world.merchantId],
    );
    const chain = rows.map(({ seq }) => Number(seq));
    expect(chain.length).toBeGreaterThanOrEqual(4);
    expect(chain).toEqual(chain.map((_, at) => at + 1));
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('settles or reverses, each whole, when both are pressed together', async () => {
    const { pool } = server.database;
    for (let round = 0; round < 8; round += 1) {
      const id = await paidOrder(pool, world);
      const reason = (hand: number) => ({ reason: 'chargeback', otp: (phones[hand] as Phone).code() });
      await Promise.all([
        ...Array.from({ length: 4 }, (_, hand) => act(hand, 'settle', id)),
        ...Array.from({ length: 4 }, (_, hand) => act(hand + 4, 'reverse', id, reason(hand + 4))),
      ]);
      const { rows } = await pool.query('select status, settled from collect_order where id = $1', [id]);
      expect(rows[0]).toEqual({ status: 6, settled: false });
      expect(await live(id)).toBe(0);
    }
    expect(await checkInvariants(pool)).toEqual([]);
  });

  it('keeps every balance right when 8 people settle 64 orders of two merchants at once', async () => {
    const { pool } = server.database;
    const ids = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        paidOrder(pool, world, { merchantId: at % 2 ? world.loneId : world.merchantId }),
      ),
    );
    const answers = await Promise.all(ids.map((id, hand) => act(hand, 'settle', id)));
    expect(answers.flatMap((answer) => answer.done).sort()).toEqual(ids.sort());
    expect(await checkInvariants(pool)).toEqual([]);
  });

  it('lets a claim lapse after 15 idle minutes', async () => {
    const id = await openOrder(server.database.pool, world);
    /** Time passes; access tokens do not live that long. */
    const pass = async (milliseconds: number) => {
      server.clock.advance(milliseconds);
      clients = await Promise.all(people.slice(0, 2).map(({ account }) => server.signIn(account, PASSWORD)));
    };
    expect((await act(0, 'claim', id)).done).toEqual([id]);
    expect((await act(0, 'claim', id)).refused[0]?.code).toBe('alreadyClaimed');
    await pass(14 * 60_000);
    expect((await act(1, 'claim', id)).refused[0]?.code).toBe('claimedByOther');
    expect((await act(1, 'cancel', id)).refused[0]?.code).toBe('claimedByOther');
    await pass(60_001);
    expect((await act(1, 'claim', id)).done).toEqual([id]);
  });
});
