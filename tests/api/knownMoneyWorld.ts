import { afterAll, beforeAll, expect } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { type Payment, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { hand, type Hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, suspendedOf, take } from './bankWorld.ts';

/** Orders whose money is reported, by an upstream, a line or a person, and what becomes of it; checked by every invariant at the end. */

export function knownMoney() {
  let server: TestServer;
  let world: BankWorld;
  let supervisor: Hand;
  let colleague: Hand;
  let maker: Hand;
  let checker: Hand;

  beforeAll(async () => {
    server = await startServer();
    world = await makeBankWorld(server);
    const orders = [
      'page',
      'claim',
      'cancel',
      'overrule',
      'repairProof',
      'forceConfirm',
      'reverse',
      'supervise',
    ];
    const may = orders.map((verb) => `collectOrder:${verb}`);
    const rights = [...may, ...['page', 'close', 'writeOff'].map((verb) => `reviewItem:${verb}`)];
    [supervisor, colleague] = [await hand(server, world, rights), await hand(server, world, rights)];
    const verbs = ['page', 'add', 'submit', 'approve'].map((verb) => `manualOrder:${verb}`);
    [maker, checker] = [await hand(server, world, verbs), await hand(server, world, verbs)];
  });
  afterAll(async () => {
    expect(await checkInvariants(server.database.owner)).toEqual([]);
    await server.stop();
  });

  const pool = () => server.database.pool;
  // Two files that say the same are one.
  let lines = 0;
  async function paying(amount = '1000'): Promise<string> {
    const id = await openOrder(pool(), world, { amount });
    await transact(pool(), (tx) => submitOrder(tx, id));
    return id;
  }
  const tell = (id: string, paidAmount: string, more: Partial<Payment> = {}) =>
    transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount, ...more }));
  const act = (action: string, id: string, input?: object) =>
    supervisor.client.command<ActionResult>(`collectOrder/${action}`, { ids: [id], ...(input && { input }) });
  const coded = (input: object) => ({ reason: 'seen', ...input, otp: supervisor.phone.code() });
  const suspended = (id: string) => suspendedOf(server, id);
  async function lateMoney(amount = '1000', reference = utr()) {
    const id = await paying(amount);
    expect((await act('cancel', id)).done).toEqual([id]);
    expect(await tell(id, amount, { utr: reference, upstreamOrderNo: `u${id}` })).toBe('review');
    return { id, reference };
  }
  async function line(reference: string, amount: string): Promise<string> {
    const [bill] = await billsOf(
      server,
      await take(server, world, `${stamp()},${reference},${amount},,,line ${(lines += 1)}`),
    );
    return bill!.id;
  }
  async function match(bill: string, order: string) {
    const { orderNo } = await orderOf(server, order);
    return world.finance.command<ActionResult>('bankBill/match', { ids: [bill], input: { orderNo } });
  }
  /** The line, matched with the order. */
  async function matched(reference: string, amount: string, order: string): Promise<string> {
    const bill = await line(reference, amount);
    expect((await match(bill, order)).done).toEqual([bill]);
    return bill;
  }
  const unmatch = (bill: string) => world.finance.command<ActionResult>('bankBill/unmatch', { ids: [bill] });
  const items = async (id: string) =>
    (
      await pool().query<{ amount: number; status: string }>(
        'select amount::float as amount, status from review_item where order_id = $1 order by id',
        [id],
      )
    ).rows;
  /** Amounts of the items that nobody has closed. */
  const open = async (id: string) =>
    (await items(id)).filter(({ status }) => status === 'open').map(({ amount }) => amount);
  return {
    pool,
    paying,
    tell,
    act,
    coded,
    suspended,
    lateMoney,
    line,
    match,
    matched,
    unmatch,
    items,
    open,
    server: () => server,
    owner: () => server.database.owner,
    orderOf: (id: string) => orderOf(server, id),
    world: () => world,
    supervisor: () => supervisor,
    colleague: () => colleague,
    maker: () => maker,
    checker: () => checker,
  };
}

export const codesOf = ({ refused }: ActionResult): string[] => refused.map(({ code }) => code);
