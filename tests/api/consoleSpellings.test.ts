import fc from 'fast-check';
import { parseSync, scanSync, loadModule } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleAnswer } from '../../contract/sqlConsole.ts';
import { functionCheck } from '../../server/api/tools/console/functions.ts';
import { inspectStatement } from '../../server/api/tools/console/inspectStatement.ts';
import { parseStatement } from '../../server/api/tools/console/parseStatement.ts';
import { runStatement } from '../../server/api/tools/console/run.ts';
import type { Client } from '../support/client.ts';
import { bindOtp } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';
import { isWalked, SHARE } from '../support/share.ts';

/** However a function is spelt, the console sees it as PostgreSQL does; and whatever ran, nothing of it is left. */

let server: TestServer;
let admin: Client;
let forbidden: ReturnType<typeof functionCheck>;

beforeAll(async () => {
  server = await startServer({ environment: { sqlConsole: true } });
  const world = await buildWorld(server);
  await grant(server, world, 'sysDatabase:page');
  admin = await server.signIn('admin', PASSWORD);
  const phone = await bindOtp(server, world.admin);
  await admin.call('sysDatabase/openConsole', { otp: phone.code() });
  forbidden = functionCheck(server.deps.pool);
  await loadModule();
});
afterAll(() => server.stop());

const inspect = (text: string) => inspectStatement(parseSync(text), scanSync(text));
/** The first thing that the console refuses in a statement; undefined where it carries it out. */
async function refusalOf(text: string): Promise<string | undefined> {
  const inspection = inspect(text);
  return inspection.refusal?.word ?? (await forbidden(inspection));
}
async function run(statement: string): Promise<string | undefined> {
  const { body } = await admin.ask<ConsoleAnswer>('sysDatabase/runStatement', { statement });
  return (body.extras?.errorCode as string | undefined) ?? body.result?.failure?.code;
}
/** As if the parser had let it pass. */
const runAnyway = async (text: string): Promise<string | undefined> =>
  (
    await runStatement(
      server.deps.console!,
      { text, isExplain: /^\s*explain/i.test(text) },
      new AbortController().signal,
    )
  ).failure?.code;

/** What statements could leave behind. */
async function remains() {
  const { rows } = await server.database.owner.query<Record<string, unknown>>(
    `select (select count(*)::int from pg_stat_activity where usename = 'paydesk_console' and datname = current_database()) as backends,
       (select count(*)::int from pg_locks where locktype = 'advisory' and objid = 7731) as locks,
       (select count(*)::int from pg_prepared_xacts) as transactions,
       (select count(*)::int from pg_largeobject_metadata) as objects,
       (select setconfig::text from pg_db_role_setting where setrole = 'paydesk_console'::regrole) as settings`,
  );
  return rows[0];
}
const NOTHING = { backends: 0, locks: 0, transactions: 0, objects: 0, settings: '{temp_file_limit=256MB}' };

const LOCK = 'pg_advisory_lock';
/** Each calls a function that holds a lock, waits or changes a setting, in the way of its comment. */
const HOSTILE = [
  // A comment ends at a carriage return, too.
  `select 1 -- x\r, ${LOCK}(7731)`,
  `select 1 --\r, set_config('statement_timeout', '0', false)`,
  `select /* /* */ ' */ ${LOCK}(7731) -- '`,
  `select /* */${LOCK}/* */(7731)`,
  `select U&"pg\\005fadvisory_lock"(7731)`,
  `select U&"pg!005fadvisory_lock" uescape '!' (7731)`,
  `select $a$ ' $a$, ${LOCK}(7731), ' $a$ '`,
  `select E'\\'', ${LOCK}(7731), E'\\''`,
  `select "pg_advisory_lock"(7731)`,
  `select pg_catalog.${LOCK}(7731)`,
  `select "pg_catalog" . "pg_advisory_lock" (7731)`,
  `select PG_ADVISORY_LOCK(7731)`,
  `select (7731::bigint).${LOCK}`,
  `select x.${LOCK} from (select 7731::bigint as a) x`,
  `select (x).${LOCK} from (select 7731::bigint as a) x`,
  `select * from ${LOCK}(7731)`,
  `select * from rows from (generate_series(1, 2), ${LOCK}(7731)) as r`,
  `select 1 from sys_org order by ${LOCK}(7731)`,
  `select 1 limit (select 1 from ${LOCK}(7731))`,
  `select count(*) filter (where ${LOCK}(7731) is null) from sys_org`,
  `select sum(1) over (order by ${LOCK}(7731)) from sys_org`,
  `select sum(1) over w from sys_org window w as (partition by ${LOCK}(7731))`,
  `select (array[1, 2])[(select 1 from ${LOCK}(7731))]`,
  `values (${LOCK}(7731))`,
  `with a as materialized (select ${LOCK}(7731)) select * from a`,
  `with recursive a(n) as (select 1 union all select n + 1 from a where ${LOCK}(n) is not null) select * from a`,
  `select 1 union all (select 2 from ${LOCK}(7731))`,
  `explain analyze select ${LOCK}(7731)`,
  `explain (analyze, costs off) select ${LOCK}(7731)`,
  `select case when true then ${LOCK}(7731) end`,
  `select coalesce(null, (${LOCK}(7731))::text)`,
  `select 1 from sys_org a join sys_org b on ${LOCK}(7731) is null`,
  `select 1 from sys_org a, lateral (select ${LOCK}(a.id)) b`,
  `select 1 group by grouping sets ((${LOCK}(7731)))`,
  `select exists (select ${LOCK}(7731)), 1 = any (select 1 from ${LOCK}(7731))`,
  `select distinct on (${LOCK}(7731)) 1`,
  `select "set_config"('statement_timeout', '0', false)`,
  `select pg_sleep(3600)`,
  `select pg_sleep_for('1 hour')`,
  `select lo_creat(-1)`,
  `select lo_put(1, 0, 'x')`,
  `select nextval('x')`,
  `select setval('x', 1)`,
  `select txid_current()`,
  `select query_to_xml('select 1', true, true, '')`,
  `select pg_logical_emit_message(true, 'a', 'b')`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_stat_reset()`,
  `select pg_cancel_backend(1)`,
  `select dblink('', '')`,
  `select console.anything(1)`,
  `select public.anything(1)`,
  `select 1 operator(public.+) 2`,
  `select 'x'::public.anything`,
  `select 1 from sys_org order by id using operator(public.<)`,
  `select 'a' collate public.anything`,
  `select 1 from sys_org tablesample system (1)`,
  `select * from sys_org for share`,
  `select * from sys_org for no key update nowait`,
  `select 1 into x`,
  `create temp table x as select 1`,
  `explain create table x as select 1`,
  `explain analyze update sys_org set code = 1`,
  `with a as (insert into sys_org default values returning 1) select * from a`,
  `with a as (merge into sys_org o using sys_org p on true when matched then delete returning 1) select * from a`,
  `table sys_org; select 1`,
  `;select 1; select 2`,
  `copy (select 1) to program 'id'`,
  `do $$ begin perform 1; end $$`,
  `set statement_timeout = 0`,
  `show all`,
  `discard all`,
  `lock table sys_org`,
  `declare x cursor with hold for select 1`,
  `fetch all from shown`,
  `execute x`,
  `notify x`,
];

/** Where else a function or a text that is a statement hides: newer syntax, functions that run what they are given, and orders. */
const FURTHER = [
  `select * from json_table('[1]', '$[*]' columns (a int path '$')) t, ${LOCK}(7731)`,
  `select json_object('a': ${LOCK}(7731)::text)`,
  `select json_array(select ${LOCK}(7731)::text)`,
  `select json_arrayagg(${LOCK}(7731)::text)`,
  `select json_value('{}', '$.a' default ${LOCK}(7731)::text on empty)`,
  `select json_query('{}', '$.a' passing ${LOCK}(7731)::text as x)`,
  `select xmlelement(name a, ${LOCK}(7731)::text)`,
  `select xmlforest(${LOCK}(7731)::text as a)`,
  `select * from xmltable('/a' passing (select ${LOCK}(7731)::text::xml) columns b int)`,
  `select * from unnest(array[1]) with ordinality a, pg_try_advisory_lock(7731)`,
  `select (row(${LOCK}(7731))).*`,
  `select (${LOCK}(7731), 1) is null`,
  `select array(select ${LOCK}(7731))`,
  `select * from (values (${LOCK}(7731))) v`,
  `select cast(${LOCK}(7731) as text)`,
  `select greatest(1, (select 1 from ${LOCK}(7731)))`,
  `select ${LOCK}(variadic array[7731])`,
  `select 1 offset (select 1 from pg_sleep(60))`,
  `select 1 order by 1 fetch first (select 1 from pg_sleep(60)) rows with ties`,
  `select 1 from sys_org where (id, 1) in (select ${LOCK}(7731)::text::bigint, 1)`,
  `select 1 where not exists (table ${LOCK})`,
  `select pg_advisory_xact_lock_shared(7731, 1)`,
  `select ts_rewrite('a'::tsquery, 'select ${LOCK}(7731)::text::tsquery, ''a''::tsquery')`,
  `select * from ts_stat('select ${LOCK}(7731)::text::tsvector')`,
  `select table_to_xml('sys_user', true, true, '')`,
  `select table_to_xml_and_xmlschema('public.sys_user'::regclass, true, true, '')`,
  `select query_to_xmlschema('select 1', true, true, '')`,
  `select schema_to_xml('public', true, true, '')`,
  `select database_to_xml(true, true, '')`,
  `select cursor_to_xml('x', 1, true, true, '')`,
  `select pg_notify('a', 'b')`,
  `select pg_export_snapshot()`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  `select lo_from_bytea(0, 'x')`,
  `select pg_reload_conf()`,
  `select pg_switch_wal()`,
  `select pg_create_restore_point('x')`,
  `select pg_terminate_backend(1)`,
  `select pg_sleep_until('tomorrow')`,
  `prepare x as select 1`,
  `begin`,
  `listen x`,
  `vacuum`,
  `call x()`,
  `checkpoint`,
  `load 'x'`,
  `reset all`,
  `set role none`,
  `set session authorization default`,
  `copy sys_org to stdout`,
  `refresh materialized view x`,
  `explain analyze execute x`,
  `explain (analyze, serialize text) select ${LOCK}(7731)`,
];

describe('hostile spellings', () => {
  it('of newer syntax, of functions that run texts and of orders are refused, too', async () => {
    const passed: string[] = [];
    for (const text of FURTHER)
      if ((await refusalOf(text)) === undefined && (await run(text)) === undefined) passed.push(text);
    expect(passed).toEqual([]);
    await expect.poll(remains).toEqual(NOTHING);
  });

  it('are refused by the parser, each of them', async () => {
    const passed: string[] = [];
    for (const text of HOSTILE) if ((await refusalOf(text)) === undefined) passed.push(text);
    expect(passed).toEqual([]);
  });

  it('fail in PostgreSQL as well, and leave no lock, no setting and no backend', async () => {
    const failures = '42601 42501 42703 0A000 42883 42809 42P01 42704 25006 34000'.split(' ');
    const answered: string[] = [];
    const tried = HOSTILE.filter((_text, at) => isWalked(at, 3));
    for (const text of tried) if (!failures.includes((await runAnyway(text)) ?? '')) answered.push(text);
    // Of these the parser alone keeps the console: they end no backend of others, and explain what is not carried out.
    const harmless = ['select pg_cancel_backend(1)', 'explain create table x as select 1'];
    expect(answered, SHARE).toEqual(harmless.filter((text) => tried.includes(text)));
    expect(await remains()).toEqual(NOTHING);
  }, 240_000);

  it('through the call, too', async () => {
    for (const at of [0, 6, 12, 13, 27])
      expect([HOSTILE[at], await run(HOSTILE[at]!)]).toEqual([HOSTILE[at], 'consoleWord']);
    expect(await run('select 1 -- \r from pg_sleep(60)')).toBe('consoleWord');
    await expect.poll(remains).toEqual(NOTHING);
  });

  it('of any length and depth are answered, and the next statement runs', async () => {
    const plain = { isExplain: false, functions: [], dotted: [] };
    for (const text of [
      `select ${'not '.repeat(4_900)}true`,
      `select 1${'+1'.repeat(9_000)}`,
      `select ${'array['.repeat(3_000)}1${']'.repeat(3_000)}`,
      `select ${'(select '.repeat(2_400)}1${')'.repeat(2_400)}`,
    ]) {
      const parsed = await parseStatement(text);
      if ('failure' in parsed) expect(parsed.failure.code).toBe('54001');
      else expect(parsed.inspection).toEqual(plain);
    }
    expect(await parseStatement(`select ${'('.repeat(9_900)}1`)).toMatchObject({
      failure: { code: '42601' },
    });
    expect(await parseStatement("select '\ud800'")).toMatchObject({ failure: { code: '42601' } });
    expect(await parseStatement('select 1\0; drop table x')).toMatchObject({ failure: { code: '42601' } });
    expect(await run('select 1')).toBeUndefined();
  });
});

it('carries out what only computes and reads', async () => {
  for (const text of [
    "select date_trunc('day', created_at at time zone 'Asia/Kolkata'), count(*) filter (where id > 1), sum(1) over (order by id) from sys_org group by id, created_at",
    "select extract(year from now()), substring('abc' from 2 for 1), position('b' in 'abc'), trim(both ' ' from ' a '), overlay('abc' placing 'x' from 1)",
    "select percentile_cont(0.5) within group (order by n), string_agg(n::text, ',' order by n) from generate_series(1, 9) n",
    "select 'a' like 'a%', 'a' ilike 'A', 'a' similar to 'a', 'a' ~ 'a', 1 between symmetric 2 and 0, 1 is distinct from null",
    `select jsonb_path_query('{"a": 1}', '$.a'), '{"a": 1}'::jsonb -> 'a', to_jsonb(o), o.* from sys_org o limit 5`,
    'with recursive a(n) as (select 1 union all select n + 1 from a where n < 3) search depth first by n set s cycle n set c using p select * from a',
    'select a.id, b.n from sys_org a left join lateral (select count(*) as n from sys_pos p where p.id = a.id) b on true order by 1 desc nulls last',
    'explain (analyze, buffers, format json) select * from sys_org',
    'select relname, pg_size_pretty(pg_total_relation_size(oid)) from pg_class order by 2 limit 3',
    "select current_date, current_user, interval '1 day', '2026-01-01'::date + 1, array(select 1), row(1, 2) = row(1, 2), greatest(1, 2), nullif(1, 1)",
    'select grouping(code), count(*) from sys_pos group by rollup (code); -- the end',
  ])
    expect([text, (await refusalOf(text)) ?? (await runAnyway(text))]).toEqual([text, undefined]);
});

describe('the catalogue', () => {
  const named = async (statement: string, values: unknown[] = []) =>
    (await server.database.owner.query<{ name: string }>(statement, values)).rows.map(({ name }) => name);

  it('has no operator, cast or function of a type that does more than read', async () => {
    const used = `select o.oprname || ' ' || p.proname as name, p.oid, p.provolatile, p.proparallel from pg_operator o join pg_proc p on p.oid = o.oprcode
      union all select 'cast ' || p.proname, p.oid, p.provolatile, p.proparallel from pg_cast c join pg_proc p on p.oid = c.castfunc
      union all select 'type ' || p.proname, p.oid, p.provolatile, p.proparallel from pg_type t join pg_proc p on p.oid in (t.typinput, t.typoutput, t.typsubscript)
        where t.typnamespace = 'pg_catalog'::regnamespace`;
    expect(
      await named(
        `select distinct name from (${used}) u where oid < 16384 and (provolatile = 'v' or proparallel = 'u')`,
      ),
    ).toEqual([]);
  });

  it('keeps what locks, waits and writes from the role itself', async () => {
    expect(
      await named(
        `select oid::regprocedure::text as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace
           and proname ~ '(advisory|sleep|^lo_|^set_config|^nextval|^setval|_to_xml$|notify|export_snapshot)' and provolatile = 'v'
           and has_function_privilege('paydesk_console', oid, 'execute')`,
      ),
    ).toEqual([]);
    const lock = 'pg_try_advisory_lock(bigint)';
    for (const role of ['paydesk_owner', 'paydesk_server', 'paydesk_merchant'])
      expect(
        await named("select 'may' as name where has_function_privilege($1, $2, 'execute')", [role, lock]),
      ).toEqual(['may']);
  });

  it('names no column of a view as a function that is refused', async () => {
    const columns = await named(
      `select distinct a.attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'console'::regnamespace and a.attnum > 0`,
    );
    expect(await forbidden({ isExplain: false, functions: [], dotted: columns })).toBeUndefined();
  });
});

it('finds any function of PostgreSQL in any spelling and place', async () => {
  const { rows } = await server.database.owner.query<{ name: string }>(
    "select distinct proname::text as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace",
  );
  const names = rows.map(({ name }) => name);
  const code = (letter: string) => `\\${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const spelling = fc.constantFrom<((name: string) => string)[]>(
    (name) => `"${name}"`,
    (name) => `pg_catalog."${name}"`,
    (name) => `U&"${name.replaceAll(/./g, code)}"`,
    (name) => `"pg_catalog"/*/**/"*/./**/U&"${code(name[0]!)}${name.slice(1)}"`,
  );
  const gap = fc.constantFrom(' ', '\t', '--\r', "-- ' \n", '/* /* " */ */', '\f', '\n');
  const place = fc.constantFrom<((call: string) => string)[]>(
    (call) => `select ${call}`,
    (call) => `select 1 where ${call} is null`,
    (call) => `select * from ${call} f`,
    (call) => `with a as (select ${call}) select * from a`,
    (call) => `explain select ($$'$$ || (${call}))::text`,
    (call) => `values (1), (${call})`,
    (call) => `select 1 order by ${call} limit 1`,
    (call) => `select array_agg(1 order by ${call}) filter (where ${call} is null)`,
    (call) => `select 1 union select case ${call} when 1 then 2 end`,
    (call) => `select (select row(${call})), -(${call}), array[${call}]`,
  );
  const call = fc.tuple(fc.constantFrom(...names), spelling, gap, gap);
  fc.assert(
    fc.property(call, place, gap, ([name, spell, a, b], put, c) => {
      const text = put(`${c}${spell(name)}${a}(${b})`);
      expect(inspect(text).functions).toContain(name);
    }),
    { numRuns: 3_000 },
  );
});
