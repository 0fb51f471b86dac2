import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from '../api/bankWorld.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { openOrder, utr } from './world.ts';

const HANDS = 64;
/** `npm run soak:race` runs 50. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 4);
const CROWDED_ROUNDS = Math.ceil(ROUNDS / 10);
const PATIENCE_MS = 240_000;

describe('many hands on one line', () => {
  let server: TestServer;
  let world: BankWorld;
  let clients: Client[];

  beforeAll(async () => {
    server = await startServer({ environment: { logLevel: 'error' } });
    world = await makeBankWorld(server);
    const people = await makeStaff(server.database.pool, world, 8);
    clients = await Promise.all(people.map(({ account }) => server.signIn(account, PASSWORD)));
  });
  afterAll(async () => {
    expect(await checkInvariants(server.database.pool)).toEqual([]);
    await server.stop();
  });

  const match = (hand: number, billId: string, orderNo: string) =>
    clients[hand % clients.length]!.command<ActionResult>('bankBill/match', {
      ids: [billId],
      input: { orderNo },
    });
  const collections = async (orderId: string, ...kinds: string[]): Promise<number> =>
    (
      await server.database.pool.query(
        `select count(*)::int as n from journal_entry where order_id = $1 and kind = any($2)`,
        [orderId, kinds.length > 0 ? kinds : ['collection', 'suspense']],
      )
    ).rows[0].n;
  /** Lines and orders of one amount each, so that every line fits every order. */
  async function round(lines: number, orders: number) {
    const batch = await take(
      server,
      world,
      Array.from({ length: lines }, () => `${stamp()},${utr()},1000,,,`).join('\n'),
    );
    const bills = (await billsOf(server, batch)).map(({ id }) => id);
    const made = await Promise.all(
      Array.from({ length: orders }, () => openOrder(server.database.pool, world, { amount: '1000' })),
    );
    const numbers = await Promise.all(made.map(async (id) => (await orderOf(server, id)).orderNo));
    return { bills, orders: made, numbers };
  }
  const won = (answers: readonly ActionResult[]): number =>
    answers.filter(({ done }) => done.length === 1).length;
  const losers = (answers: readonly ActionResult[]): string[] => [
    ...new Set(answers.flatMap(({ refused }) => refused.map(({ code }) => code))),
  ];

  it(
    `matches one line with one order, ${ROUNDS} times over`,
    async () => {
      for (let at = 0; at < ROUNDS; at += 1) {
        const { bills, orders, numbers } = await round(1, 1);
        const answers = await Promise.all(
          Array.from({ length: HANDS }, (_, hand) => match(hand, bills[0]!, numbers[0]!)),
        );
        expect(won(answers)).toBe(1);
        expect(losers(answers)).toEqual(['guard']);
        expect(await collections(orders[0]!)).toBe(1);
      }
    },
    PATIENCE_MS,
  );

  it(
    `pays an order by one of 64 lines, the others wait in suspense, ${CROWDED_ROUNDS} times over`,
    async () => {
      for (let at = 0; at < CROWDED_ROUNDS; at += 1) {
        const { bills, orders, numbers } = await round(HANDS, 1);
        const answers = await Promise.all(bills.map((bill, hand) => match(hand, bill, numbers[0]!)));
        // One is its payment, the others are further money: none is lost, none is booked twice.
        expect(won(answers)).toBe(HANDS);
        expect(losers(answers)).toEqual([]);
        expect(await collections(orders[0]!, 'collection')).toBe(1);
        expect(await collections(orders[0]!, 'suspense')).toBe(HANDS - 1);
      }
    },
    PATIENCE_MS,
  );

  it('matches a line with one of two orders, and undoes nothing it has paid', async () => {
    const { bills, orders, numbers } = await round(1, 2);
    const answers = await Promise.all(
      Array.from({ length: HANDS }, (_, hand) =>
        hand % 8 === 7
          ? clients[hand % clients.length]!.command<ActionResult>('bankBill/unmatch', { ids: [bills[0]!] })
          : match(hand, bills[0]!, numbers[hand % 2]!),
      ),
    );
    expect(won(answers)).toBe(1);
    const counts = await Promise.all(orders.map((id) => collections(id)));
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1]);
  });
});
