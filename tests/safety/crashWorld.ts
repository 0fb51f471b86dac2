import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { approvalAbove, fund, makePayoutWorld, openPayout } from './payoutWorld.ts';
import { makeStaff, type Staff } from './staff.ts';
import { paidOrder } from './world.ts';

/** What a writer does to a row: each moves money, once. */
export interface Work {
  action: 'collectOrder/settle' | 'payOrder/cancel';
  id: string;
}

/** Where merchants are notified; counts what arrived by event id. */
export interface Receiver {
  url: string;
  port: number;
  received: Map<string, number>;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const event = String(request.headers['x-paydesk-event']);
    received.set(event, (received.get(event) ?? 0) + 1);
    request.resume().on('end', () => response.end('SUCCESS'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, received, stop: () => void server.close() };
}

/** Orders to settle and payouts that wait for a second person, to be cancelled: so many of each, in turn. */
export async function crashWorld(
  pool: Pool,
  url: string,
  count: number,
): Promise<{ person: Staff; work: Work[] }> {
  const world = await makePayoutWorld(pool, () => 'http://127.0.0.1:9');
  const [person] = (await makeStaff(pool, world, 1)) as [Staff];
  await approvalAbove(pool, world, '0');
  await pool.query('update merchant set sign_secret = $1', [encryptSecret(SECRETS_KEY, 'sign')]);
  const owners = [world.merchantId, world.loneId];
  for (const owner of owners) await fund(pool, owner, String(count * 1_100));
  const work: Work[] = [];
  for (let at = 0; at < count; at += 16) {
    const few = Array.from({ length: 16 }, async (_, n): Promise<Work[]> => {
      const merchantId = owners[n % 2] as string;
      const settled = await paidOrder(pool, world, { merchantId });
      const cancelled = await openPayout(pool, world, { merchantId, callbackUrl: url });
      return [
        { action: 'collectOrder/settle', id: settled },
        { action: 'payOrder/cancel', id: cancelled.id },
      ];
    });
    work.push(...(await Promise.all(few)).flat());
  }
  return { person, work };
}
