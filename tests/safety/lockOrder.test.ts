import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { LOCK_SQL } from '../../server/ledger/postSql.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { freshDatabase } from '../support/database.ts';
import { recordStatements } from '../support/statementRecorder.ts';
import { actDirectly, actOn, settleDirectly } from './direct.ts';
import { findLockFaults, type LockRanks, readLockRanks } from './lockOrder.ts';
import {
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  submitted,
  upstreamAnswer,
} from './payoutWorld.ts';
import { handsOf, rounds } from './racing.ts';
import { addMerchant, paidOrder } from './world.ts';

/** Commands lock the account of a merchant before that of its agent, so a locked merchant delays no other. */

const database = await freshDatabase();
const { pool, owner } = database;
const hands = handsOf(database);
let world: PayoutWorld;

beforeAll(async () => {
  world = await makePayoutWorld(pool, () => 'http://127.0.0.1:9');
});
afterAll(async () => {
  expect(await checkInvariants(pool)).toEqual([]);
  await hands.end();
  await database.drop();
});

async function lockAccount(merchantId: string): Promise<PoolClient> {
  const holder = await owner.connect();
  await holder.query('begin');
  const locked = await holder.query('select from merchant_asset where merchant_id = $1 for update', [
    merchantId,
  ]);
  expect(locked.rowCount).toBe(1);
  return holder;
}

const settledOrder = async (merchantId: string): Promise<string> => {
  const id = await paidOrder(pool, world, { merchantId });
  await settleDirectly(pool, id);
  return id;
};

const WAITING = `select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where a.datname = current_database() and not l.granted`;
const AGENT = 'select from merchant_asset where merchant_id = $1 for update nowait';

/** Each moves money of the merchant and of its agent. */
const COMMANDS: Readonly<Record<string, (merchantId: string) => Promise<() => Promise<unknown>>>> = {
  async settle(merchantId) {
    const id = await paidOrder(pool, world, { merchantId });
    return () => settleDirectly(pool, id);
  },
  async resettle(merchantId) {
    const id = await settledOrder(merchantId);
    await pool.query('update channel_binding set rate = rate + 0.001 where merchant_id = $1', [merchantId]);
    await pool.query('update extension_rate set rate = rate + 0.001 where merchant_id = $1', [world.agentId]);
    return () => actDirectly(pool, 'resettle', id);
  },
  async reverse(merchantId) {
    const id = await settledOrder(merchantId);
    return () => actDirectly(pool, 'reverse', id);
  },
  async 'payout success'(merchantId) {
    await fund(pool, merchantId, '5000');
    const { id } = await openPayout(pool, world, { merchantId });
    const attempt = await submitted(pool, id);
    return () =>
      transact(pool, (tx) => applyPayoutAnswer(tx, id, attempt, upstreamAnswer('paid'), new Date()));
  },
  async 'payout return'(merchantId) {
    await fund(pool, merchantId, '5000');
    const { id } = await openPayout(pool, world, { merchantId });
    const attempt = await submitted(pool, id);
    await transact(pool, (tx) => applyPayoutAnswer(tx, id, attempt, upstreamAnswer('paid'), new Date()));
    return () => actOn(pool, 'payOrder', 'markReturned', id);
  },
};

describe.each(Object.entries(COMMANDS))('%s', (_, prepare) => {
  it('holds no account of the agent while it waits for the merchant’s', async () => {
    const merchantId = await addMerchant(pool, world, world.agentId);
    await pool.query(
      'update channel_binding set is_pay = true, pay_rate = 0.01, pay_mini_amount = 10, pay_max_amount = 500000 where merchant_id = $1',
      [merchantId],
    );
    // The agent's accounts are older than the merchant's.
    await settledOrder(world.merchantId);
    await settledOrder(merchantId);
    const command = await prepare(merchantId);
    const holder = await lockAccount(merchantId);
    const done = command();
    try {
      await expect.poll(async () => (await pool.query<{ count: number }>(WAITING)).rows[0]?.count).toBe(1);
      await expect(transact(pool, (tx) => tx.query(AGENT, [world.agentId]))).resolves.toBeDefined();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await done;
  });
});

describe('the order', () => {
  let ranks: LockRanks;
  let tiers: { merchant: string; agent: string; above: string };

  beforeAll(async () => {
    // An agent of an agent whose ids are against the tiers.
    const [above, agent] = [await addMerchant(pool, world, null), await addMerchant(pool, world, null)];
    const merchant = await addMerchant(pool, world, above);
    await pool.query('update merchant set type = 2, agent_id = $2 where id = $1', [above, agent]);
    await pool.query('update merchant set type = 2 where id = $1', [agent]);
    tiers = { merchant, agent: above, above: agent };
    ranks = await readLockRanks(pool);
  });

  it('is by type, tier and id, whatever order the accounts were opened in', async () => {
    const { merchant, agent, above } = tiers;
    for (const id of [above, agent, merchant, world.loneId]) await fund(pool, id, '1');
    const expected = [world.loneId, merchant, agent, above];
    const { rows } = await pool.query<{ merchant_id: string }>(LOCK_SQL, ['INR', expected.toReversed()]);
    expect(rows.map((row) => row.merchant_id)).toEqual(expected);
    const statement = { text: LOCK_SQL, rows };
    expect(findLockFaults([statement], ranks)).toEqual([]);
    expect(findLockFaults([{ ...statement, rows: rows.toReversed() }], ranks)).toHaveLength(3);
  });

  it('is the one in which accounts are opened, none of which is locked before all before it are', async () => {
    const agent = await addMerchant(pool, world, null);
    const merchant = await addMerchant(pool, world, agent);
    await pool.query('update merchant set type = 2 where id = $1', [agent]);
    await pool.query(
      `insert into extension_rate (id, merchant_id, channel_id, currency, type, rate, fixed_fee, min_amount, max_amount)
       values ($1, $1, $2, 'INR', 3, 0.005, 0, 0, 1000000)`,
      [agent, world.channelId],
    );
    await fund(pool, agent, '1');
    const recording = recordStatements();
    try {
      await transact(pool, (tx) => tx.query(LOCK_SQL, ['INR', [agent, merchant]]));
      const [first] = recording.transactions;
      expect(first?.[0]?.rows).toEqual([]);
      await settledOrder(merchant);
      const now = await readLockRanks(pool);
      expect(recording.transactions.flatMap((one) => findLockFaults(one, now))).toEqual([]);
    } finally {
      recording.stop();
    }
  });

  it('names a shared row that is locked beside an account, and an order that is locked after it', async () => {
    const account = { text: LOCK_SQL, rows: [{ merchant_id: world.loneId }] };
    const order = { text: 'select id from collect_order where id = $1 for update', rows: [{ id: '7' }] };
    const shared = { text: 'update upstream set status = 3 where id = $1', rows: [] };
    expect(findLockFaults([order, account, order], ranks)).toEqual([]);
    expect(findLockFaults([account, order], ranks)).toEqual(['collect_order 7 locked after an account']);
    expect(findLockFaults([shared, account], ranks)).toEqual(['a row of upstream locked beside an account']);
    expect(findLockFaults([shared, order], ranks)).toEqual([]);
  });
});

it('races commands of an agent and of its merchants both ways without a deadlock', {
  timeout: 600_000,
}, async () => {
  const siblings = [world.merchantId, await addMerchant(pool, world, world.agentId)];
  const recording = recordStatements();
  try {
    await rounds(async () => {
      const orders = await Promise.all(
        Array.from({ length: 16 }, (_, at) => paidOrder(pool, world, { merchantId: siblings[at % 2] })),
      );
      const settled = await Promise.all(
        Array.from({ length: 16 }, (_, at) => settledOrder(siblings[at % 2] as string)),
      );
      const commands = [
        ...orders.map((id) => () => settleDirectly(hands, id)),
        ...settled.map((id) => () => actDirectly(hands, 'reverse', id)),
        ...orders.map((_, at) => () => fund(hands, at % 2 ? world.agentId : siblings[0]!, '1')),
      ];
      const ends = await Promise.allSettled(commands.map((command) => command()));
      const failures = ends.filter((end) => end.status === 'rejected' && !(end.reason instanceof Refused));
      expect(failures).toEqual([]);
    });
  } finally {
    recording.stop();
  }
  expect(recording.deadlocks).toEqual([]);
  const ranks = await readLockRanks(pool);
  expect(recording.transactions.flatMap((one) => findLockFaults(one, ranks))).toEqual([]);
});
