import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { lookAtBill } from '../../server/domain/reconciliation/auto.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { type BankWorld, billsOf, makeBankWorld, stamp, take } from '../api/bankWorld.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { actDirectly, actOn } from './direct.ts';
import { HANDS, handsOf, race, ROUNDS, rounds } from './racing.ts';
import { openOrder, utr } from './world.ts';
import { scaleLimit } from '../support/patience.ts';

const CONFIRMS = 40;

describe(`${HANDS} hands with one bank reference, ${ROUNDS} rounds`, { timeout: scaleLimit(600_000) }, () => {
  let server: TestServer;
  let world: BankWorld;
  let hands: ReturnType<typeof handsOf>;

  beforeAll(async () => {
    server = await startServer({ environment: { logLevel: 'error' } });
    world = await makeBankWorld(server);
    hands = handsOf(server.database);
  });
  afterAll(async () => {
    expect(await checkInvariants(server.database.pool)).toEqual([]);
    await hands.end();
    await server.stop();
  });

  async function draft(table: 'manual_order' | 'recharge_order', reference: string): Promise<string> {
    const id = newId();
    const column = table === 'manual_order' ? 'utr' : 'reference';
    await server.database.pool.query(
      `insert into ${table} (id, order_no, merchant_id, currency, amount, upstream_id, ${column}, maker_id)
       values ($1::bigint, $1::text, $2, 'INR', 1000, $3, $4, $5)`,
      [id, world.loneId, world.upstreamId, reference, world.userIds[0]],
    );
    return id;
  }

  /** A request as two people bring it through. */
  async function request(resource: 'manualOrder' | 'rechargeOrder', id: string): Promise<void> {
    await actOn(hands, resource, 'submit', id);
    await actOn(hands, resource, 'approve', id, { userId: world.userIds[1] });
  }

  async function orders(count: number, amount: string): Promise<string[]> {
    const made = await Promise.all(
      Array.from({ length: count }, () => openOrder(server.database.pool, world, { amount })),
    );
    await server.database.pool.query(
      'update collect_order set claimed_by = $2, claimed_at = now() where id = any($1)',
      [made, world.userIds[0]],
    );
    return made;
  }

  it.each([
    ['an upstream tells of it too', true],
    ['people alone', false],
  ])('books it once where %s', (_, noticed) =>
    rounds(async () => {
      const reference = utr();
      const [manual, recharge] = [
        await draft('manual_order', reference),
        await draft('recharge_order', reference),
      ];
      const open = await orders(HANDS - 2, '1000');
      // The line fits one order by its amount, which is another in each round.
      const amount = String(2000 + (Number(reference) % 900_000));
      const [lined] = await orders(1, amount);
      const bill = (
        await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,,`))
      )[0]!;
      await race(async (at) => {
        if (at === 0) return request('manualOrder', manual);
        if (at === 1) return request('rechargeOrder', recharge);
        if (at === 2) return lookAtBill(hands, bill.id, true, new Date());
        const id = open[at - 2]!;
        if (noticed && at > CONFIRMS)
          return transact(hands, (tx) => succeedOrder(tx, id, { paidAmount: '1000', utr: reference }));
        const input = { utr: reference, reason: 'seen' };
        return actDirectly(hands, 'forceConfirm', id, { userId: world.userIds[0], input });
      });
      const { rows } = await server.database.pool.query(
        `select count(*) filter (where kind <> 'suspense')::int as booked,
           count(*) filter (where kind = 'suspense')::int as suspended from journal_entry where order_id = any($1)`,
        [[manual, recharge, lined, ...open]],
      );
      const messages = noticed ? HANDS - 1 - CONFIRMS : 0;
      expect(rows[0].booked).toBe(1);
      // Who is notified of it a second time has it wait.
      expect([messages, Math.max(0, messages - 1)]).toContain(rows[0].suspended);
    }),
  );
});
