import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectStatus } from '../../server/ledger/states.ts';
import { compactRollup } from '../../server/engine/compactRollup.ts';
import { statusValue } from '../../server/ledger/states.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

let world: EngineWorld;

type Merchant = keyof EngineWorld['merchants'];

/** Whose orders each kind of caller may count; the foreign tenant's are the super administrator's alone. */
const SEES: Readonly<Record<Who, readonly Merchant[]>> = {
  admin: ['sub', 'lone', 'south', 'foreign'],
  all: ['sub', 'lone', 'south'],
  branch: ['sub', 'lone'],
  self: [],
  merchant: ['lone'],
  agent: ['sub'],
};
const KINDS = Object.keys(SEES) as Who[];
const HOURS = 48;

const INSERT = `insert into collect_order (id, order_no, merchant_id, merchant_order_no, channel_id, upstream_id, currency, amount,
    fee_rate, fixed_fee, fee, status, created_at)
  select $4::bigint * 1000 + n, 'D' || $1::bigint || '-' || n, $1::bigint, 'd' || n, $2::bigint, $3::bigint, 'INR',
    100 + (n * 7919 % 500), 0.02, 0, 2 + n % 3, n % 8, now() - n * interval '11 minutes'
  from generate_series(0, 600) n`;

const COUNTED = `insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'collectOrder', date_trunc('hour', created_at, 'UTC'), merchant_id, currency, status, count(*), sum(amount), sum(fee)
  from collect_order where order_no like 'D%' group by 2, 3, 4, 5`;

beforeAll(async () => {
  world = await engineWorld();
  const { pool } = world.server.database;
  for (const [at, name] of SEES.admin.entries())
    await pool.query(INSERT, [world.merchants[name], world.channelId, world.upstreamId, at + 1]);
  await pool.query(COUNTED);
  // And some that came and moved the way orders do.
  for (const name of SEES.admin) {
    await world.order(name);
    await world.paid(name);
    await world.as.admin.command('collectOrder/cancel', { ids: [await world.order(name)] });
  }
});
afterAll(() => world.stop());

const values = (...names: CollectStatus[]) => names.map(statusValue);
const ENDED = values('success', 'failed', 'expired', 'cancelled', 'reversed').join();

const FIGURES = `count(*)::int as orders, (count(*) filter (where status = 2))::int as success,
  (count(*) filter (where status in (${ENDED})))::int as ended, (count(*) filter (where status = 7))::int as review,
  trim_scale(coalesce(sum(amount) filter (where status = 2), 0))::text as amount,
  trim_scale(coalesce(sum(fee) filter (where status = 2), 0))::text as fee`;

const idsOf = (who: Who) => SEES[who].map((name) => world.merchants[name]);

/** What the orders themselves say of a span of time. */
async function truth(
  who: Who,
  from: string,
  to: string,
  columns = FIGURES,
): Promise<Record<string, unknown>[]> {
  const { rows } = await world.server.database.pool.query(
    `select ${columns} from collect_order where currency = 'INR' and merchant_id = any($1::bigint[])
       and created_at >= $2 and created_at < $3`,
    [idsOf(who), from, to],
  );
  return rows;
}

interface Overview {
  from: string;
  to: string;
  now: Record<string, unknown>;
  before: Record<string, unknown>;
}
interface Flow {
  from: string;
  to: string;
  items: ({ hour: string } & Record<string, unknown>)[];
}
interface Grouped {
  from: string;
  to: string;
  items: {
    key: string;
    label: string | null;
    orders: number;
    success: number;
    ended: number;
    amount: string;
  }[];
}

const body = { currency: 'INR', hours: HOURS };
const later = (instant: string, hours: number) =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

describe.each(['as they came', 'folded'])('figures of orders, %s', (state) => {
  beforeAll(async () => {
    if (state !== 'folded') return;
    await compactRollup(world.server.database.pool);
    // Answers are kept for moments.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
  });

  it.each(KINDS)('of the overview are the orders of %s, in both periods', async (who) => {
    const shown = await world.as[who].call<Overview>('dashboard/overview', body);
    expect(Date.parse(shown.to) - Date.parse(shown.from) - HOURS * 3_600_000).toBeLessThan(60_000);
    expect([shown.now]).toEqual(await truth(who, shown.from, later(shown.to, 1)));
    expect([shown.before]).toEqual(await truth(who, later(shown.from, -HOURS), shown.from));
    expect(Number(shown.now.orders) > 0).toBe(SEES[who].length > 0);
  });

  it.each(KINDS)('by hour are the orders of %s, empty hours and all', async (who) => {
    const shown = await world.as[who].call<Flow>('dashboard/flow', body);
    expect(shown.items[0]?.hour).toBe(shown.from);
    const ends = [...shown.items.slice(1).map(({ hour }) => hour), later(shown.to, 1)];
    for (const [at, { hour, ...figures }] of shown.items.entries())
      if (at % 7 === 0 || at >= HOURS - 1)
        expect([figures], hour).toEqual(await truth(who, hour, ends[at] ?? ''));
  });

  it.each(KINDS)('by status and by merchant are the orders of %s', async (who) => {
    for (const [by, column] of [
      ['status', 'status'],
      ['merchant', 'merchant_id'],
      ['channel', 'channel_id'],
    ] as const) {
      const shown = await world.as[who].call<Grouped>('dashboard/grouped', { ...body, by });
      const { rows } = await world.server.database.pool.query(
        `select ${column}::text as key, count(*)::int as orders, (count(*) filter (where status = 2))::int as success,
           (count(*) filter (where status in (${ENDED})))::int as ended,
           trim_scale(coalesce(sum(amount) filter (where status = 2), 0))::text as amount
         from collect_order where currency = 'INR' and merchant_id = any($1::bigint[]) and created_at >= $2 and created_at <= $3
         group by 1`,
        [idsOf(who), shown.from, shown.to],
      );
      const plain = shown.items.map(({ key, orders, success, ended, amount }) => ({
        key,
        orders,
        success,
        ended,
        amount,
      }));
      const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
      expect(plain.sort(byKey), by).toEqual(rows.sort(byKey));
    }
  });
});

describe('the scope of figures', () => {
  it('a merchant outside it is as absent as one that does not exist', async () => {
    const code = async (who: Who, merchantId: string, path = 'overview') => {
      const extra = path === 'grouped' ? { by: 'status' } : {};
      const answer = await world.as[who].ask(`dashboard/${path}`, { ...body, ...extra, merchantId });
      return answer.body.extras?.errorCode ?? answer.body.code;
    };
    for (const path of ['overview', 'flow', 'grouped']) {
      expect(await code('merchant', world.merchants.lone, path)).toBe(200);
      expect(await code('merchant', world.merchants.sub, path)).toBe('notFound');
      expect(await code('agent', world.merchants.lone, path)).toBe('notFound');
      expect(await code('branch', world.merchants.south, path)).toBe('notFound');
      expect(await code('all', world.merchants.foreign, path)).toBe('notFound');
      expect(await code('all', '1', path)).toBe('notFound');
    }
  });

  it('one merchant of the scope is counted alone', async () => {
    const shown = await world.as.branch.call<Overview>('dashboard/overview', {
      ...body,
      merchantId: world.merchants.sub,
    });
    expect([shown.now]).toEqual(await truth('agent', shown.from, later(shown.to, 1)));
  });
});
