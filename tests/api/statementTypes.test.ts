import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { Schema } from './statements/describe.ts';
import { RowTypes } from './statements/rowTypes.ts';
import { readSources, type Sources } from './statements/sources.ts';

/**
 * Every statement of the server can be prepared against the schema, and its rows are what its caller declares:
 * `query<Row>(…)` is believed by the compiler whatever PostgreSQL answers. The texts are read from the sources.
 */

/** Statements whose texts only a running server has, how many by file. The list is to become shorter. */
const MADE_WHILE_RUNNING: Readonly<Record<string, number>> = {
  // Of any resource, made of its definition and of what a person filters and sorts by.
  'server/api/measures/read.ts': 1,
  'server/api/eventStream/claims.ts': 1,
  'server/domain/approvals/approvalRenew.ts': 1,
  'server/domain/balances/fundReconciliation.ts': 1,
  'server/domain/reconciliation/mount.ts': 1,
  'server/engine/actOnRow.ts': 1,
  'server/engine/anchored.ts': 2,
  'server/engine/audit.ts': 1,
  'server/engine/choices.ts': 1,
  'server/engine/comparison/open.ts': 2,
  'server/engine/differences.ts': 1,
  'server/engine/estimateImpact.ts': 1,
  'server/engine/exportTask.ts': 1,
  'server/engine/find.ts': 2,
  'server/engine/groups.ts': 1,
  'server/engine/inTurn.ts': 1,
  'server/engine/large.ts': 1,
  'server/engine/layAnchors.ts': 1,
  'server/engine/locked.ts': 4,
  'server/engine/merchantNames.ts': 1,
  'server/engine/openScroll.ts': 2,
  'server/engine/openSnapshot.ts': 1,
  'server/engine/page.ts': 1,
  'server/engine/read.ts': 2,
  'server/engine/references.ts': 2,
  'server/engine/restDigest.ts': 2,
  'server/engine/rollupRead.ts': 1,
  'server/engine/timed.ts': 1,
  'server/engine/timeline.ts': 1,
  'server/engine/totals.ts': 3,
  'server/engine/write.ts': 2,
  // One for each source of figures, all of which tests/api/alerts.test.ts runs.
  'server/domain/alerts/quarters.ts': 2,
  // The columns that an event or a form sets.
  'server/domain/orders/moveRow.ts': 1,
  'server/identity/system/menuWrite.ts': 2,
  // The parts of the invariants, each of which tests/safety/invariants.test.ts runs.
  'server/ledger/invariants/ask.ts': 2,
  // Whatever table is filled, and commands of sessions and migrations.
  'server/demo/seed/copyIn.ts': 1,
  'server/demo/seed/load.ts': 3,
  // What somebody wrote in the SQL console.
  'server/api/tools/console/run.ts': 1,
  'server/platform/db/connect.ts': 1,
  'server/platform/db/consoleAccess.ts': 1,
  'server/platform/db/migrate.ts': 1,
  'server/platform/db/rowSecurity.ts': 1,
  'server/platform/db/transaction.ts': 1,
  // Passes on what the library of jobs asks.
  'server/platform/jobs/patientPool.ts': 2,
};

/** What the demo fills exists while it loads. */
const LOADING = /\bseed_pending\b/;
const DATA = /^\s*(with|select|insert|update|delete)\b/i;

let database: TestDatabase;
let client: pg.PoolClient;
let schema: Schema;
let sources: Sources;
beforeAll(async () => {
  database = await freshDatabase();
  client = await database.owner.connect();
  schema = await Schema.open(client);
  sources = readSources();
});
afterAll(async () => {
  sources[Symbol.dispose]();
  client.release();
  await database.drop();
});

it('each can be prepared, and its rows are what its caller declares', async () => {
  const types = new RowTypes(sources.project.checker);
  const faults: string[] = [];
  let prepared = 0;
  for (const { place, texts, row } of sources.statements) {
    for (const text of texts?.filter((each) => DATA.test(each) && !LOADING.test(each)) ?? []) {
      const columns = await schema.describe(text);
      prepared += 1;
      const found =
        columns instanceof Error ? [`${columns.message}: ${text}`] : row ? types.faults(row, columns) : [];
      faults.push(...found.map((fault) => `${place} ${fault}`));
    }
  }
  expect([...new Set(faults)]).toEqual([]);
  expect(prepared).toBeGreaterThan(600);
});

it('few are made while the server runs', () => {
  const counts: Record<string, number> = {};
  for (const { place, texts } of sources.statements) {
    const [file = ''] = place.split(':');
    if (!texts) counts[file] = (counts[file] ?? 0) + 1;
  }
  expect(counts).toEqual(MADE_WHILE_RUNNING);
});

it('a column that a join, an aggregate or the table can leave empty is known to be', async () => {
  const nullable = async (text: string) => {
    const columns = await schema.describe(text);
    return columns instanceof Error
      ? columns.message
      : columns.filter((column) => column.nullable).map(({ name }) => name);
  };
  expect(
    await nullable('select o.id, m.name from collect_order o left join merchant m on m.id = o.merchant_id'),
  ).toEqual(['name']);
  expect(
    await nullable('select o.id, m.name from collect_order o join merchant m on m.id = o.merchant_id'),
  ).toEqual([]);
  expect(
    await nullable('select max(id) as most, count(*) as n from collect_order where status = $1'),
  ).toEqual(['most']);
  expect(await nullable('select utr, order_no from collect_order')).toEqual(['utr']);
  expect(await nullable('select utr from collect_order where utr is not null')).toEqual([]);
});
