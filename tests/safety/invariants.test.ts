import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldLedger } from '../../server/domain/balances/fold.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { makeDay } from '../../server/domain/reports/figures.ts';
import { partOf, stillFaulty } from '../../server/ledger/invariants/ask.ts';
import { INVARIANTS } from '../../server/ledger/invariants/list.ts';
import { freshDatabase } from '../support/database.ts';
import { checksSince } from './checkKinds.ts';
import { settleDirectly } from './direct.ts';
import { makeWorld, paidOrder, type World } from './world.ts';
import {
  allocatedTwice,
  bookedAgain,
  bookedTwice,
  codeAgain,
  codeTwice,
  creditedFromNothing,
  debtOfAgent,
  gapBefore,
  keyTwice,
  matchedWithLess,
  paidWithoutShare,
  paymentRaised,
  placeTwice,
  raisedDetail,
  unknownMoney,
  unlisted,
} from './planted.ts';

const database = await freshDatabase();
const { owner, pool: server } = database;
afterAll(() => database.drop());

/** Since before everything that is planted. */
const { CHECKS, ofProof, minuteRound } = checksSince(new Date());

/**
 * Each invariant is proven by its fault: the owner plants it in a transaction that is rolled back, past grants, checks
 * and unique indexes, and each kind of check must name the row.
 */
describe('invariants', () => {
  let world: World;
  let orderId: string;
  let entryId: string;

  beforeAll(async () => {
    world = await makeWorld(server);
    orderId = await paidOrder(server, world);
    await settleDirectly(server, orderId);
    const { rows } = await owner.query(
      `select id::text from journal_entry where order_id = $1 and kind = 'settlement'`,
      [orderId],
    );
    entryId = rows[0].id;
    // Posted in the last hour that is over, so that it is folded.
    for (const table of ['journal_entry', 'fund_detail', 'platform_posting'])
      await owner.query(`update ${table} set created_at = created_at - interval '1 hour'`);
    // Other files' transactions are under way too, and the worker waits for none of them long.
    const folded = async () => (await server.query('select from ledger_sum')).rowCount;
    while (!(await folded())) await foldLedger(server, { settleSeconds: 0 });
  });

  const one = async (tx: PoolClient, text: string, values: unknown[] = []): Promise<string> =>
    String(Object.values((await tx.query(text, values)).rows[0])[0]);

  const detail = (tx: PoolClient, account = 2) =>
    one(tx, 'select id from fund_detail where merchant_id = $1 and account = $2 order by seq desc limit 1', [
      world.merchantId,
      account,
    ]);

  const asset = (tx: PoolClient) =>
    one(tx, 'select id from merchant_asset where merchant_id = $1', [world.merchantId]);

  const faults: Record<string, (tx: PoolClient) => Promise<string>> = {
    I01: async (tx) => {
      await tx.query(
        `insert into platform_posting (entry_id, merchant_id, account, currency, amount)
         select id, merchant_id, 'fees', 'INR', 0.01 from journal_entry where id = $1`,
        [entryId],
      );
      return 'currency INR';
    },
    I02: async (tx) => {
      await tx.query(
        'update fund_detail set amount = amount + 1, balance_after = balance_after + 1 where id = $1',
        [await detail(tx)],
      );
      return `journal_entry ${entryId}`;
    },
    I03: async (tx) => {
      await tx.query('update merchant_asset set available = available + 1 where id = $1', [await asset(tx)]);
      return `merchant_asset ${await asset(tx)} INR`;
    },
    I04: async (tx) => raisedDetail(tx, await detail(tx)),
    I05: async (tx) => {
      const id = await one(tx, 'select id from fund_detail where entry_id = $1 and amount < 0', [entryId]);
      await tx.query(
        'update fund_detail set balance_before = -5, balance_after = -5 + amount where id = $1',
        [id],
      );
      return `fund_detail ${id}`;
    },
    I06: async (tx) => {
      const id = await detail(tx);
      await tx.query(`update fund_detail set currency = 'USD' where id = $1`, [id]);
      return `fund_detail ${id}`;
    },
    I07: async (tx) => {
      await tx.query('drop index order_settlement_live');
      await tx.query(
        `insert into order_settlement (id, order_id, merchant_id, entry_id, net)
         select $1, order_id, merchant_id, entry_id, net from order_settlement where order_id = $2`,
        [newId(), orderId],
      );
      return `collect_order ${orderId}`;
    },
    I08: async (tx) => {
      await tx.query('update order_settlement set reversed_at = now() where order_id = $1', [orderId]);
      return `collect_order ${orderId}`;
    },
    I09: async (tx) => {
      await tx.query('update order_settlement set net = net + 1 where order_id = $1', [orderId]);
      return `order_settlement ${await one(tx, 'select id from order_settlement where order_id = $1', [orderId])}`;
    },
    I10: async (tx) => {
      await tx.query('drop index collect_order_merchant_no');
      await tx.query(
        `update collect_order set merchant_order_no = (select merchant_order_no from collect_order where id = $1)
         where id = $2`,
        [orderId, await paidTwin(tx)],
      );
      return `collect_order ${orderId}`;
    },
    I11: async (tx) => {
      const id = await one(tx, `select id from order_log where order_id = $1 and event = 'paid'`, [orderId]);
      await tx.query(`update order_log set before = '{"status": 4}' where id = $1`, [id]);
      return `order_log ${id}`;
    },
    I12: async (tx) => {
      await tx.query('update collect_order set status = 3 where id = $1', [orderId]);
      return `collect_order ${orderId}`;
    },
    I13: async (tx) => {
      await tx.query('update collect_order set status = 6 where id = $1', [orderId]);
      return `collect_order ${orderId}`;
    },
    I14: async (tx) => {
      await tx.query(
        `insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, operator)
         values ($1, 'collection', $2, 'INR', $3, $4, 'thief')`,
        [newId(), world.merchantId, orderId, newId()],
      );
      return `collect_order ${orderId}`;
    },
    I15: async (tx) => {
      await tx.query('update collect_order set paid_amount = 999 where id = $1', [orderId]);
      return `collect_order ${orderId}`;
    },
    I16: async (tx) => {
      await tx.query('update collect_order set callback_count = 3 where id = $1', [orderId]);
      return `collect_order ${orderId}`;
    },
    I17: async (tx) => {
      // A payout that holds nothing.
      const id = newId();
      await tx.query(
        `insert into pay_order (id, order_no, merchant_id, merchant_order_no, channel_id, currency, amount, fee_rate,
           fixed_fee, fee) select $1::bigint, $1::text, merchant_id, $1::text, channel_id, currency, 5, 0, 0, 0 from collect_order where id = $2`,
        [id, orderId],
      );
      return `pay_order ${id}`;
    },
    I18: async (tx) => {
      await withdrawal(tx, '2.000000');
      return `withdrawal ${await withdrawal(tx, '2.000000')}`;
    },
    I19: async (tx) => {
      await tx.query('update merchant_asset set frozen = frozen + 1 where id = $1', [await asset(tx)]);
      return `merchant_asset ${await asset(tx)} INR`;
    },
    I20: async (tx) => `withdrawal ${await withdrawal(tx, '2.000001')}`,
    I21: async (tx) => {
      const id = newId();
      await tx.query(`alter table adjustment drop constraint adjustment_check1`);
      const user = await one(tx, 'select id from sys_user limit 1');
      await tx.query(
        `insert into adjustment (id, order_no, merchant_id, currency, kind, amount, reason, status, maker_id, checker_id)
         values ($1::bigint, $1::text, $2, 'INR', 1, 5, 'gift', 2, $3, $3)`,
        [id, world.merchantId, user],
      );
      return `adjustment ${id}`;
    },
    I22: (tx) => codeTwice(tx),
    I23: (tx) => keyTwice(tx),
    I24: async (tx) => {
      const day = await one(
        tx,
        `select to_char(created_at at time zone report_zone(), 'YYYY-MM-DD')
        from collect_order where id = $1`,
        [orderId],
      );
      await makeDay(tx, day, await one(tx, 'select report_zone()'));
      // A report made before its orders moved is only late; this one came after them.
      const id = await one(
        tx,
        `update daily_report set success_count = success_count + 1, computed_at = now() + interval '1 hour'
         where merchant_id = $1 returning id`,
        [world.merchantId],
      );
      return `daily_report ${id}`;
    },
    I26: (tx) => offBy(tx, 1),
    I25: (tx) => matchedWithLess(tx, world.tenantId, orderId, entryId),
    I27: async (tx) => {
      const id = newId();
      await tx.query(
        `insert into manual_order (id, order_no, merchant_id, currency, amount, utr, status)
         select $1::bigint, $1::text, merchant_id, 'INR', 5, utr, 2 from collect_order where id = $2`,
        [id, orderId],
      );
      return `manual_order ${id}`;
    },
    I28: (tx) => bookedAgain(tx, orderId),
    I29: (tx) => paidWithoutShare(tx, orderId, world.agentId),
    I31: (tx) => unlisted(tx, orderId),
    I32: (tx) => paymentRaised(tx, orderId),
  };

  /** 100 at 50, two USDT in truth. */
  async function withdrawal(tx: PoolClient, usdt: string): Promise<string> {
    const id = newId();
    await tx.query(
      `insert into withdrawal (id, order_no, merchant_id, currency, amount, address, exchange_rate, usdt_amount, status,
         transaction_hash) values ($1::bigint, $1::text, $2, 'INR', 100, 'T', 50, $3, 2, repeat('a', 64))`,
      [id, world.merchantId, usdt],
    );
    await tx.query(
      `insert into withdrawal_transaction (transaction_hash, merchant_id, withdrawal_id)
       values (repeat('a', 64), $1, $2) on conflict do nothing`,
      [world.merchantId, id],
    );
    return id;
  }

  /** What the merchant's available account was summed to by hour (1) or day (2). */
  const summed = (tx: PoolClient, span: 1 | 2): Promise<string> =>
    one(
      tx,
      `select concat('ledger_sum ', to_char(at at time zone 'UTC', $2), ' ', merchant_id, ' ', holder_id, '/', account, ' ',
         currency) from ledger_sum where span = $1 and holder_id = $3 and account = 'available'`,
      [span, span === 1 ? '"hour" YYYY-MM-DD HH24:MI' : '"day" YYYY-MM-DD', world.merchantId],
    );

  const offBy = async (tx: PoolClient, span: 1 | 2): Promise<string> => {
    await tx.query('update ledger_sum set credit = credit + 0.01 where span = $1', [span]);
    return summed(tx, span);
  };

  const paidTwin = async (tx: PoolClient) =>
    one(tx, 'select id from collect_order where merchant_id = $1 and id <> $2', [world.merchantId, orderId]);

  /** The minute's round leaves reports to the daily check. */
  const DAILY_ALONE = new Set(['I24']);

  it('are silent before anything is planted', async () => {
    await paidOrder(server, world);
    const tx = await owner.connect();
    try {
      for (const [name, ask] of Object.entries(CHECKS)) expect([name, await ask(tx)]).toEqual([name, []]);
      expect(await minuteRound(tx)).toEqual([]);
    } finally {
      tx.release();
    }
  });

  async function proves(id: string, plant: (tx: PoolClient) => Promise<string>): Promise<void> {
    const tx = await owner.connect();
    const checks = DAILY_ALONE.has(id) ? ofProof() : { ...ofProof(), 'the minute’s round': minuteRound };
    try {
      await tx.query('begin');
      const subject = await plant(tx);
      for (const [name, ask] of Object.entries(checks)) {
        const named = (await ask(tx)).filter((fault) => fault.invariant === id);
        expect(
          named.map((fault) => fault.subject),
          name,
        ).toContain(subject);
        // What an alert keeps is enough to ask again.
        const fault = named.find((candidate) => candidate.subject === subject)!;
        expect(await stillFaulty(tx, partOf(fault.part)!, [fault])).toContain(subject);
      }
    } finally {
      await tx.query('rollback');
      tx.release();
    }
  }

  it.each(INVARIANTS.map(({ id, promise }) => [id, promise]))('%s sees its fault: %s', (id) =>
    proves(id, faults[id]!),
  );

  /** What was collected and then settled: the second place of its chain. */
  const settledDetail = (tx: PoolClient) => detail(tx, 1);
  const others: [string, string, (tx: PoolClient) => Promise<string>][] = [
    [
      'I04',
      'a detail that does not begin where the one before it ended',
      async (tx) => raisedDetail(tx, await settledDetail(tx)),
    ],
    ['I04', 'a gap in a chain', async (tx) => gapBefore(tx, await settledDetail(tx))],
    ['I04', 'a place that two details have', async (tx) => placeTwice(tx, await settledDetail(tx))],
    [
      'I05',
      'a balance below zero now',
      async (tx) => {
        await tx.query('alter table merchant_asset drop constraint merchant_asset_check');
        await tx.query('update merchant_asset set pending = -1 where merchant_id = $1', [world.merchantId]);
        return `merchant_asset ${await asset(tx)} INR`;
      },
    ],
    ['I05', 'a debt of an agent that no reversal made', (tx) => debtOfAgent(tx, entryId, world.merchantId)],
    [
      'I08',
      'a live settlement of an order that is not settled',
      async (tx) => {
        await tx.query('update collect_order set settled = false where id = $1', [orderId]);
        return `order_settlement ${await one(tx, 'select id from order_settlement where order_id = $1', [orderId])}`;
      },
    ],
    [
      'I13',
      'a reversal of an order that is not reversed',
      async (tx) => {
        await tx.query(`update journal_entry set kind = 'reversal' where id = $1`, [entryId]);
        return `journal_entry ${entryId}`;
      },
    ],
    [
      'I15',
      'an order in review whose money is nowhere',
      async (tx) => {
        await tx.query('update collect_order set status = 7 where id = $1', [orderId]);
        return `collect_order ${orderId}`;
      },
    ],
    [
      'I16',
      'a callback status that its schedule does not have',
      async (tx) => {
        await tx.query(
          `insert into callback_schedule (id, order_id, merchant_id, status_reported, next_try_at)
           values ($1, $2, $3, 2, now())`,
          [newId(), orderId, world.merchantId],
        );
        return `collect_order ${orderId}`;
      },
    ],
    ['I22', 'a code that counts again', codeAgain],
    ['I23', 'a command that booked twice', (tx) => bookedTwice(tx, entryId)],
    ['I32', 'a payment that was allocated twice', (tx) => allocatedTwice(tx, orderId)],
    ['I32', 'an order credited from no payment', (tx) => creditedFromNothing(tx, orderId)],
    ['I32', 'money in suspense that is no payment', (tx) => unknownMoney(tx, orderId)],
    ['I26', 'a day that is not its hours', (tx) => offBy(tx, 2)],
    [
      'I26',
      'a posting that came after its hour was summed',
      async (tx) => {
        await tx.query(
          'update fund_detail set amount = amount + 1, balance_after = balance_after + 1 where id = $1',
          [await detail(tx)],
        );
        return summed(tx, 1);
      },
    ],
  ];

  it.each(others)('%s sees %s', (id, _, plant) => proves(id, plant));

  it('cannot be silenced by the server: it has no right to edit history', async () => {
    for (const table of [
      'journal_entry',
      'fund_detail',
      'platform_posting',
      'order_log',
      'seal',
      'callback',
    ]) {
      for (const statement of [
        `delete from ${table}`,
        `update ${table} set ${table === 'callback' ? 'sent_at' : 'created_at'} = default`,
      ]) {
        await expect(transact(server, (tx) => tx.query(statement))).rejects.toThrow('permission denied');
      }
    }
  });
});
