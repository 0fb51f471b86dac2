import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { encryptSecret } from '../../server/platform/secrets.ts';
import type { Client } from '../support/client.ts';
import { SECRETS_KEY } from '../support/server.ts';
import { makeStaff, type Staff } from './staff.ts';
import { makeWorld, paidOrder } from './world.ts';

/** Merchants that listen, each path an endpoint of its own; down they refuse or hang up, and take nothing. */
export interface Listeners {
  base: string;
  port: number;
  /** Events taken, by id. */
  taken: Map<string, number>;
  refused: number;
  /** Most requests that an endpoint ever had at a time. */
  most: Map<string, number>;
  up: boolean;
  stop(): void;
}

export async function startListeners(): Promise<Listeners> {
  const inFlight = new Map<string, number>();
  const count = (path: string, by: 1 | -1): number => {
    const now = (inFlight.get(path) ?? 0) + by;
    inFlight.set(path, now);
    return now;
  };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    listeners.most.set(path, Math.max(listeners.most.get(path) ?? 0, count(path, 1)));
    const event = String(request.headers['x-paydesk-event']);
    request.resume().on('end', () => {
      // A merchant's system takes a moment.
      setTimeout(() => {
        count(path, -1);
        if (listeners.up) {
          listeners.taken.set(event, (listeners.taken.get(event) ?? 0) + 1);
          response.end('SUCCESS');
          return;
        }
        listeners.refused += 1;
        if (listeners.refused % 2) request.socket.destroy();
        else response.writeHead(503).end('down');
      }, 2);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const listeners: Listeners = {
    base: `http://127.0.0.1:${port}`,
    port,
    taken: new Map(),
    refused: 0,
    most: new Map(),
    up: false,
    stop: () => void server.close(),
  };
  return listeners;
}

const AT_ONCE = 16;

/** So many paid orders whose merchants are to be notified, over these endpoints in turn; nothing is due before `release`. */
export async function stormWorld(
  pool: Pool,
  endpoints: readonly string[],
  count: number,
): Promise<{ person: Staff }> {
  const world = await makeWorld(pool);
  const [person] = (await makeStaff(pool, world, 1)) as [Staff];
  await pool.query('update merchant set sign_secret = $1', [encryptSecret(SECRETS_KEY, 'sign')]);
  for (let at = 0; at < count; at += AT_ONCE) {
    const few = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => {
      const callbackUrl = endpoints[(at + n) % endpoints.length] as string;
      return paidOrder(pool, world, { merchantId: n % 2 ? world.merchantId : world.loneId, callbackUrl });
    });
    await Promise.all(few);
  }
  await due(pool, '1 day');
  return { person };
}

/** Lets the waits of all planned tries pass: they are due now, or so much later. */
export async function due(pool: Pool, later = '0 s'): Promise<void> {
  await pool.query(
    `update callback_schedule set next_try_at = now() + $1::interval where state = 1 and next_try_at > now()
       or $1::interval > interval '0'`,
    [later],
  );
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + $1::interval
     where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'callback')`,
    [later],
  );
}

/** How the schedules stand: tried at least once, delivered, all. */
export async function progressOf(pool: Pool): Promise<{ tried: number; delivered: number; all: number }> {
  const { rows } = await pool.query(
    `select count(*) filter (where attempts > 0)::int as tried, count(*) filter (where state = 2)::int as delivered,
       count(*)::int as all from callback_schedule`,
  );
  return rows[0];
}

/** What people do meanwhile, from four hands, until it stops. @returns milliseconds of each call */
export async function others(client: Client, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  const calls: readonly [string, unknown][] = [
    ['collectOrder/page', { page: 1, pageSize: 50 }],
    ['merchantAsset/page', { page: 1, pageSize: 50 }],
    ['fundDetail/page', { page: 1, pageSize: 50 }],
  ];
  const hand = async (first: number) => {
    for (let at = first; goesOn(); at += 1) {
      const [path, body] = calls[at % calls.length] as [string, unknown];
      const began = performance.now();
      await client.call(path, body);
      taken.push(performance.now() - began);
      await sleep(15);
    }
  };
  await Promise.all([0, 1, 2, 3].map(hand));
  return taken;
}

export function p99(taken: readonly number[]): number {
  const sorted = [...taken].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
