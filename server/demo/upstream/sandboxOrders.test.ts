import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { SandboxOrders } from './sandboxOrders.ts';

/** A rejection that nobody handles fails the run by itself. */

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Answers by these statuses in turn, the last one from then on. */
async function startReceiver(statuses: readonly number[]): Promise<{ url: string; received: number[] }> {
  const received: number[] = [];
  const server = createServer((request, response) => {
    const status = statuses[Math.min(received.length, statuses.length - 1)]!;
    received.push(status);
    request.resume().on('end', () => response.writeHead(status).end());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const BODY = { orderNo: 'P1', amount: '10', currency: 'INR' };

it('reports a payout once the secret can be read again and the receiver takes it', async () => {
  const { url, received } = await startReceiver([503, 200]);
  let reads = 0;
  const orders = new SandboxOrders({
    secretOf: async () => {
      reads += 1;
      if (reads === 1) throw new Error('Connection terminated unexpectedly');
      return 'secret';
    },
    notifyUrl: () => url,
    reportAfterMs: 0,
  });
  orders.report(orders.take('U', 'pay', 'pays', BODY), 0);
  await expect.poll(() => received, { timeout: 30_000 }).toEqual([503, 200]);
  await orders.stop();
});

it('gives up a report when it stops, however often it failed', async () => {
  const orders = new SandboxOrders({
    secretOf: () => Promise.reject(new Error('Connection terminated unexpectedly')),
    notifyUrl: () => 'http://127.0.0.1:9',
    reportAfterMs: 0,
  });
  orders.report(orders.take('U', 'pay', 'pays', BODY), 0);
  await orders.stop();
});
