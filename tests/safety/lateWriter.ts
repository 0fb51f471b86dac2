import { poolAs } from '../../server/platform/db/pool.ts';
import { settleDirectly } from './direct.ts';
import { makeWorld, paidOrder } from './world.ts';

/** A process of its own that opens, pays and settles orders in parallel until its input ends; its clock may be shifted. */
const [url = ''] = process.argv.slice(2);
const ended = new AbortController();
process.stdin.resume().once('end', () => ended.abort());
const pool = poolAs(url, 'paydesk_server', 8);
const world = await makeWorld(pool);
const writer = async () => {
  while (!ended.signal.aborted) await settleDirectly(pool, await paidOrder(pool, world));
};
await Promise.all(Array.from({ length: 8 }, writer));
await pool.end();
