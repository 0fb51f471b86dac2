import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Job, RowsResult, Totals } from '../../contract/calls.ts';
import type { MeasureAnswer } from '../../contract/measure.ts';
import { resources } from '../../contract/resources/index.ts';
import type { TimelineItem } from '../../contract/timeline.ts';
import { newId } from '../../server/platform/db/id.ts';
import { poolAs } from '../../server/platform/db/pool.ts';
import { withRowSecurity, type Connections } from '../../server/platform/db/rowSecurity.ts';
import type * as Scope from '../../server/engine/scope.ts';
import { snake } from '../../server/engine/sql.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { type EngineWorld, engineWorld, type Who } from '../api/engineWorld.ts';

/** The first wall is torn down: no scope in any statement, and everybody may see every merchant. */
vi.mock('../../server/engine/scope.ts', async (original) => {
  const real = await original<typeof Scope>();
  class Blind extends real.Scopes {
    override visible() {
      return Promise.resolve(null);
    }
  }
  const readsOf: typeof real.readsOf = (pools, _scopes, caller) =>
    real.readsOf(pools, new real.Scopes(pools.pool), caller);
  return { ...real, Scopes: Blind, scopeClause: () => [], readsOf };
});

type Merchant = keyof EngineWorld['merchants'];
const SEES = { merchant: ['lone'], agent: ['agent', 'sub'] } as const satisfies Partial<
  Record<Who, readonly Merchant[]>
>;
type Outsider = keyof typeof SEES;
const OUTSIDERS = Object.keys(SEES) as Outsider[];
const PLACES = ['sub', 'lone', 'south', 'foreign'] as const;

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;
const orders = {} as Record<(typeof PLACES)[number], string>;

/** A callback of each merchant. */
const reported: Record<string, string> = {};

beforeAll(async () => {
  world = await engineWorld();
  for (const name of PLACES) {
    orders[name] = await world.paid(name);
    await world.as.admin.command('collectOrder/settle', { ids: [orders[name]] });
    await world.order(name);
    reported[name] = await tellOnce(name, orders[name]);
  }
  worker = await startWorker(world.server.deps);
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
});

const SCHEDULED = `insert into callback_schedule (id, order_id, merchant_id, status_reported, state, attempts, kind)
  values ($1, $2, $3, 2, 2, 1, 'collect')`;
const CALLBACK = `insert into callback (id, schedule_id, order_id, order_no, merchant_id, attempt, delivered, milliseconds, url)
  select $1, $2, id, order_no, merchant_id, 1, true, 5, 'https://example.com/' from collect_order where id = $3`;

async function tellOnce(name: Merchant, orderId: string): Promise<string> {
  const [schedule, callback] = [newId(), newId()];
  const { owner } = world.server.database;
  await owner.query(SCHEDULED, [schedule, orderId, world.merchants[name]]);
  await owner.query(CALLBACK, [callback, schedule, orderId]);
  return callback;
}

const idsOf = (who: Outsider): string[] => SEES[who].map((name) => world.merchants[name]);
const own = (who: Outsider) => PLACES.filter((name) => (SEES[who] as readonly string[]).includes(name));
const merchantsIn = (items: readonly Record<string, unknown>[]): Set<unknown> =>
  new Set(items.map((item) => item.merchantId));

describe.each(OUTSIDERS)('without any scope, %s still sees its own rows alone', (who) => {
  const call = <T>(path: string, body?: unknown) => world.as[who].call<T>(path, body);
  const allowed = () => new Set<unknown>(idsOf(who));

  it.each(['collectOrder', 'fundDetail', 'merchantAsset', 'orderLog', 'channelBinding'])(
    'in pages, blocks, blocks by id and sums of %s',
    async (resource) => {
      const { rows } = await world.server.database.owner.query<{ id: string; mine: boolean }>(
        `select id::text, merchant_id = any($1::bigint[]) as mine from ${snake(resource)}`,
        [idsOf(who)],
      );
      const mine = rows.filter((row) => row.mine).length;
      expect(mine).toBeLessThan(rows.length);
      const page = await call<{ total: number; items: { merchantId: string }[] }>(`${resource}/page`, {});
      const block = await call<RowsResult>(`${resource}/rows`, { start: 0, end: 100 });
      const byId = await call<RowsResult>(`${resource}/rows`, { ids: rows.map(({ id }) => id) });
      for (const items of [page.items, block.items, byId.items]) {
        expect(items).toHaveLength(mine);
        for (const merchant of merchantsIn(items as Record<string, unknown>[]))
          expect(allowed()).toContain(merchant);
      }
      expect({ page: page.total, block: block.total }).toEqual({ page: mine, block: mine });
      expect((await call<Totals>(`${resource}/totals`, {})).total).toBe(mine);
    },
  );

  it('in a detail with its timeline; a foreign one is not there', async () => {
    for (const name of PLACES) {
      const { body } = await world.as[who].ask<{ timeline: TimelineItem[] }>(
        `collectOrder/detail?id=${orders[name]}`,
      );
      const mine = own(who).includes(name);
      expect(body.extras?.errorCode).toBe(mine ? undefined : 'notFound');
      if (mine) expect(body.result.timeline.length).toBeGreaterThan(2);
    }
  });

  it('in a callback with its event', async () => {
    for (const [name, id] of Object.entries(reported)) {
      const { body } = await world.as[who].ask<{ timeline?: object }>(`callback/detail?id=${id}`);
      const mine = (own(who) as string[]).includes(name);
      expect(body.extras?.errorCode).toBe(mine ? undefined : 'notFound');
      if (mine) expect(body.result.timeline).toMatchObject({ tries: 1 });
    }
  });

  it('in the funds of a timeline: the commission of its agent is not its own', async () => {
    const { result } = (
      await world.as.admin.ask<{ timeline: TimelineItem[] }>(`collectOrder/detail?id=${orders.sub}`)
    ).body;
    expect(result.timeline.some((item) => item.kind === 'fund')).toBe(true);
    const reads = withRowSecurity(world.server.database.merchant, () =>
      Promise.resolve([world.merchants.lone]),
    );
    const { rowCount } = await reads.query('select from fund_detail where order_id = $1', [orders.sub]);
    expect(rowCount).toBe(0);
  });

  it('in what a picker and the palette find', async () => {
    const { rows } = await world.server.database.owner.query<{ no: string; merchant: string }>(
      'select order_no as no, merchant_id::text as merchant from collect_order',
    );
    for (const { no, merchant } of rows) {
      const found = await call<{ resource: string }[]>(`find?q=${no}`);
      expect(found).toHaveLength(allowed().has(merchant) ? 1 : 0);
    }
    const options = await call<{ value: string }[]>('merchant/options', {});
    expect(options.map(({ value }) => value).sort()).toEqual(idsOf(who).sort());
  });

  it('in an export', async () => {
    const { jobId } = await call<{ jobId: string }>('collectOrder/export', {
      format: 'csv',
      columns: ['merchantId'],
    });
    const status = async () => (await call<Job>(`jobs/detail?id=${jobId}`)).status;
    await expect.poll(status).toBe('done');
    const file = await fetch(`${world.server.base}/api/jobs/file?id=${jobId}`, {
      headers: { Authorization: `Bearer ${world.as[who].token}` },
    });
    const [, ...lines] = (await file.text()).trim().split('\r\n');
    expect(lines).toHaveLength(own(who).length * 2);
  });

  it('in every figure of a dashboard', async () => {
    const asked = { measures: ['collectOrder.rows'], where: { currency: ['INR'] }, hours: 24 };
    const expected = own(who).length * 2;
    const ordersOf = ({ total }: MeasureAnswer) => total['collectOrder.rows'];
    expect(ordersOf(await call<MeasureAnswer>('measure/read', asked))).toBe(expected);
    const flow = await call<MeasureAnswer>('measure/read', { ...asked, step: 'hour' });
    expect(ordersOf(flow)).toBe(expected);
    const grouped = await call<MeasureAnswer>('measure/read', { ...asked, by: 'merchantId' });
    expect(grouped.groups).toHaveLength(own(who).length);
    for (const { key } of grouped.groups) expect(allowed()).toContain(key);
  });
});

it('shows the platform everything, by statements that are planned as before', async () => {
  const { total } = await world.as.admin.call<RowsResult>('collectOrder/rows', { start: 0, end: 1 });
  expect(total).toBe(PLACES.length * 2);
  const { rows } = await world.server.database.pool.query<Record<string, string>>(
    'explain (costs off) select * from collect_order order by created_at, id limit 1',
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Filter');
});

describe('a connection behind the wall', () => {
  const MERCHANTS = 'select distinct merchant_id::text as id from collect_order order by 1';
  const idsSeen = async (reads: Connections) =>
    (await reads.query<{ id: string }>(MERCHANTS)).rows.map(({ id }) => id);

  it('that served another merchant before leaks nothing, not even after a failure or a transaction', async () => {
    const pool = poolAs(world.server.database.url, 'paydesk_merchant', 1, { access: 'reads' });
    try {
      const as = (name: Merchant) => withRowSecurity(pool, () => Promise.resolve([world.merchants[name]]));
      expect(await idsSeen(as('lone'))).toEqual([world.merchants.lone]);
      expect(await idsSeen(as('sub'))).toEqual([world.merchants.sub]);
      await expect(as('lone').query('select 1 / 0')).rejects.toThrow('division by zero');
      expect(await idsSeen(as('sub'))).toEqual([world.merchants.sub]);
      const client = await as('lone').connect();
      await client.query('begin');
      client.release();
      expect(await idsSeen(as('south'))).toEqual([world.merchants.south]);
      expect(await idsSeen(withRowSecurity(pool, () => Promise.resolve([])))).toEqual([]);
    } finally {
      await pool.end();
    }
  });

  it('that was told of no merchant shows none', async () => {
    const pool = poolAs(world.server.database.url, 'paydesk_merchant', 1, { access: 'reads' });
    expect((await pool.query(MERCHANTS)).rows).toEqual([]);
    await pool.end();
  });

  it.each([
    ['writes', "update merchant set name = 'x'"],
    ['adds', "insert into merchant (id, code, name) values (1, 'x', 'x')"],
    ['reads a password', 'select password_hash from sys_user'],
    ['reads the platform', 'select * from upstream'],
    ['reads a session', 'select * from sys_session'],
  ])('that %s is refused', async (_, text) => {
    const reads = withRowSecurity(world.server.database.merchant, () =>
      Promise.resolve([world.merchants.lone]),
    );
    await expect(reads.query(`set transaction_read_only = off; ${text}`)).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('the catalogue', () => {
  const query = async (text: string) =>
    (await world.server.database.owner.query<{ name: string }>(text)).rows.map(({ name }) => name);

  it('has no table with a merchant in it that no wall guards', async () => {
    expect(
      await query(
        `select c.relname as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and (c.relname = 'merchant' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id'))
           and (not c.relrowsecurity
             or (select count(*) from pg_policies p where p.tablename = c.relname
                   and ((p.roles = '{paydesk_server}' and p.qual = 'true' and p.with_check = 'true')
                     or (p.roles = '{paydesk_merchant}' and p.cmd = 'SELECT' and p.qual like '%paydesk_merchants()%'))) <> 2
             or (select count(*) from pg_policies p where p.tablename = c.relname) <> 2)`,
      ),
    ).toEqual([]);
  });

  it('lets merchants read only what is guarded, and the names of few others', async () => {
    expect(
      await query(
        `select c.relname as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relrowsecurity
           and has_any_column_privilege('paydesk_merchant', c.oid, 'select') order by 1`,
      ),
    ).toEqual(['channel', 'sys_org']);
  });

  it('lets merchants read every resource whose rows are theirs', async () => {
    const readable = new Set(
      await query(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace
           and has_table_privilege('paydesk_merchant', oid, 'select')`,
      ),
    );
    const theirs = [...resources.values()].filter(({ scope }) => scope === 'merchantId' || scope === 'id');
    expect(theirs.filter(({ id }) => !readable.has(snake(id))).map(({ id }) => id)).toEqual([]);
  });
});
