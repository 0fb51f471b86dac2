import type { Pool } from 'pg';
import { expect } from 'vitest';
import { amountText } from '../../contract/money.ts';
import { newId } from '../../server/platform/db/id.ts';
import { payMachine } from '../../server/ledger/payStates.ts';
import { statusValue } from '../../server/ledger/states.ts';
import { withdrawalMachine } from '../../server/ledger/withdrawalStates.ts';
import { CollectSteps } from './modelCollect.ts';
import {
  COLLECT_KINDS,
  type Command,
  type Kind,
  PAYOUT_KINDS,
  pick,
  REQUEST_KINDS,
  type Scene,
  type Step,
} from './modelCommands.ts';
import { ASKS_ABOVE, PayoutSteps } from './modelPayouts.ts';
import { RequestSteps } from './modelRequests.ts';
import { Oracle } from './oracle.ts';
import { type Balances, OracleMoney } from './oracleMoney.ts';
import { OraclePayouts } from './oraclePayouts.ts';
import { OracleRequests } from './oracleRequests.ts';
import { approvalAbove, fund, makePayoutWorld, type PayoutWorld } from './payoutWorld.ts';

/** What each merchant begins with. */
const START = '2000';

/** How often each kind of command was done. */
export type Tally = Map<Kind, number>;

const isOf = <T extends string>(kinds: readonly T[], kind: string): kind is T =>
  (kinds as readonly string[]).includes(kind);

/** Runs one sequence on the database and on the oracle; they must agree on every answer and every balance. */
export class Sequence {
  private readonly money = new OracleMoney();
  private readonly collects = new Oracle(this.money);
  private readonly payouts: OraclePayouts;
  private readonly requests = new OracleRequests(this.money);
  private readonly onCollects: CollectSteps;
  private readonly onPayouts: PayoutSteps;
  private readonly onRequests: RequestSteps;
  private now = Date.now();
  private readonly tally: Tally;
  private readonly pool: Pool;
  private readonly world: PayoutWorld;

  private constructor(pool: Pool, world: PayoutWorld, tally: Tally) {
    this.pool = pool;
    this.tally = tally;
    this.world = world;
    const scene: Scene = {
      pool,
      world,
      now: () => new Date(this.now),
      merchantOf: ({ lone }) => (lone ? world.loneId : world.merchantId),
      userOf: ({ user }) => world.userIds[user - 1] as string,
    };
    this.payouts = new OraclePayouts(this.money, world.codes.length);
    this.onCollects = new CollectSteps(scene, this.collects);
    this.onPayouts = new PayoutSteps(scene, this.payouts);
    this.onRequests = new RequestSteps(scene, this.requests);
  }

  static async start(pool: Pool, tally: Tally): Promise<Sequence> {
    const world = await makePayoutWorld(pool, () => 'http://127.0.0.1:9');
    await approvalAbove(pool, world, String(ASKS_ABOVE));
    // What the agent earns by collections changes in the sequence, by payouts it does not.
    await pool.query('update extension_rate set type = 1 where merchant_id = $1', [world.agentId]);
    await pool.query(
      `insert into extension_rate (id, merchant_id, channel_id, currency, type, rate, fixed_fee, min_amount, max_amount)
       values ($1, $2, $3, 'INR', 2, 0.005, 0, 0, 1000000)`,
      [newId(), world.agentId, world.channelId],
    );
    const sequence = new Sequence(pool, world, tally);
    for (const merchantId of [world.merchantId, world.loneId]) {
      await fund(pool, merchantId, START);
      sequence.money.add(merchantId, 'available', START);
    }
    return sequence;
  }

  async run(list: readonly Command[]): Promise<void> {
    for (const command of list) {
      this.now += command.wait * 60_000;
      const [accepted, work] = this.stepOf(command) ?? this.onCollects.create(command);
      this.tally.set(command.kind, (this.tally.get(command.kind) ?? 0) + (accepted ? 1 : 0));
      const outcome = { kind: command.kind, accepted: await work() };
      expect(outcome).toEqual({ kind: command.kind, accepted });
      expect(await this.balances()).toEqual(this.expected());
    }
    await this.compare();
  }

  /** undefined where the row that it is about is not there yet. */
  private stepOf(command: Command): Step | undefined {
    const { kind } = command;
    const { onCollects, onPayouts, onRequests } = this;
    if (kind === 'payout') return onPayouts.create(command);
    if (kind === 'withdraw') return onRequests.withdraw(command);
    if (kind === 'ask') return onRequests.ask(command);
    if (kind === 'deduct') return onRequests.deduct(command);
    if (kind === 'reprice') return onCollects.reprice(command);
    if (kind === 'spend') return onCollects.spend(command);
    if (isOf(COLLECT_KINDS, kind)) {
      const id = pick(onCollects.ids, command);
      return id === undefined ? undefined : onCollects.step(kind, id, command);
    }
    if (isOf(PAYOUT_KINDS, kind)) {
      const id = pick(onPayouts.ids, command);
      return id === undefined ? onPayouts.create(command) : onPayouts.step(kind, id, command);
    }
    if (!isOf(REQUEST_KINDS, kind)) return undefined;
    const decides = kind === 'approve' || kind === 'reject';
    const id = pick(decides ? onRequests.requests : onRequests.withdrawals, command);
    if (id !== undefined) return onRequests.step(kind, id, command);
    return decides ? onRequests.ask(command) : onRequests.withdraw(command);
  }

  get merchants(): string[] {
    const { agentId, merchantId, loneId } = this.world;
    return [agentId, merchantId, loneId];
  }

  private expected = (): Balances[] => this.merchants.map((id) => this.money.balances(id));

  /** The accounts that a command may have touched. */
  private async balances(): Promise<Balances[]> {
    const { rows } = await this.pool.query<Balances & { id: string }>({
      name: 'model-balances',
      text: `select merchant_id::text as id, pending::text, available::text, frozen::text
        from merchant_asset where merchant_id = any($1::bigint[]) and currency = 'INR'`,
      values: [this.merchants],
    });
    return this.merchants.map((id) => {
      const row = rows.find((candidate) => candidate.id === id);
      const text = (account: keyof Balances) => amountText(row?.[account] ?? 0);
      return { pending: text('pending'), available: text('available'), frozen: text('frozen') };
    });
  }

  private async statuses(table: string, ids: readonly string[]): Promise<Record<string, number>> {
    const { rows } = await this.pool.query<{ id: string; status: number }>({
      name: `model-${table}`,
      text: `select id::text, status from ${table} where id = any($1::bigint[])`,
      values: [ids],
    });
    return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
  }

  private async compare(): Promise<void> {
    const named = <T>(rows: ReadonlyMap<string, T>, value: (row: T) => number) =>
      Object.fromEntries([...rows].map(([id, row]) => [id, value(row)]));
    expect(await this.statuses('collect_order', this.onCollects.ids)).toEqual(
      named(this.collects.orders, ({ status }) => statusValue(status)),
    );
    expect(await this.statuses('pay_order', this.onPayouts.ids)).toEqual(
      named(this.payouts.orders, ({ status }) => payMachine.value(status)),
    );
    expect(await this.statuses('withdrawal', this.onRequests.withdrawals)).toEqual(
      named(this.requests.withdrawals, ({ status }) => withdrawalMachine.value(status)),
    );
    const settled = await this.pool.query<{ id: string; settled: boolean }>(
      'select id::text, settled from collect_order where id = any($1::bigint[])',
      [this.onCollects.ids],
    );
    for (const row of settled.rows) expect(row.settled).toBe(this.collects.orders.get(row.id)?.settled);
    const suspense = await this.pool.query<{ sum: string }>(
      `select coalesce(sum(p.amount), 0)::text as sum from platform_posting p join journal_entry e on e.id = p.entry_id
       where p.account = 'suspense' and e.kind <> 'recharge' and e.merchant_id = any($1::bigint[])`,
      [this.merchants],
    );
    expect(amountText(suspense.rows[0]?.sum ?? '0')).toBe(amountText(this.collects.suspense));
  }
}
