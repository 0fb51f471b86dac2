import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row, RowsResult } from '../../contract/calls.ts';
import type { TimelineItem } from '../../contract/timeline.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
beforeAll(async () => {
  server = await demoWorld(1_500);
});
afterAll(() => server.stop());

type OrderDetail = Row & { timeline: TimelineItem[] };
const kinds = ({ timeline }: OrderDetail) => new Set(timeline.map(({ kind }) => kind));

it('tells staff what went to the upstream and came from it, and a merchant nothing of either', async () => {
  const merchant = await server.signIn('merchant', PASSWORD);
  const admin = await server.signIn('admin', PASSWORD);
  const own = await merchant.call<RowsResult>('payOrder/rows', { status: [4], start: 0, end: 1 });
  const order = own.items[0]!;
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select upstream_id::text as id from pay_attempt where order_id = $1 limit 1',
    [order.id],
  );
  await server.database.pool.query(
    `insert into upstream_event (id, upstream_id, event_id, kind, order_no, raw, verified, applied)
     values (1, $1, 'query:1', 'pay', $2, '{"state":"paid"}', true, 'paid')`,
    [rows[0]!.id, order.orderNo],
  );
  const seen = await admin.call<OrderDetail>(`payOrder/detail?id=${order.id}`);
  expect(kinds(seen)).toContain('attempt');
  expect(seen.timeline.find(({ kind }) => kind === 'message')).toMatchObject({
    asked: true,
    verified: true,
    state: 'paid',
    raw: '{"state":"paid"}',
  });
  const shown = await merchant.call<OrderDetail>(`payOrder/detail?id=${order.id}`);
  expect(kinds(shown)).toContain('fund');
  expect(kinds(shown)).not.toContain('attempt');
  expect(kinds(shown)).not.toContain('message');
  for (const name of [
    'upstreamId',
    'upstreamName',
    'upstreamCost',
    'upstreamStatus',
    'claimedBy',
    'claimedAt',
    'claimOfferedUntil',
  ])
    expect(shown).not.toHaveProperty(name);
});
