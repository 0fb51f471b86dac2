import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { FUND, onMerchant, onPlatform } from '../../server/ledger/legs.ts';
import { post } from '../../server/ledger/post.ts';
import { makeWorld, type World } from '../safety/world.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/** What is unique over all merchants is, although no unique key of their tables says so (docs/adr/distribution.md). */

let database: TestDatabase;
let pool: Pool;
let world: World;
beforeAll(async () => {
  database = await freshDatabase();
  pool = database.pool;
  world = await makeWorld(pool);
});
afterAll(() => database.drop());

const book = (merchantId: string, commandKey: string) =>
  transact(pool, (tx) =>
    post(tx, {
      kind: 'adjustment',
      merchantId,
      currency: 'INR',
      order: null,
      commandKey,
      operator: 'finance',
      system: false,
      legs: [onMerchant(merchantId, 'available', FUND.add, '5'), onPlatform('adjustments', '-5')],
    }),
  );

it('a command books one entry, whichever merchant it names, and however many ask at once', async () => {
  const key = `paid:1:${newId()}`;
  const merchants = Array.from({ length: 16 }, (_, at) => (at % 2 ? world.merchantId : world.loneId));
  const outcomes = await Promise.allSettled(merchants.map((merchant) => book(merchant, key)));
  const booked = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(booked.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(booked).toHaveLength(8);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'idempotencyReused' });
  const { rows } = await pool.query(
    'select count(*)::int as entries from journal_entry where command_key = $1',
    [key],
  );
  expect(rows).toEqual([{ entries: 1 }]);
});
