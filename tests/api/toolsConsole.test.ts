import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleAnswer, ConsoleState } from '../../contract/sqlConsole.ts';
import { runStatement } from '../../server/api/tools/console/run.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** The SQL console: super administrators read what is no secret, and nothing else, whatever they write. */

let server: TestServer;
let world: World;
let admin: Client;
let phone: Phone;

beforeAll(async () => {
  server = await startServer({ environment: { sqlConsole: true } });
  world = await buildWorld(server);
  await grant(server, world, 'sysDatabase:page');
  admin = await server.signIn('admin', PASSWORD);
  phone = await bindOtp(server, world.admin);
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body: unknown) =>
  (await who.ask(`sysDatabase/${path}`, body)).body.extras?.errorCode;
const run = (statement: string) => admin.call<ConsoleAnswer>('sysDatabase/runStatement', { statement });
/** How a statement fails: PostgreSQL's code, or that of the refusal. */
async function failureOf(statement: string): Promise<string | undefined> {
  const { body } = await admin.ask<ConsoleAnswer>('sysDatabase/runStatement', { statement });
  return (body.extras?.errorCode as string | undefined) ?? body.result?.failure?.code;
}

/** As if the parser had let it pass. */
const runAnyway = (text: string): Promise<ConsoleAnswer> =>
  runStatement(
    server.deps.console!,
    { text, isExplain: text.startsWith('explain') },
    new AbortController().signal,
  );

it('is closed until it is opened by a one-time password, for this sign-in', async () => {
  expect(await refusal(admin, 'runStatement', { statement: 'select 1' })).toBe('consoleClosed');
  expect(await refusal(admin, 'openConsole', { otp: '000000' })).toBe('otpWrong');
  await admin.call('sysDatabase/openConsole', { otp: phone.code() });
  expect((await run('select 1 as one')).rows).toEqual([['1']]);
  const other = await server.signIn('admin', PASSWORD);
  expect(await refusal(other, 'runStatement', { statement: 'select 1' })).toBe('consoleClosed');
  await server.database.pool.query('update console_opening set open_until = $1', [server.clock.now()]);
  expect(await refusal(admin, 'runStatement', { statement: 'select 1' })).toBe('consoleClosed');
  await admin.call('sysDatabase/openConsole', { otp: phone.code() });
});

it('is for super administrators alone, and off where the server has none', async () => {
  const operator = await server.signIn('operator', PASSWORD);
  for (const [path, body] of [
    ['console', {}],
    ['openConsole', { otp: '1' }],
    ['runStatement', { statement: 'select 1' }],
  ] as const)
    expect(await refusal(operator, path, body)).toBe('forbidden');
  const { console: access } = server.deps;
  server.deps.console = undefined;
  expect(await refusal(admin, 'runStatement', { statement: 'select 1' })).toBe('notOffered');
  server.deps.console = access;
});

it('answers columns with their types, rows as PostgreSQL writes them, and the place of a fault', async () => {
  const { columns, rows } = await run(
    'select 12.50::numeric(9,2) as amount, null::text as none, \'{"a": 1}\'::jsonb as j;',
  );
  expect(columns).toEqual([
    { name: 'amount', type: 'numeric' },
    { name: 'none', type: 'text' },
    { name: 'j', type: 'jsonb' },
  ]);
  expect(rows).toEqual([['12.50', null, '{"a": 1}']]);
  expect((await run('select nowhere from sys_org')).failure).toMatchObject({ code: '42703', at: 7 });
  expect((await run('explain select * from sys_org')).rows.flat().join('\n')).toMatch(/Scan/);
  expect((await run('with a as (values (1), (2)) select sum(column1) from a')).rows).toEqual([['3']]);
  expect((await run('table sys_pos')).columns.map(({ name }) => name)).toContain('code');
});

it('cuts long answers', async () => {
  const many = await run('select generate_series(1, 5000)');
  expect([many.rows.length, many.cut]).toEqual([1_000, 'rows']);
  const wide = await run("select repeat('x', 20000) from generate_series(1, 900)");
  expect(wide.cut).toBe('bytes');
  expect(wide.rows[0]![0]).toHaveLength(8_001);
  expect(await failureOf("select repeat('x', 25000000)")).toBe('tooLarge');
});

it('ends a statement that takes too long, and one that nobody waits for', async () => {
  const stop = new AbortController();
  const asked = fetch(`${server.base}/api/sysDatabase/runStatement`, {
    method: 'POST',
    signal: stop.signal,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({
      statement: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    }),
  });
  const running = async () =>
    (
      await server.database.owner.query(
        "select from pg_stat_activity where usename = 'paydesk_console' and datname = current_database()",
      )
    ).rowCount;
  await expect.poll(running).toBe(1);
  expect(await failureOf('select 1')).toBe('busy');
  stop.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(running).toBe(0);
  await expect.poll(() => failureOf('select 1')).toBeUndefined();
  const access = server.deps.console!;
  server.deps.console = { open: () => access.open({ ms: 300 }) };
  expect(
    await failureOf('select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'),
  ).toBe('57014');
  server.deps.console = access;
}, 60_000);

it('keeps each statement with its rows and time, in the history and in the operation log', async () => {
  await run('select 41 + 1');
  await failureOf('select 1 from nowhere');
  const { history } = await admin.call<ConsoleState>('sysDatabase/console', {});
  expect(history.slice(0, 2)).toEqual([
    expect.objectContaining({
      statement: 'select 1 from nowhere',
      failure: expect.stringContaining('nowhere') as unknown,
    }),
    expect.objectContaining({ statement: 'select 41 + 1', rows: 1, failure: null }),
  ]);
  const logged = async () =>
    (
      await server.database.pool.query<{ param: unknown }>(
        "select request_param as param from sys_log_op where request_url = '/api/sysDatabase/runStatement' and user_id = $1",
        [world.admin],
      )
    ).rows.map(({ param }) => param);
  await expect
    .poll(logged)
    .toContainEqual({ statement: 'select 41 + 1', ms: expect.any(Number) as unknown, count: 1 });
  expect(await logged()).toContainEqual(
    expect.objectContaining({ failure: expect.stringContaining('nowhere') as unknown }),
  );
});

describe('attacks', () => {
  const SYNTAX = '42601';
  it.each([
    ['insert into console.sys_org (id) values (1)', SYNTAX],
    ["update sys_org set name = 'x'", SYNTAX],
    ['delete from sys_org', SYNTAX],
    ['with gone as (delete from sys_org returning 1) select * from gone', '0A000'],
    ['explain analyze delete from sys_org', '42501'],
    ['select * into stolen from sys_org', SYNTAX],
    ['create table stolen as select 1', SYNTAX],
    ['explain analyze create table stolen as select 1', '42501'],
    ['select * from sys_org for update', '42501'],
    ["copy (select 1) to program 'id'", SYNTAX],
    ["copy sys_org from '/etc/passwd'", SYNTAX],
    ['copy (select 1) to stdout', SYNTAX],
    ['set role postgres', SYNTAX],
    ['reset role', SYNTAX],
    ['set session authorization postgres', SYNTAX],
    ['set statement_timeout = 0', SYNTAX],
    ['begin; select 1', SYNTAX],
    ['select 1; commit; delete from sys_org', SYNTAX],
    ['commit', SYNTAX],
    ['do $$ begin perform 1; end $$', SYNTAX],
    ['listen x', SYNTAX],
    ['call x()', SYNTAX],
    ['prepare x as select 1', SYNTAX],
    ['/* select */ (((with gone as (update sys_org set code = 1 returning 1) table gone)))', '0A000'],
  ])('%s', async (statement, code) => {
    expect(await failureOf(statement)).toBe('consoleReads');
    // PostgreSQL refuses it too, whatever this server reads in it.
    expect((await runAnyway(statement)).failure?.code).toBe(code);
  });

  it('says plainly in three languages that nothing is written, and keeps what was asked', async () => {
    const statement = "update sys_org set name = 'x'";
    const { body } = await admin.ask('sysDatabase/runStatement', { statement });
    expect(body.message).toBe('This console only reads: update is not carried out');
    const { history } = await admin.call<ConsoleState>('sysDatabase/console', {});
    expect(history[0]).toMatchObject({ statement, failure: 'consoleReads', rows: 0 });
  });

  it('leaves what only looks like writing to PostgreSQL', async () => {
    const reads =
      'select "into", a.update, substring(\'set role\' for 3) from (select 1 as "into", 2 as update) a -- delete';
    expect((await run(reads)).rows).toEqual([['1', '2', 'set']]);
    expect(await failureOf('select 1; select 2')).toBe('consoleSingle');
    expect(await failureOf('selct 1')).toBe(SYNTAX);
  });

  it.each([
    "select set_config('role', 'postgres', false)",
    "select pg_catalog.\"set_config\"('statement_timeout', '0', false)",
    'select pg_advisory_lock(73007300)',
    'select pg_try_advisory_xact_lock(g) from generate_series(1, 100000) g',
    "select /* ' */ pg_advisory_lock /* */ (1)",
    'select U&"pg\\005fadvisory_lock"(1)',
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    "select lo_from_bytea(0, 'x')",
    "select dblink('host=127.0.0.1', 'select 1')",
    "select query_to_xml('select pg_advisory_lock(1)', true, true, '')",
    "select * from ts_stat('select pg_advisory_lock(1)::text::tsvector')",
    'select pg_terminate_backend(pid) from pg_stat_activity',
    "select pg_notify('outbox', '')",
    "select nextval('x')",
    'select pg_export_snapshot()',
    "select E'\\' ' || set_config('a.b', 'c', false)",
  ])('%s', async (statement) => expect(await failureOf(statement)).toBe('consoleWord'));

  it('words within texts and comments are only that', async () => {
    const texts = "select 'pg_advisory_lock', $a$ set_config $a$ /* lo_import /* dblink */ */ -- nextval\n";
    expect((await run(texts)).rows).toEqual([['pg_advisory_lock', ' set_config ']]);
  });

  it.each([
    'select password_hash from public.sys_user',
    'select * from public.secret_key',
    'select * from public.merchant',
    'select * from pg_authid',
    'select * from pg_shadow',
    'select * from graphile_worker._private_jobs',
    'select * from pg_largeobject',
    'select * from pg_stat_statements',
  ])('%s', async (statement) => expect(await failureOf(statement)).toMatch(/^(42501|42P01)$/));

  it.each([
    'select public.keep_log_partitions(1)',
    'select public.secure_merchant_tables()',
    "select * from public.other_holder('x', 1::smallint, 1, true, 1)",
  ])('%s', async (statement) => {
    expect(await failureOf(statement)).toBe('consoleWord');
    expect((await runAnyway(statement)).failure?.code).toBe('42501');
  });

  it.each([
    'password_hash from sys_user',
    '* from secret_key',
    'refresh_hash from sys_session',
    'sign_secret from merchant',
  ])('no view shows select %s', async (rest) =>
    expect(await failureOf(`select ${rest}`)).toMatch(/^(42703|42P01)$/),
  );

  it('no statistics show a column that no view has', async () => {
    await server.database.owner.query('analyze sys_user');
    expect((await run("select 1 from pg_stats where schemaname = 'public'")).rows).toEqual([]);
  });

  it('the login has no right but to read the views', async () => {
    const { rows } = await server.database.owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'console'::regnamespace)
         and c.relkind in ('r', 'p', 'v', 'm', 'S')
         and (has_any_column_privilege('paydesk_console', c.oid, 'select, insert, update') or
           case when c.relkind = 'S' then false else has_table_privilege('paydesk_console', c.oid, 'delete, truncate, trigger') end)`,
    );
    expect(rows).toEqual([]);
    const functions = await server.database.owner.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
         and p.provolatile = 'v' and has_function_privilege('paydesk_console', p.oid, 'execute')`,
    );
    expect(functions.rows).toEqual([]);
    const roles = await run(
      'select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(roles.rows).toEqual([['f']]);
    expect(
      (
        await run(
          'select count(*) from pg_auth_members where member = (select oid from pg_roles where rolname = session_user)',
        )
      ).rows,
    ).toEqual([['0']]);
    expect(
      (await run("select current_setting('transaction_read_only'), current_setting('temp_file_limit')")).rows,
    ).toEqual([['on', '256MB']]);
  });

  /** Of names that sound like a secret and are none. */
  const HARMLESS = [
    'channel.config_mode',
    'attempt_counter.key',
    'bank_batch.file_hash',
    'bank_batch.proof',
    'idempotency.key',
    'invariant_alert.from_key',
    'invariant_alert.until_key',
    'journal_entry.command_key',
    'ledger_command.command_key',
    'open_access.access_key',
    'open_api_log.access_key',
    'outbound_call.key',
    'review_item.report_key',
    'sys_file_object.key',
    'seal.hash',
    'seal.previous_hash',
    'sys_notice.once_key',
    'sys_open_access.access_key',
    'sys_open_access.body_signed',
    'sys_user.must_change_password',
    'sys_user.password_changed_at',
    'sys_user.signature',
    'user_setting.key',
    'withdrawal.transaction_hash',
    'withdrawal_transaction.transaction_hash',
    'adjustment.proof',
    'collect_order.proof',
    'manual_order.proof',
    'pay_order.proof',
    'recharge_order.proof',
    'sys_code_gen_config.code_gen_id',
    'sys_code_gen_config.settings',
    'sys_config.value',
  ];
  it('no column that sounds like a secret is shown without a reason', async () => {
    const { rows } = await server.database.owner.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'console'::regnamespace and a.attname ~
         '(secret|pass|hash|token|otp|(^|_)key$|sign|proof|challenge|credential|cipher|payload|config|successor|^raw$|^expand$)'`,
    );
    expect(rows.map(({ name }) => name).filter((name) => !HARMLESS.includes(name))).toEqual([]);
  });
});
