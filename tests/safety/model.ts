import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { amountText, feeOf } from '../../contract/money.ts';
import { expireOrder, failOrder, submitOrder, succeedOrder } from '../../server/actions/collect.ts';
import { newId } from '../../server/db/id.ts';
import { transact } from '../../server/db/transaction.ts';
import { Refused } from '../../server/http/refused.ts';
import { FUND, onMerchant, onPlatform } from '../../server/ledger/legs.ts';
import { post } from '../../server/ledger/post.ts';
import { statusValue } from '../../server/ledger/states.ts';
import { actDirectly } from './direct.ts';
import { Oracle } from './oracle.ts';
import { makeWorld, openOrder, type World } from './world.ts';

const KINDS = [
  'submit',
  'fail',
  'expire',
  'cancel',
  'pay',
  'settle',
  'reverse',
  'claim',
  'unclaim',
  'deduct',
] as const;

export interface Command {
  kind: 'create' | (typeof KINDS)[number];
  /** Which of the orders there are, counted round. */
  order: number;
  /** Paise. */
  amount: number;
  lone: boolean;
  user: 1 | 2;
  /** Of a payment: the exact amount, and which of few messages, so that some come twice. */
  exact: boolean;
  message: number;
  /** Minutes that pass before it. */
  wait: number;
}

/** Weighted so that most orders are paid and many are settled and reversed. */
export const commands = fc.array(
  fc.record<Command>({
    kind: fc.oneof(
      { weight: 3, arbitrary: fc.constant('create' as const) },
      { weight: 6, arbitrary: fc.constantFrom('pay' as const, 'settle' as const, 'reverse' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...KINDS) },
    ),
    order: fc.nat(12),
    amount: fc.integer({ min: 100, max: 1_000_000 }),
    lone: fc.boolean(),
    user: fc.constantFrom(1, 2),
    exact: fc.integer({ min: 0, max: 4 }).map((odd) => odd > 0),
    message: fc.nat(2),
    wait: fc.nat(10),
  }),
  { minLength: 1, maxLength: 110, size: 'max' },
);

const rupees = (paise: number): string => amountText((paise / 100).toFixed(2));

/** True when the command was done, false when it was refused; anything else is a failure of the test. */
async function done(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Runs one sequence on the database and on the oracle; they must agree on every answer and every balance. */
export class Sequence {
  private readonly oracle = new Oracle();
  private readonly ids: string[] = [];
  private now = Date.now();
  private readonly pool: Pool;
  private readonly world: World;

  private constructor(pool: Pool, world: World) {
    this.pool = pool;
    this.world = world;
  }

  static async start(pool: Pool): Promise<Sequence> {
    return new Sequence(pool, await makeWorld(pool));
  }

  async run(list: readonly Command[]): Promise<void> {
    for (const command of list) {
      this.now += command.wait * 60_000;
      if (command.kind === 'create' || this.ids.length === 0) await this.create(command);
      else await this.step(command, this.ids[command.order % this.ids.length] as string);
    }
    await this.compare();
  }

  private async create({ amount: paise, lone }: Command): Promise<void> {
    const amount = rupees(paise);
    const merchantId = lone ? this.world.loneId : this.world.merchantId;
    const id = await openOrder(this.pool, this.world, { merchantId, amount });
    const of = (rate: string) => amountText(feeOf(amount, rate, 0, 'INR'));
    this.ids.push(id);
    this.oracle.create(id, {
      merchantId,
      upstreamId: this.world.upstreamId,
      agentId: lone ? null : this.world.agentId,
      amount,
      fee: of('0.02'),
      upstreamCost: of('0.012'),
      commission: lone ? '0' : of('0.005'),
    });
  }

  private async step(command: Command, id: string): Promise<void> {
    const { pool, oracle } = this;
    const now = new Date(this.now);
    const userId = this.world.userIds[command.user - 1] as string;
    const act = (name: Parameters<typeof actDirectly>[1]) =>
      done(actDirectly(pool, name, id, { userId, now }));
    const move = (work: Parameters<typeof transact>[1]) => done(transact(pool, work));
    const expected = {
      submit: () => [oracle.move(id, 'submitUpstream'), () => move((tx) => submitOrder(tx, id))],
      fail: () => [oracle.move(id, 'fail'), () => move((tx) => failOrder(tx, id))],
      expire: () => [oracle.move(id, 'expire'), () => move((tx) => expireOrder(tx, id))],
      cancel: () => [oracle.move(id, 'cancel', userId, this.now), () => act('cancel')],
      settle: () => [oracle.settle(id), () => act('settle')],
      reverse: () => [oracle.reverse(id), () => act('reverse')],
      claim: () => [oracle.claim(id, userId, this.now), () => act('claim')],
      unclaim: () => [oracle.unclaim(id, userId), () => act('unclaim')],
      deduct: () => this.deduct(command),
      pay: () => this.pay(command, id),
    } as const satisfies Record<
      (typeof KINDS)[number],
      () => readonly [boolean, () => Promise<boolean>] | unknown[]
    >;
    const [accepted, work] = expected[command.kind as (typeof KINDS)[number]]() as [
      boolean,
      () => Promise<boolean>,
    ];
    expect({ command: command.kind, id, accepted: await work() }).toEqual({
      command: command.kind,
      id,
      accepted,
    });
  }

  private pay(command: Command, id: string): [boolean, () => Promise<boolean>] {
    const paidAmount = command.exact
      ? (this.oracle.orders.get(id)?.amount as string)
      : rupees(command.amount);
    const message = `${id}-${command.message}`;
    this.oracle.pay(id, paidAmount, message);
    return [
      true,
      () => done(transact(this.pool, (tx) => succeedOrder(tx, id, { paidAmount, upstreamOrderNo: message }))),
    ];
  }

  private deduct(command: Command): [boolean, () => Promise<boolean>] {
    const merchantId = command.lone ? this.world.loneId : this.world.merchantId;
    const amount = rupees(command.amount);
    const entry = {
      kind: 'adjustment',
      merchantId,
      currency: 'INR',
      order: null,
      commandKey: newId(),
      operator: 'finance',
      system: false,
      legs: [
        onMerchant(merchantId, 'available', FUND.deduct, `-${amount}`),
        onPlatform('adjustments', amount),
      ],
    } as const;
    return [this.oracle.deduct(merchantId, amount), () => done(transact(this.pool, (tx) => post(tx, entry)))];
  }

  private async compare(): Promise<void> {
    const { rows: orders } = await this.pool.query(
      'select id::text, status, settled from collect_order where id = any($1::bigint[])',
      [this.ids],
    );
    for (const row of orders) {
      const order = this.oracle.orders.get(row.id);
      expect({ status: row.status, settled: row.settled }).toEqual({
        status: statusValue(order!.status),
        settled: order!.settled,
      });
    }
    const { agentId, merchantId, loneId } = this.world;
    const { rows } = await this.pool.query<{ merchant_id: string; pending: string; available: string }>(
      'select merchant_id::text, pending::text, available::text from merchant_asset where merchant_id = any($1::bigint[])',
      [[agentId, merchantId, loneId]],
    );
    for (const id of [agentId, merchantId, loneId]) {
      const row = rows.find((candidate) => candidate.merchant_id === id);
      expect({ pending: amountText(row?.pending ?? 0), available: amountText(row?.available ?? 0) }).toEqual(
        this.oracle.balances(id),
      );
    }
    const suspense = await this.pool.query<{ sum: string }>(
      `select coalesce(sum(p.amount), 0)::text as sum from platform_posting p join journal_entry e on e.id = p.entry_id
       where p.account = 'suspense' and e.merchant_id = any($1::bigint[])`,
      [[merchantId, loneId]],
    );
    expect(amountText(suspense.rows[0]?.sum ?? '0')).toBe(amountText(this.oracle.suspense));
  }
}
