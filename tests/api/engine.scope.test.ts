import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Totals } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { type EngineWorld, engineWorld, type Rows, type Who } from './engineWorld.ts';

let world: EngineWorld;
const orders = {} as Record<'sub' | 'lone' | 'south' | 'foreign', string>;

/** Whose orders each caller sees. */
const SEES: Readonly<Record<Who, readonly (keyof typeof orders)[]>> = {
  admin: ['sub', 'lone', 'south', 'foreign'],
  all: ['sub', 'lone', 'south'],
  branch: ['sub', 'lone'],
  self: ['south'],
  merchant: ['lone'],
  agent: ['sub'],
};
const CALLERS = Object.keys(SEES) as Who[];

beforeAll(async () => {
  world = await engineWorld();
  for (const name of ['sub', 'lone', 'south', 'foreign'] as const) orders[name] = await world.paid(name);
  // What "self" sees is what it has claimed.
  await world.server.database.pool.query(
    'update collect_order set claimed_by = $1, claimed_at = now() where id = $2',
    [world.userIds.self, orders.south],
  );
});
afterAll(() => world?.stop());

const sorted = (ids: readonly string[]) => [...ids].sort();
const seen = (who: Who) => sorted(SEES[who].map((name) => orders[name]));

describe.each(CALLERS)('%s sees its own rows by every route', (who) => {
  it('page and rows', async () => {
    const page = await world.as[who].call<{ items: { id: string }[]; total: number }>('collectOrder/page', {
      page: 1,
      pageSize: 50,
    });
    expect(sorted(page.items.map((row) => row.id))).toEqual(seen(who));
    expect(page.total).toBe(seen(who).length);
    const rows = await world.as[who].call<Rows>('collectOrder/rows', { start: 0, end: 50 });
    expect(sorted(rows.items.map((row) => row.id))).toEqual(seen(who));
    expect(rows.total).toBe(seen(who).length);
  });

  it('refetch by ids leaves foreign rows out', async () => {
    const rows = await world.as[who].call<Rows>('collectOrder/rows', { ids: Object.values(orders) });
    expect(sorted(rows.items.map((row) => row.id))).toEqual(seen(who));
  });

  it('totals', async () => {
    const totals = await world.as[who].call<Totals>('collectOrder/totals', {});
    expect(totals.total).toBe(seen(who).length);
    expect(totals.byCurrency[0]?.sums.amount).toBe(String(1000 * seen(who).length));
  });

  it('detail and actions answer a foreign row exactly like a missing one', async () => {
    const missing = await world.as[who].ask(`collectOrder/detail?id=${newId()}`);
    for (const [name, id] of Object.entries(orders)) {
      const answer = await world.as[who].ask<{ id: string }>(`collectOrder/detail?id=${id}`);
      if (SEES[who].includes(name as keyof typeof orders)) expect(answer.body.result.id).toBe(id);
      else {
        const { time: _, extras, ...body } = answer.body;
        const { time: __, extras: gone, ...same } = missing.body;
        expect(body).toEqual(same);
        expect(extras?.errorCode).toBe(gone?.errorCode);
        const acted = await world.as[who].command<{ refused: { code: string }[] }>('collectOrder/notify', {
          ids: [id],
        });
        expect(acted.refused.map((one) => one.code)).toEqual(['notFound']);
      }
    }
  });

  it('fund details, logs and the palette', async () => {
    const funds = await world.as[who].call<Rows>('fundDetail/rows', { start: 0, end: 100 });
    const own = new Set(SEES[who].map((name) => world.merchants[name]));
    expect(new Set(funds.items.map((row) => row.merchantId))).toEqual(own);
    const logs = await world.as[who].call<Rows>('orderLog/rows', { start: 0, end: 100 });
    expect(new Set(logs.items.map((row) => row.orderId))).toEqual(new Set(seen(who)));
    const found = await world.as[who].call<{ resource: string; id: string }[]>('find?q=C2');
    expect(sorted(found.filter((one) => one.resource === 'collectOrder').map((one) => one.id))).toEqual(
      seen(who),
    );
  });

  it('options', async () => {
    const options = await world.as[who].call<{ label: string }[]>('merchant/options', {
      keyword: 'Foreign',
      limit: 10,
    });
    expect(options.map((option) => option.label)).toEqual(who === 'admin' ? ['Foreign'] : []);
  });
});

it('with data scope "self" the log of a claimed payout shows, and of no other', async () => {
  const { pool } = world.server.database;
  for (const holder of [world.userIds.self, world.userIds.branch]) {
    const id = newId();
    await pool.query(
      `with made as (insert into pay_order (id, order_no, merchant_id, merchant_order_no, channel_id, currency, amount,
           fee_rate, fixed_fee, fee, claimed_by)
         select $1::bigint, $1::text, merchant_id, $1::text, channel_id, currency, 5, 0, 0, 0, $3
         from collect_order where id = $2 returning *)
       insert into order_log (id, order_id, order_no, merchant_id, event, operator, resource)
       select id, id, order_no, merchant_id, 'note', 'test', 'payOrder' from made`,
      [id, orders.south, holder],
    );
    const log = await world.as.self.call<Rows>('orderLog/rows', { orderNo: id });
    expect(log.items).toHaveLength(holder === world.userIds.self ? 1 : 0);
  }
});

describe('staff tables', () => {
  it('users by organisation, platform tables for staff alone', async () => {
    const names = async (who: Who) => {
      const page = await world.as[who].call<{ items: { account: string }[] }>('sysUser/page', {
        page: 1,
        pageSize: 50,
      });
      return page.items.map((row) => row.account).sort();
    };
    expect(await names('admin')).toHaveLength(6);
    expect(await names('branch')).toEqual(['agent', 'branch', 'merchant']);
    expect(await names('self')).toEqual(['self']);
    for (const path of ['sysUser/page', 'upstream/rows'])
      expect((await world.as.merchant.ask(path, {})).body.extras?.errorCode).toBe('wrongAudience');
    expect((await world.as.branch.call<Rows>('upstream/rows', {})).items).toHaveLength(1);
  });

  it('nobody answers without the permission', async () => {
    const { pool } = world.server.database;
    await pool.query(
      "delete from sys_role_menu where menu_id in (select id from sys_menu where permission = 'callback:page')",
    );
    const fresh = await world.server.signIn('branch', 'right-horse-42');
    const answer = await fresh.ask('callback/rows', {});
    expect([403, 200]).toContain(answer.body.code);
    expect((await world.server.anonymous.ask('callback/rows', {})).body.code).toBe(401);
  });
});
