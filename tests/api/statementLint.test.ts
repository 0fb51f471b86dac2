import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { deliver } from '../../server/domain/callbacks/deliver.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { createOrder } from '../../server/domain/orders/collect/collectCreate.ts';
import { lockPayout } from '../../server/domain/orders/payStore.ts';
import { payPayout } from '../../server/domain/orders/payout/payMoves.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { fund, makePayoutWorld, openPayout, type PayoutWorld, submitted } from '../safety/payoutWorld.ts';
import { applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { newPlatform, paidOrder } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { TestClock, type TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/**
 * What the hot path asks of merchants' tables names the merchant, so that it could be sent to the one place where the
 * merchant's rows are (docs/adr/distribution.md). Real commands run, and PostgreSQL is asked how it would find the rows
 * of each of their statements: every scan of a merchant's table must be narrowed by `merchant_id`.
 */

/** Statements that do not know the merchant, and why. Claims are keyed by their value and are no merchants' tables. */
const UNKNOWN: readonly (readonly [RegExp, string])[] = [
  [/^select t\.\*, /, 'the row that a person chose, found by its id: from then on its merchant is known'],
  [/^select t\.id::text, t\.merchant_id::text as owner/, 'whose the chosen rows are'],
  [
    / from collect_order where id = \$1 for update$/,
    'the order that a notice or a job is about, found by its id',
  ],
  [
    / from (pay_order|withdrawal) where id = \$1 for update$/,
    'the row that a job or a person is about, found by its id',
  ],
  [/^\s*with received as/, 'the payment of the entry that this transaction has just posted, found by its id'],
  [/^select s\.id, s\.kind, /, 'a job names its schedule, and the schedule its merchant'],
  [/^select merchant_id::text as "merchantId" from /, 'a job names its order, and the order its merchant'],
  [
    /^\s*with entry as .* from fund_detail where entry_id in/s,
    'legs of an agent are rows of another merchant',
  ],
  [
    /^select o\.id::text(?:, | from collect_order o\b).* from payment_allocation a/s,
    'whose money an order has used: of any merchant',
  ],
  // The dry run that comes before a code reads it, too.
  [
    /^select trim_scale\(d\.amount\)::text as suspended, .* from payment_draw d/s,
    'what an order has drawn from suspense: payments of any merchant',
  ],
  [/^select id::text from pay_attempt where order_id/, 'asked by a helper of the tests'],
];

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
  [detail: string]: unknown;
}

const CONDITIONS = ['Index Cond', 'Filter', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter'];
const narrowed = (node: Node): boolean =>
  CONDITIONS.some((name) => String(node[name] ?? '').includes('merchant_id'));

/** The merchants' tables that a plan reads without naming the merchant, there or where the rows are joined. */
function wideScans(node: Node, tables: ReadonlySet<string>, above = false): string[] {
  const named = above || narrowed(node);
  const table = node['Relation Name'];
  const below = (node.Plans ?? []).flatMap((plan) => wideScans(plan, tables, named));
  const scans = node['Node Type'].endsWith('Scan') && table !== undefined && tables.has(table);
  const inside = (node.Plans ?? []).some(narrowed);
  return scans && !named && !inside ? [table, ...below] : below;
}

let server: TestServer;
let admin: Client;
let tables: ReadonlySet<string>;
let world: PayoutWorld;
let staff: Hand;
let route: { merchantId: string; channelId: string };
const clock = new TestClock();

beforeAll(async () => {
  server = await demoWorld(200);
  admin = await server.signIn('admin', PASSWORD);
  const { owner } = server.database;
  const found = await owner.query<{ name: string }>(
    `select indrelid::regclass::text as name from pg_index
     where indisprimary and indrelid::regclass::text !~ '\\.' and pg_get_indexdef(indexrelid) ~ '\\mmerchant_id\\M'`,
  );
  tables = new Set(found.rows.map(({ name }) => name));
  const routes = await owner.query(
    `select b.merchant_id as "merchantId", b.channel_id as "channelId" from channel_binding b
     join merchant m on m.id = b.merchant_id where m.name = 'Kaveri Games' and b.currency = 'INR' limit 1`,
  );
  route = routes.rows[0];
  const { pool } = server.database;
  world = await makePayoutWorld(pool, (code) => `https://${code}.test`, undefined, await newPlatform(pool));
  await openWithdrawals(pool);
  await fund(pool, world.merchantId, '100000');
  staff = await hand(server, world, [
    'collectOrder:reverse',
    'withdrawal:confirmRate',
    'withdrawal:complete',
  ]);
});
afterAll(() => server.stop());

/** The texts of all that this process asks while `work` runs. */
async function recorded(work: () => Promise<unknown>): Promise<string[]> {
  const texts = new Set<string>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given;
    texts.add(typeof config === 'string' ? config : (config as { text: string }).text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return [...texts].filter((text) => /^\s*(with|select|insert|update|delete)\b/i.test(text ?? ''));
}

async function wide(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    if (UNKNOWN.some(([start]) => start.test(text))) continue;
    const { rows } = await server.database.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const scans = wideScans(rows[0]!['QUERY PLAN'][0].Plan, tables);
    if (scans.length > 0) found.push(`${scans.join(', ')}: ${text}`);
  }
  return found;
}

let made = 0;
async function paid(): Promise<string> {
  const { pool } = server.database;
  const now = clock.now();
  made += 1;
  const order = { ...route, merchantOrderNo: `L${made}`, amount: '500' };
  const { id } = await transact(pool, (tx) => createOrder(tx, order, now));
  await transact(pool, (tx) => submitOrder(tx, id, {}, now));
  const utr = String(300_000_000_000 + made);
  await transact(pool, (tx) => succeedOrder(tx, id, { paidAmount: '500', utr }, now));
  return id;
}
const settle = (id: string) => admin.command<ActionResult>('collectOrder/settle', { ids: [id] });

describe('each statement names the merchant', () => {
  it('that creates an order and takes its money', async () => {
    expect(await wide(await recorded(paid))).toEqual([]);
  });

  it('that settles an order', async () => {
    const id = await paid();
    const texts = await recorded(async () => expect((await settle(id)).done).toEqual([id]));
    expect(texts.some((text) => text.includes('insert into journal_entry'))).toBe(true);
    expect(await wide(texts)).toEqual([]);
  });

  it('that reverses it', async () => {
    const id = await paidOrder(server.database.pool, world);
    const input = { reason: 'chargeback', otp: staff.phone.code() };
    const texts = await recorded(async () =>
      expect(
        (await staff.client.command<ActionResult>('collectOrder/reverse', { ids: [id], input })).done,
      ).toEqual([id]),
    );
    expect(texts.some((text) => text.includes('insert into journal_entry'))).toBe(true);
    expect(await wide(texts)).toEqual([]);
  });

  it('that pays a withdrawal', async () => {
    const { pool } = server.database;
    const texts = await recorded(async () => {
      const id = await applied(pool, world);
      const act = (action: string, input: Record<string, unknown>) =>
        staff.client.command<ActionResult>(`withdrawal/${action}`, { ids: [id], input });
      expect((await act('confirmRate', { exchangeRate: '88' })).done).toEqual([id]);
      const input = { transactionHash: 'a1'.repeat(32), otp: staff.phone.code() };
      expect((await act('complete', input)).done).toEqual([id]);
    });
    expect(texts.some((text) => text.includes('insert into withdrawal_transaction'))).toBe(true);
    expect(await wide(texts)).toEqual([]);
  });

  it('that pays a payout', async () => {
    const { pool } = server.database;
    const texts = await recorded(async () => {
      const { id } = await openPayout(pool, world);
      const attempt = await submitted(pool, id, 'accepted', clock.now(), false);
      expect(attempt).not.toBe('');
      await transact(pool, async (tx) =>
        payPayout(tx, await lockPayout(tx, id), { utr: '400000000001' }, clock.now()),
      );
    });
    expect(texts.some((text) => text.includes('insert into pay_attempt'))).toBe(true);
    expect(await wide(texts)).toEqual([]);
  });

  it('that reports it to the merchant', async () => {
    const id = await paid();
    const { rows } = await server.database.pool.query(
      'select id from callback_schedule where order_id = $1',
      [id],
    );
    const texts = await recorded(() => deliver({ ...server.deps, clock }, { scheduleId: rows[0].id }));
    expect(texts.some((text) => text.includes('insert into callback'))).toBe(true);
    expect(await wide(texts)).toEqual([]);
  });
});
