import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idAt, newId } from '../../server/platform/db/id.ts';
import { type Chain, CHAINS, sealChain, SOURCES } from '../../server/ledger/seal.ts';
import { type SealFault, verifyChain, verifyWholeChain } from '../../server/ledger/verifySeals.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { settleDirectly } from './direct.ts';
import { verifyEdited } from './sealEdits.ts';
import { makeWorld, paidOrder } from './world.ts';

const MINUTE_MS = 60_000;

/** Rows of a chain that no seal covers. */
async function openRows(pool: pg.Pool, chain: Chain): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from ${SOURCES[chain].table}
     where seal_no > coalesce((select max(to_no) from seal where chain = $1), 0)`,
    [chain],
  );
  return rows[0]!.open;
}

/** Seals all there is: transactions of other files in the cluster hold a seal up for as long as they run. @returns its rows */
async function sealAll(pool: pg.Pool, chain: Chain): Promise<number> {
  let { rows } = await sealChain(pool, chain);
  while ((await openRows(pool, chain)) > 0) rows += (await sealChain(pool, chain)).rows;
  return rows;
}

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, created_at)
  values ($1, 1, 'x', 1, 'notify', 'x', coalesce($2, now()))`;
const logRow = (tx: pg.Pool | pg.PoolClient, id: string, createdAt?: Date) =>
  tx.query(LOG, [id, createdAt ?? null]);

const problems = (faults: readonly SealFault[]) => faults.map(({ problem }) => problem);

describe('seals over order log and ledger', () => {
  let database: TestDatabase;
  let orderId: string;

  beforeAll(async () => {
    database = await freshDatabase();
    const { pool } = database;
    const world = await makeWorld(pool);
    orderId = await paidOrder(pool, world);
    await settleDirectly(pool, orderId);
    for (const chain of CHAINS) {
      expect(await sealAll(pool, chain)).toBeGreaterThan(0);
      expect(await verifyWholeChain(pool, chain)).toEqual([]);
    }
  });
  afterAll(() => database.drop());

  const idOf = async (text: string): Promise<string> =>
    (await database.owner.query(text, [orderId])).rows[0].id;
  const paid = () => idOf(`select id::text from order_log where order_id = $1 and event = 'paid'`);

  it('names the edited row of the log', async () => {
    const faults = await verifyEdited(database.owner, 'order_log', [
      `update order_log set remark = 'x' where id = $1`,
      await paid(),
    ]);
    expect(faults).toEqual([
      expect.objectContaining({ chain: 'order_log', rowId: await paid(), problem: 'changed' }),
    ]);
  });

  it.each([
    ['order_log', `update order_log set resource = 'payOrder' where order_id = $1 and event = 'paid'`],
    ['ledger', `update fund_detail set operator = 'x' where type = 7 and account = 2 and order_id = $1`],
  ] as const)('sees an edit in %s: %s', async (chain, statement) => {
    const faults = await verifyEdited(database.owner, chain, [statement, orderId]);
    expect(problems(faults)).toEqual(['changed']);
  });

  it('names a row that was deleted, or put under a later number', async () => {
    const id = await paid();
    for (const statement of [
      'delete from order_log where id = $1',
      'update order_log set seal_no = 1000000 where id = $1',
    ]) {
      const faults = await verifyEdited(database.owner, 'order_log', [statement, id]);
      expect(faults).toContainEqual(expect.objectContaining({ rowId: id, problem: 'missing' }));
    }
  });

  it('sees a seal that was edited or taken out', async () => {
    const last = `(select max(id) from seal where chain = 'ledger')`;
    const by = (set: string) =>
      verifyEdited(database.owner, 'ledger', [`update seal set ${set} where id = ${last}`]);
    expect(problems(await by(`leaves = leaves || '\\x00'`))).toContain('seal edited');
    expect(problems(await by('to_no = to_no + 1'))).toEqual(['seal edited']);
    expect(problems(await by(`closed_at = closed_at - interval '1 hour'`))).toEqual(['seal edited']);
    expect(problems(await by(`previous_hash = sha256('x')`))).toEqual(['chain broken', 'seal edited']);
  });

  it('has nothing to seal twice', async () => {
    expect(await sealAll(database.pool, 'ledger')).toBe(0);
  });
});

describe('rows slipped in behind the seals', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
    for (let turn = 0; turn < 3; turn += 1) await logRow(database.pool, newId());
    await sealAll(database.pool, 'order_log');
  });
  afterAll(() => database.drop());

  it('are named where they take a number of a seal', async () => {
    const id = newId();
    const faults = await verifyEdited(
      database.owner,
      'order_log',
      [LOG, id, null],
      ['delete from order_log where seal_no = 2'],
      ['update order_log set seal_no = 2 where id = $1', id],
    );
    expect(faults).toContainEqual(expect.objectContaining({ rowId: id, problem: 'added' }));
  });

  it('are named where they have no number', async () => {
    const id = newId();
    const faults = await verifyEdited(
      database.owner,
      'order_log',
      ['alter table order_log alter column seal_no drop not null'],
      [LOG, id, null],
      ['update order_log set seal_no = null where id = $1', id],
    );
    expect(faults).toEqual([expect.objectContaining({ rowId: id, problem: 'added' })]);
  });

  it('are named where they pretend to be old, before and after their own seal', async () => {
    const pool = database.pool;
    const hourAgo = new Date(Date.now() - 60 * MINUTE_MS);
    const slipped = [idAt(hourAgo.getTime(), 7), newId()];
    await logRow(pool, slipped[0]!);
    await logRow(pool, slipped[1]!, hourAgo);
    // A server that is 150 s late is no forger.
    await logRow(pool, idAt(Date.now() - 150_000, 7));
    const named = slipped.map((rowId) => expect.objectContaining({ rowId, problem: 'added' }));
    const before = await verifyWholeChain(pool, 'order_log');
    expect(before).toHaveLength(2);
    expect(before).toEqual(expect.arrayContaining(named));
    expect(await sealAll(pool, 'order_log')).toBe(3);
    const after = await verifyWholeChain(pool, 'order_log');
    expect(after).toHaveLength(2);
    expect(after).toEqual(expect.arrayContaining(named));
  });
});

describe('seals of rows that commit late', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = database.pool;
  });
  afterAll(() => database.drop());

  it('wait for a number that is drawn and not committed', async () => {
    const slow = await pool.connect();
    await slow.query('begin');
    await logRow(slow, newId());
    await logRow(pool, newId());
    expect(await sealChain(pool, 'order_log', { patienceMs: 200 })).toEqual({ rows: 0, head: undefined });
    await slow.query('commit');
    slow.release();
    expect(await sealAll(pool, 'order_log')).toBe(2);
    expect(await verifyWholeChain(pool, 'order_log')).toEqual([]);
  });

  it('pass over numbers that were rolled back', async () => {
    const undone = await pool.connect();
    await undone.query('begin');
    await logRow(undone, newId());
    await undone.query('rollback');
    undone.release();
    expect(await sealAll(pool, 'order_log')).toBe(0);
    await logRow(pool, newId());
    expect(await sealAll(pool, 'order_log')).toBe(1);
    expect(await verifyWholeChain(pool, 'order_log')).toEqual([]);
  });

  it('go on after the database was copied into a cluster with younger transactions', async () => {
    await database.owner.query(`update seal_mark set xid = '9000000000000'`);
    await logRow(pool, newId());
    expect(await sealAll(pool, 'order_log')).toBe(1);
    expect(await verifyWholeChain(pool, 'order_log')).toEqual([]);
  });

  it('are checked range by range, from where the last check ended', async () => {
    const first = await verifyChain(pool, 'order_log', { limit: 1 });
    expect(first).toMatchObject({ faults: [], next: first.verified });
    let ranges = 1;
    let { next, verified } = first;
    for (; next !== null; ranges += 1)
      ({ next, verified } = await verifyChain(pool, 'order_log', { after: next, limit: 1 }));
    const { rows } = await pool.query(`select max(id)::text as last, count(*)::int as count from seal`);
    expect({ verified, ranges }).toEqual({ verified: rows[0].last, ranges: rows[0].count + 1 });
    await logRow(pool, idAt(Date.now() - 60 * MINUTE_MS, 7));
    expect(problems((await verifyChain(pool, 'order_log', { after: verified })).faults)).toEqual(['added']);
  });
});

describe('seals that are late', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
    const eleven = new Date(Date.now() - 11 * MINUTE_MS);
    await logRow(database.pool, newId(), eleven);
    await database.owner.query(`insert into seal_mark values ('order_log', 0, '3', $1)`, [eleven]);
  });
  afterAll(() => database.drop());

  it('are told apart from tampering, until they are made', async () => {
    const faults = await verifyWholeChain(database.pool, 'order_log');
    expect(faults).toEqual([expect.objectContaining({ chain: 'order_log', problem: 'late' })]);
    expect(await sealAll(database.pool, 'order_log')).toBe(1);
    expect(await verifyWholeChain(database.pool, 'order_log')).toEqual([]);
  });
});

describe('two servers of which one is 150 s late', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  /** A process whose clock is shifted writes with the product's own code until its input ends. */
  const startWriter = (shiftMs: number) => {
    const support = join(import.meta.dirname, '../support/shiftedClock.mjs');
    return spawn(
      process.execPath,
      ['--import', support, join(import.meta.dirname, 'lateWriter.ts'), database.url],
      { env: { ...process.env, CLOCK_SHIFT_MS: String(shiftMs) }, stdio: ['pipe', 'ignore', 'inherit'] },
    );
  };
  const SEALED = `select chain, count(*)::int as seals, sum(rows)::text as sealed,
     bool_or(from_id < before) as backwards
   from (select *, lag(to_id) over (partition by chain order by id) as before from seal) s group by chain order by chain`;
  const sealed = async () =>
    (await database.pool.query<{ chain: string; seals: number; sealed: string; backwards: boolean }>(SEALED))
      .rows;

  it('have seals that hold, whatever the order of their ids', async () => {
    const { pool } = database;
    const writers = [startWriter(0), startWriter(-150_000)];
    const ends = writers.map((writer) => once(writer, 'exit'));
    const mixed = async () => {
      const chains = await sealed();
      return (
        chains.length === CHAINS.length && chains.every(({ seals, backwards }) => seals > 3 && backwards)
      );
    };
    while (writers.every(({ exitCode }) => exitCode === null) && !(await mixed()))
      for (const chain of CHAINS) await sealChain(pool, chain, { patienceMs: 200 });
    for (const { stdin } of writers) stdin.end();
    expect(await Promise.all(ends)).toEqual([
      [0, null],
      [0, null],
    ]);
    for (const chain of CHAINS) {
      await sealAll(pool, chain);
      expect(await verifyWholeChain(pool, chain)).toEqual([]);
    }
    const rows = await sealed();
    const counts = await pool.query<{ entries: string; logs: string }>(
      `select (select count(*) from journal_entry)::text as entries, (select count(*) from order_log)::text as logs`,
    );
    const { entries, logs } = counts.rows[0]!;
    // Ids below those of earlier seals came, and were sealed.
    expect(rows).toEqual([
      { chain: 'ledger', seals: expect.any(Number), sealed: entries, backwards: true },
      { chain: 'order_log', seals: expect.any(Number), sealed: logs, backwards: true },
    ]);
    expect(rows.every(({ seals }) => seals > 3)).toBe(true);
  });
});
