import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '../../server/platform/db/connect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { CHAINS, sealChain } from '../../server/ledger/seal.ts';
import { verifyWholeChain } from '../../server/ledger/verifySeals.ts';
import { verifyEdited } from './sealEdits.ts';

const FOLDER = join(import.meta.dirname, '../../server/platform/db/migrations');
const FIRST_NEW = '0128_seal_numbers.sql';
const NAME = `seal_upgrade_${process.pid}`;

/** As the program before sealed: every row up to an id. */
const OLD_SEAL = (chain: string, view: string) => `
  insert into seal (chain, from_id, to_id, rows, previous_hash, leaves, hash)
  select '${chain}', r.from_id, r.to_id, r.rows, l.hash, r.leaves, sha256(l.hash || r.leaves)
  from (select min(id) as from_id, max(id) as to_id, count(*) as rows, string_agg(leaf, ''::bytea order by id) as leaves
    from ${view} where id > (select coalesce(max(to_id), 0) from seal where chain = '${chain}')) r,
    (select coalesce((select hash from seal where chain = '${chain}' order by id desc limit 1), sha256('${chain}')) as hash) l`;

async function writeRows(pool: pg.Pool, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const id = newId();
    await pool.query(
      `insert into order_log (id, order_id, order_no, merchant_id, event, operator) values ($1, 1, 'x', 1, 'notify', 'x')`,
      [id],
    );
    await pool.query(
      `insert into journal_entry (id, kind, merchant_id, currency, command_key, operator)
       values ($1::bigint, 'adjustment', 1, 'INR', $1::text, 'x')`,
      [id],
    );
    await pool.query(
      `insert into platform_posting (entry_id, account, currency, amount)
       values ($1, 'fees', 'INR', 1), ($1, 'adjustments', 'INR', -1)`,
      [id],
    );
  }
}

describe('a database whose seals follow ids', () => {
  let admin: pg.Client;
  let database: Database;

  beforeAll(async () => {
    const url = new URL(inject('databaseUrl'));
    url.pathname = '/postgres';
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`create database ${NAME} template template0`);
    url.pathname = `/${NAME}`;
    database = await connect({
      databaseUrl: url.href,
      dataDir: '',
      production: false,
      say: () => undefined,
      connections: 24,
    });
    const { owner } = database;
    await owner.query(
      'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const old = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name < FIRST_NEW);
    for (const name of old.sort()) {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      await owner.query(sql);
      await owner.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        name,
        createHash('sha256').update(sql).digest('hex'),
      ]);
    }
    for (let seal = 0; seal < 2; seal += 1) {
      await writeRows(database.server, 5);
      await owner.query(OLD_SEAL('order_log', 'seal_order_log'));
      await owner.query(OLD_SEAL('ledger', 'seal_ledger'));
    }
    await writeRows(database.server, 3);
    await migrateAll(owner);
    await writeRows(database.server, 4);
  });
  afterAll(async () => {
    await database.stop();
    await admin.query(`drop database ${NAME} with (force)`);
    await admin.end();
  });

  it('keeps its seals and goes on with what they did not cover', async () => {
    for (const chain of CHAINS) {
      expect(await verifyWholeChain(database.server, chain)).toEqual([]);
      expect((await sealChain(database.server, chain, { patienceMs: 20_000 })).rows).toBe(7);
      expect(await verifyWholeChain(database.server, chain)).toEqual([]);
    }
    const { rows } = await database.server.query(
      `select version, count(*)::int as seals, sum(rows)::int as rows from seal group by version order by version`,
    );
    expect(rows).toEqual([
      { version: 1, seals: 4, rows: 20 },
      { version: 2, seals: 2, rows: 14 },
    ]);
  });

  it.each([
    ['changed', 2, `update order_log set remark = 'x' where id = $1`],
    ['missing', 2, 'delete from order_log where id = $1'],
    ['changed', 11, `update order_log set remark = 'x' where id = $1`],
    ['missing', 11, 'delete from order_log where id = $1'],
  ])('names a row that is %s (row %i)', async (problem, at, statement) => {
    const { rows } = await database.owner.query(
      'select id::text from order_log order by id offset $1 limit 1',
      [at],
    );
    const faults = await verifyEdited(database.owner, 'order_log', [statement, rows[0].id]);
    expect(faults).toEqual([expect.objectContaining({ rowId: rows[0].id, problem })]);
  });

  it('refuses the seals of an older program that still runs', async () => {
    await writeRows(database.server, 1);
    await expect(database.server.query(OLD_SEAL('order_log', 'seal_order_log'))).rejects.toThrow(
      'seal_numbered',
    );
  });
});
