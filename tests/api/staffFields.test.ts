import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { type EngineWorld, engineWorld, type Rows, type Who } from './engineWorld.ts';

/** What the platform pays, to whom, and which of its people did something is nothing a merchant's people read. */

let world: EngineWorld;
let order: string;
const OUTSIDE: Who[] = ['merchant', 'agent'];
const owner = { merchant: 'lone', agent: 'sub' } as const;
const orders = {} as Record<'merchant' | 'agent', string>;

beforeAll(async () => {
  world = await engineWorld();
  for (const who of ['merchant', 'agent'] as const) {
    orders[who] = await world.paid(owner[who]);
    await world.server.database.pool.query(
      "update collect_order set claimed_by = $2, claimed_at = now(), upstream_pay_url = 'https://up.example/pay' where id = $1",
      [orders[who], world.userIds.branch],
    );
    await world.as.admin.command('collectOrder/settle', { ids: [orders[who]] });
  }
  order = orders.merchant;
  await world.server.database.pool.query(
    `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after)
     select $2, id, order_no, merchant_id, 'claim', 'branch', $3::bigint, '{"claimedBy": null}', jsonb_build_object('claimedBy', ($3::bigint)::text, 'status', 2, 'upstreamId', '7')
       from collect_order where id = $1`,
    [order, newId(), world.userIds.branch],
  );
  await world.server.database.pool.query(
    `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id)
     select $2, id, order_no, merchant_id, 'notify', 'merchant', $3 from collect_order where id = $1`,
    [order, newId(), world.userIds.merchant],
  );
});
afterAll(() => world.stop());

const HIDDEN = [
  'upstreamId',
  'upstreamName',
  'upstreamCost',
  'upstreamPayUrl',
  'claimedBy',
  'claimedByName',
  'claimedAt',
  'claimOfferedUntil',
];
const seen = (row: object | undefined) => HIDDEN.filter((name) => name in (row ?? {}));
interface Timeline extends Record<string, unknown> {
  timeline: { kind: string; event?: string; operator?: string; after?: Record<string, unknown> | null }[];
}

it('no list and no detail shows them outside the staff, to whom all do', async () => {
  for (const who of [...OUTSIDE, 'branch'] as const) {
    const client = world.as[who];
    const page = await client.call<{ items: object[] }>('collectOrder/page', {});
    const rows = await client.call<Rows>('collectOrder/rows', { start: 0, end: 10 });
    const detail = await client.call<Timeline>(
      `collectOrder/detail?id=${who === 'agent' ? orders.agent : order}`,
    );
    const found = [page.items[0], rows.items[0], detail].map(seen);
    if (who === 'branch') {
      // A column for the detail alone is not in lists.
      expect(found.map((names) => names.includes('upstreamCost'))).toEqual([true, true, true]);
      expect(found[2]).toEqual(HIDDEN);
    } else expect([who, ...found]).toEqual([who, [], [], []]);
  }
});

it('nothing can be found, sorted or exported by them', async () => {
  const upstreams = await world.as.branch.call<{ items: { upstreamId: string }[] }>('collectOrder/page', {});
  const upstreamId = upstreams.items[0]?.upstreamId;
  for (const who of OUTSIDE) {
    const message = async (path: string, body: unknown) => {
      const { body: answer } = await world.as[who].ask(path, body);
      return [answer.extras?.errorCode, JSON.stringify(answer.message)];
    };
    for (const field of ['upstreamId', 'claimedBy', 'upstreamCost']) {
      const value = field === 'upstreamId' ? upstreamId : '1';
      for (const [path, body] of [
        ['collectOrder/totals', { [field]: [value] }],
        ['collectOrder/page', { filter: { field, operator: 'EQ', value } }],
        ['collectOrder/rows', { start: 0, end: 5, filter: { field, operator: 'EQ', value } }],
        ['collectOrder/page', { field, order: 'descending' }],
        ['collectOrder/export', { columns: ['orderNo', field] }],
      ] as const) {
        const [code, text] = await message(path, body);
        expect([path, field, code]).toEqual([path, field, 'validation']);
        expect(text).not.toMatch(/Upstream(?! order)|Claimed/);
      }
    }
    const grouped = { measures: ['collectOrder.rows'], by: 'upstreamId', hours: 24 };
    expect((await world.as[who].ask('measure/read', grouped)).body.code).not.toBe(200);
  }
});

it('the default columns of an export leave them out', async () => {
  const worker = await startWorker(world.server.deps);
  try {
    const { jobId } = await world.as.merchant.call<{ jobId: string }>('collectOrder/export', {
      format: 'csv',
    });
    await expect
      .poll(() => world.as.merchant.call<{ status: string }>(`jobs/detail?id=${jobId}`))
      .toMatchObject({ status: 'done' });
    const file = await fetch(`${world.server.base}/api/jobs/file?id=${jobId}`, {
      headers: { Authorization: `Bearer ${world.as.merchant.token}` },
    });
    const [header] = (await file.text()).split('\r\n');
    expect(header).toContain('Order');
    expect(header).not.toMatch(/Upstream(?! order)|Claimed/i);
  } finally {
    await worker.stop();
  }
});

it('who of the staff did it is the platform; their own people keep their names', async () => {
  const { timeline } = await world.as.merchant.call<Timeline>(`collectOrder/detail?id=${order}`);
  const by = (event: string) => timeline.find((item) => item.event === event);
  expect(by('settle')?.operator).toBe('Platform');
  expect(by('claim')).toMatchObject({ operator: 'Platform', after: { status: 2 } });
  expect(by('claim')?.after).toEqual({ status: 2 });
  expect(by('notify')?.operator).toBe('merchant');
  expect(timeline.filter(({ kind }) => kind === 'fund').map(({ operator }) => operator)).not.toContain(
    'admin',
  );
  expect(JSON.stringify(timeline)).not.toMatch(/"(admin|branch)"/);
  const full = await world.as.branch.call<Timeline>(`collectOrder/detail?id=${order}`);
  expect(full.timeline.find((item) => item.event === 'claim')).toMatchObject({
    operator: 'branch',
    after: { upstreamId: '7' },
  });
});

it('logs and fund details name nobody of the staff', async () => {
  for (const resource of ['orderLog', 'fundDetail']) {
    const { items } = await world.as.merchant.call<{ items: object[] }>(`${resource}/page`, {});
    expect(items.length).toBeGreaterThan(1);
    expect(JSON.stringify(items)).not.toMatch(/"operator"|"ip"|claimedBy|upstreamId|"admin"/);
    const staff = await world.as.branch.call<{ items: object[] }>(`${resource}/page`, {});
    expect(JSON.stringify(staff.items)).toContain('"operator":"admin"');
  }
});

it('no field of the staff is what a list is named or ordered by', () => {
  for (const { fields, label, sort, anyId } of resources.values())
    for (const name of [label, sort.field, ...anyId]) expect(fields[name]?.staff).not.toBe(true);
});
