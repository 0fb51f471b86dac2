import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dropOldBudgets, SharedBudget } from '../../server/platform/http/sharedBudget.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

const MOST = 300;
let database: TestDatabase;
let statements = 0;
let away = false;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  statements = 0;
  away = false;
  await database.pool.query('delete from shared_budget');
  // Every test is over before the minute is.
  await database.pool.query(
    'select pg_sleep(case when s > 40 then 60.1 - s else 0 end) from (select mod(extract(epoch from clock_timestamp()), 60)::float8 s) n',
  );
});

/** One server's count of calls. */
const server = (kind = 'test') =>
  new SharedBudget(
    {
      query: (text: string) => {
        statements += 1;
        return away ? Promise.reject(new Error('away')) : database.pool.query(text);
      },
    } as unknown as Pool,
    kind,
    MOST,
  );
async function takeAll(budget: SharedBudget, caller: string, calls: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: calls }, () => budget.take(caller)));
  return answers.filter(({ allowed }) => allowed).length;
}

it('gives two servers as many calls together as one, and asks the database once for many', async () => {
  const [one, other] = [server(), server()];
  const allowed = await Promise.all([takeAll(one, 'a', 1_000), takeAll(other, 'a', 1_000)]);
  expect(allowed[0]! + allowed[1]!).toBe(MOST);
  expect(one.isSpent('a') && other.isSpent('a')).toBe(true);
  // A part each, and one more each that was answered with nothing.
  expect(statements).toBeLessThanOrEqual(22);
  expect(await takeAll(one, 'a', 100)).toBe(0);
  expect(statements).toBeLessThanOrEqual(22);
});

it('counts callers and kinds apart', async () => {
  const one = server();
  await takeAll(one, 'a', MOST + 1);
  expect(await takeAll(one, 'b', MOST)).toBe(MOST);
  expect(await takeAll(server('other'), 'a', MOST)).toBe(MOST);
});

it('begins again with the minute, and forgets the minutes before', async () => {
  await takeAll(server(), 'a', MOST);
  expect(await takeAll(server(), 'a', 1)).toBe(0);
  await database.pool.query('update shared_budget set minute = minute - 1');
  expect(await takeAll(server(), 'a', MOST + 1)).toBe(MOST);
  await database.pool.query('update shared_budget set minute = minute - 2');
  await dropOldBudgets(database.pool);
  expect((await database.pool.query('select from shared_budget')).rowCount).toBe(0);
});

it('counts by itself while the database does not answer', async () => {
  away = true;
  expect(await takeAll(server(), 'a', 1_000)).toBe(MOST);
});
