import { poolAs } from '../../server/platform/db/pool.ts';
import { settleDirectly } from './direct.ts';
import { makeWorld, paidOrder } from './world.ts';

/** A process of its own that opens, pays and settles orders in parallel; run with a clock that is shifted. */
const [url = '', count = '1'] = process.argv.slice(2);
const pool = poolAs(url, 'paydesk_server', 8);
const world = await makeWorld(pool);
let left = Number(count);
const writer = async () => {
  while (left-- > 0) await settleDirectly(pool, await paidOrder(pool, world));
};
await Promise.all(Array.from({ length: 8 }, writer));
await pool.end();
