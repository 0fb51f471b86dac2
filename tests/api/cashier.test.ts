import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxOutbound } from '../../server/demo/sandboxAddress.ts';
import { startDemoUpstream } from '../../server/demo/upstream/demoUpstream.ts';
import type { SandboxUpstream } from '../../server/demo/upstream/sandboxUpstream.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { submitCollect } from '../../server/domain/upstreams/submitCollect.ts';
import { type OpenKey, openResult } from '../support/openClient.ts';
import { SECRETS_KEY, type TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let upstream: SandboxUpstream;
let key: OpenKey;

beforeAll(async () => {
  server = await demoWorld(100);
  const port = Number(new URL(server.base).port);
  const env = { host: '127.0.0.1', port, outboundAllow: [] };
  upstream = await startDemoUpstream({ pool: server.database.pool, env, secretsKey: SECRETS_KEY });
  upstream.setBehaviour('*', 'pays');
  const outbound: Outbound = createOutbound(sandboxOutbound(env, upstream.port));
  Object.assign(server.deps.outbound, outbound);
  const admin = await server.signIn('admin', PASSWORD);
  const { items } = await admin.call<{ items: { merchantId: string }[] }>('channelBinding/page', {
    currency: ['INR'],
  });
  key = await admin.call('openAccess/add', { status: 1, merchantId: items[0]!.merchantId });
});
afterAll(async () => {
  await upstream.stop();
  await server.stop();
});

const one = async (orderNo: string) =>
  (
    await server.database.pool.query(
      'select id::text, status, visited_cashier as visited, user_ip as ip, source_info as source from collect_order where order_no = $1',
      [orderNo],
    )
  ).rows[0];

async function newOrder(
  over: Record<string, unknown> = {},
): Promise<{ orderNo: string; payUrl: string; id: string }> {
  const body = { merchantOrderNo: randomUUID(), channelCode: 'UPI_QR', amount: '1234.5', ...over };
  const order = await openResult<{ orderNo: string; payUrl: string }>(
    server.base,
    key,
    'collectOrder/create',
    body,
  );
  return { ...order, id: (await one(order.orderNo)).id };
}
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile';
const page = async (url: string, language = 'en') => {
  const response = await fetch(url, { headers: { 'accept-language': language, 'user-agent': PHONE } });
  return { status: response.status, html: await response.text(), headers: response.headers };
};

describe('the cashier', () => {
  it('shows the bill, notes the visit once, takes the payment and shows the result', async () => {
    const order = await newOrder({ jumpUrl: 'https://shop.example.com/done?a=1&b="2"' });
    expect((await page(order.payUrl)).html).toContain('data-stage="preparing"');
    await submitCollect(server.deps, order.id);
    const { html, headers } = await page(order.payUrl);
    expect(html).toContain('1,234.50 <small>INR</small>');
    expect(html).toContain('data-stage="pay"');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(html).not.toMatch(/<script>|onclick|javascript:/);
    expect(await one(order.orderNo)).toMatchObject({
      visited: true,
      status: 1,
      source: { app: 'cashier', device: 'android' },
    });
    const visits = await server.database.pool.query(
      `select count(*)::int as n from order_log where order_no = $1 and event = 'cashier'`,
      [order.orderNo],
    );
    expect(visits.rows[0].n).toBe(1);
    const paid = await fetch(`${order.payUrl}/paid`, { method: 'POST', redirect: 'manual' });
    expect(paid.status).toBe(303);
    expect((await page(new URL(paid.headers.get('location') ?? '', server.base).href)).html).toContain(
      'data-stage="confirming"',
    );
    await expect.poll(async () => (await one(order.orderNo)).status).toBe(2);
    const done = await page(order.payUrl);
    expect(done.html).toContain('data-stage="success"');
    expect(done.html).toContain('https://shop.example.com/done?a=1&amp;b=&quot;2&quot;');
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('speaks the payer’s language, or the one chosen', async () => {
    const { payUrl } = await newOrder();
    expect((await page(payUrl, 'zh-CN')).html).toContain('应付金额');
    expect((await page(payUrl, 'zh-TW')).html).toContain('應付金額');
    expect((await page(`${payUrl}?lang=en`, 'zh-CN')).html).toContain('Amount due');
  });

  it('shows nothing to somebody who guesses an order number or changes the proof', async () => {
    const { payUrl, orderNo } = await newOrder();
    const wrong = [
      `${server.base}/pay/${orderNo}`,
      payUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      payUrl.replace(orderNo, `${orderNo.slice(0, -1)}${orderNo.endsWith('1') ? 2 : 1}`),
    ];
    for (const url of wrong) {
      expect((await page(url)).status).toBe(404);
      expect((await page(`${url}/state`)).status).toBe(404);
      expect((await fetch(`${url}/paid`, { method: 'POST' })).status).toBe(404);
    }
    expect((await one(orderNo)).visited).toBe(false);
  });

  it('takes no payment for an order that has run out', async () => {
    const { payUrl, id } = await newOrder({ expiresInSeconds: 60 });
    await submitCollect(server.deps, id);
    server.clock.advance(61_000);
    try {
      expect((await page(payUrl)).html).toContain('data-stage="expired"');
    } finally {
      server.clock.advance(-61_000);
    }
  });
});
