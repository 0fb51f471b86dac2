import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Fault } from '../../server/ledger/invariants/ask.ts';
import { createLog } from '../../server/platform/observability/log.ts';
import { freshDatabase } from '../support/database.ts';
import { settleDirectly } from './direct.ts';
import { makeWorld, paidOrder, type World } from './world.ts';

const ORDERS = 24;

/** A small ledger in which every invariant holds, without an alert and with no check under way before each test. */
export async function ledgerWorld() {
  const database = await freshDatabase();
  const { owner, pool } = database;
  afterAll(() => database.drop());
  const orders: string[] = [];
  const made: { world?: World } = {};
  beforeAll(async () => {
    made.world = await makeWorld(pool);
    while (orders.length < ORDERS) orders.push(await paidOrder(pool, made.world));
    for (const id of orders.slice(0, 6)) await settleDirectly(pool, id);
  });
  beforeEach(async () => {
    await pool.query('delete from invariant_alert');
    await pool.query('delete from invariant_progress');
  });
  return {
    owner,
    pool,
    orders,
    log: createLog('silent'),
    world: () => made.world!,
    /** Breaks I16 of an order with any count but 0. */
    countOf: (id: string, count: number) =>
      owner.query('update collect_order set callback_count = $2 where id = $1', [id, count]),
  };
}

export const subjects = (faults: readonly Fault[]): string[] =>
  faults.map(({ invariant, subject }) => `${invariant} ${subject}`);
