import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepBatches } from '../../server/domain/reconciliation/batch.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, take } from './bankWorld.ts';

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.pool)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;

const batchOf = async (id: string) =>
  (await pool().query<{ status: number }>('select status from bank_batch where id = $1', [id])).rows[0]!;

it('matches the lines of others while the order of one merchant is held, and that line by the sweep', async () => {
  const held = await openOrder(pool(), world, { merchantId: world.loneId, amount: '410' });
  const free = await openOrder(pool(), world, { amount: '420' });
  const proofs = [utr(), utr()];
  for (const [at, id] of [held, free].entries())
    await pool().query('update collect_order set utr = $2 where id = $1', [id, proofs[at]]);
  const holder = await server.database.owner.connect();
  let batch: string;
  try {
    await holder.query('begin');
    await holder.query('select from collect_order where id = $1 for update', [held]);
    batch = await take(server, world, `${stamp()},${proofs[0]},410,,,\n${stamp()},${proofs[1]},420,,,`, true);
    expect(await billsOf(server, batch)).toMatchObject([{ status: 0 }, { status: 1, effect: 'paid' }]);
    expect(await batchOf(batch)).toEqual({ status: 3 });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await pool().query(`update bank_batch set updated_at = now() - interval '1 minute' where id = $1`, [batch]);
  await sweepBatches(server.deps);
  expect(await billsOf(server, batch)).toMatchObject([{ status: 1, effect: 'paid' }, { status: 1 }]);
  expect(await batchOf(batch)).toEqual({ status: 4 });
  expect(await orderOf(server, held)).toMatchObject({ status: 2, paid: '410' });
});
