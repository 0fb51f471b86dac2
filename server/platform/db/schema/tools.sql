-- What the tools of the platform read and keep.

-- Statements that take long: since the statistics began where the installation collects them, else those that run now.
-- Of others than this role PostgreSQL gives no text; texts have parameters and no values.
create function slow_statements(most integer)
returns table (statement text, calls bigint, mean_ms double precision, total_ms double precision)
language plpgsql stable set search_path = public, pg_catalog as $$
begin
  if to_regclass('pg_stat_statements') is not null then
    begin
      return query execute 'select s.query, s.calls, s.mean_exec_time, s.total_exec_time from pg_stat_statements s
        where s.dbid = (select oid from pg_database where datname = current_database()) order by s.total_exec_time desc limit $1'
        using most;
      return;
    exception when object_not_in_prerequisite_state or insufficient_privilege then
      -- The extension is there, its library or the right to read it is not.
      null;
    end;
  end if;
  return query
    select a.query, null::bigint, age.ms, age.ms
    from pg_stat_activity a, lateral (select extract(epoch from clock_timestamp() - a.query_start)::float8 * 1000 as ms) age
    where a.datname = current_database() and a.state = 'active' and a.pid <> pg_backend_pid() and age.ms > 1000
    order by age.ms desc limit most;
end $$;

-- What runs by time: the regular works of the product (create_type 0) and requests that people set up (2).
create table sys_job (
  id bigint primary key,
  job_id text not null unique check (length(job_id) between 1 and 80),
  group_name text not null default 'default',
  description text not null default '',
  create_type smallint not null check (create_type in (0, 2)),
  concurrent boolean not null default true,
  include_annotation boolean not null default false,
  -- of a request: as the family's clients write it, encrypted
  properties text,
  -- of a work of the product: each of its turns asks
  paused boolean not null default false,
  -- counted up by each cancelling; a run that sees it rise stops
  cancels integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  version integer not null default 1
);
comment on table sys_job is 'Jobs that run by time: works of the product, and HTTP requests that people set up.';

create table sys_job_trigger (
  id bigint primary key,
  job_id text not null references sys_job (job_id) on update cascade on delete cascade,
  trigger_id text not null check (length(trigger_id) between 1 and 80),
  kind text not null check (kind in ('period', 'cron')),
  -- ms of a period, or a cron expression
  args text not null,
  description text not null default '',
  status smallint not null default 1,
  start_time timestamptz,
  end_time timestamptz,
  last_run_time timestamptz,
  next_run_time timestamptz,
  number_of_runs bigint not null default 0,
  max_number_of_runs bigint not null default 0,
  number_of_errors bigint not null default 0,
  max_number_of_errors bigint not null default 0,
  num_retries integer not null default 0,
  retry_timeout integer not null default 1000,
  start_now boolean not null default true,
  run_on_start boolean not null default false,
  reset_only_once boolean not null default true,
  result text,
  elapsed_time integer,
  updated_at timestamptz not null default now(),
  unique (job_id, trigger_id)
);
comment on table sys_job_trigger is 'When a job runs, and what became of its last run; 0 as a maximum is none.';
create index sys_job_trigger_due on sys_job_trigger (next_run_time) where next_run_time is not null;

create table sys_job_record (
  id bigint primary key,
  job_id text not null references sys_job (job_id) on update cascade on delete cascade,
  -- empty: somebody ran it by hand
  trigger_id text not null,
  number_of_runs bigint not null,
  last_run_time timestamptz not null,
  next_run_time timestamptz,
  status smallint not null,
  result text not null,
  elapsed_time integer not null,
  created_at timestamptz not null default now()
);
comment on table sys_job_record is 'Runs of jobs: every one of a request, of the product''s works those that failed or that somebody asked for.';
create index sys_job_record_job on sys_job_record (job_id, id);
create index sys_job_record_age on sys_job_record (created_at);

grant select, insert, update, delete on sys_job, sys_job_trigger, sys_job_record to paydesk_server;

create table sys_plugin (
  id bigint primary key,
  name text not null,
  csharp_code text not null,
  assembly_name text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  version integer not null default 1
);
comment on table sys_plugin is 'Code that clients of the family keep: text that is never compiled or run.';

create table sys_wechat_pay (
  id bigint primary key,
  out_trade_number text not null unique,
  transaction_id text,
  description text not null default '',
  -- minor units
  total integer not null check (total > 0),
  trade_state text not null,
  attachment text,
  tags text,
  success_time timestamptz,
  business_id text,
  qrcode_content text,
  created_at timestamptz not null default now()
);
comment on table sys_wechat_pay is 'Payments of a mobile provider that an installation has imported; the product makes none.';
create index sys_wechat_pay_at on sys_wechat_pay (created_at, id);

create table sys_code_gen (
  id bigint primary key,
  table_name text not null,
  bus_name text,
  name_space text,
  author_name text,
  generate_type text,
  generate_menu boolean,
  menu_icon text,
  menu_pid text,
  page_path text,
  print_type text,
  print_name text,
  table_prefix text,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  version integer not null default 1
);
comment on table sys_code_gen is 'Tables that code is generated of, to be shown.';

create table sys_code_gen_config (
  id bigint primary key,
  code_gen_id bigint not null references sys_code_gen on delete cascade,
  order_no integer not null,
  -- flags and names of one column, by the family's keys
  settings jsonb not null,
  version integer not null default 1
);
comment on table sys_code_gen_config is 'How the code treats each column of its table.';
create index sys_code_gen_config_of on sys_code_gen_config (code_gen_id, order_no);

grant select, insert, update, delete on sys_plugin, sys_code_gen, sys_code_gen_config to paydesk_server;
grant select, insert on sys_wechat_pay to paydesk_server;

-- Statements that people ran in the SQL console: kept before they run, ended afterwards.
create table console_statement (
  id bigint primary key,
  -- outlives the person
  user_id bigint not null,
  statement text not null check (length(statement) <= 20000),
  begun_at timestamptz not null default now(),
  ms integer,
  rows integer,
  failure text
);
comment on table console_statement is 'Statements of the SQL console, with who ran them, when, for how long and how many rows were shown.';
create index console_statement_own on console_statement (user_id, id);
create index console_statement_age on console_statement (begun_at);

create table console_opening (
  session_id bigint primary key references sys_session on delete cascade,
  open_until timestamptz not null
);
comment on table console_opening is 'Sign-ins that may use the SQL console, opened by a one-time password or a passkey.';

grant select, insert, delete on console_statement to paydesk_server;
grant update (ms, rows, failure) on console_statement to paydesk_server;
grant select, insert, update, delete on console_opening to paydesk_server;

-- Schema console: a view of each table without what is secret, which is all that the console's role may read. Run at every
-- start, so that no table is forgotten and none shows what it should not. `*` hides the whole table.
create function hidden_of_console() returns table (table_name text, column_name text) language sql immutable as $$
  values ('captcha', '*'), ('console_opening', '*'), ('export_part', '*'), ('idempotency', '*'), ('open_nonce', '*'),
    ('otp_recovery', '*'), ('secret_key', '*'), ('sms_code', '*'), ('sys_file_part', '*'), ('sys_passkey_challenge', '*'),
    ('sys_password', '*'), ('sys_qr_sign_in', '*'),
    ('sys_user', 'password_hash'), ('user_otp', 'secret_key'), ('otp_use', 'command_key'),
    ('sys_session', 'refresh_hash'), ('sys_session', 'previous_hash'), ('sys_session', 'successor'),
    ('sys_session', 'binding_hash'), ('sys_session', 'device_hash'),
    ('sys_passkey', 'credential_id'), ('sys_passkey', 'public_key'),
    ('sys_ldap', 'bind_pass'), ('sys_open_access', 'access_secret'), ('open_access', 'access_secret'),
    ('open_api_log', 'headers'), ('open_api_log', 'canonical'), ('open_api_log', 'given_sign'),
    ('open_api_log', 'expected_sign'),
    ('merchant', 'sign_secret'), ('merchant', 'config'), ('merchant', 'extended_config'),
    ('upstream', 'config'), ('upstream', 'expand'), ('upstream_event', 'raw'),
    ('channel', 'upstream_config'), ('channel', 'expand_config'), ('channel_binding', 'expand'),
    ('collect_attempt', 'request'), ('pay_attempt', 'request'), ('outbound_call', 'payload'),
    ('collect_order', 'pay_url'), ('collect_order', 'upstream_pay_url'), ('collect_attempt', 'pay_url'),
    ('job', 'payload'), ('job', 'result'), ('sys_job', 'properties'), ('user_setting', 'value')
$$;

create function make_console_views() returns void language plpgsql set search_path = public as $$
declare
  shown record;
  known text;
begin
  create schema if not exists console;
  grant usage on schema console to paydesk_console;
  for shown in
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from hidden_of_console() h where h.table_name = c.relname and h.column_name in ('*', a.attname))
    group by c.relname
  loop
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into known
    from pg_attribute a where a.attrelid = to_regclass(format('console.%I', shown.name)) and a.attnum > 0;
    continue when known = shown.columns;
    execute format('drop view if exists console.%I', shown.name);
    execute format('create view console.%I as select %s from public.%I', shown.name, shown.columns, shown.name);
    execute format('grant select on console.%I to paydesk_console', shown.name);
  end loop;
end $$;
revoke execute on function make_console_views() from public;
-- What takes locks or looks at others' statements is for the server alone.
revoke execute on function slow_statements(integer), other_holder(text, smallint, bigint, boolean, bigint),
  doubted_for(text, smallint, bigint) from public;
grant execute on function slow_statements(integer), other_holder(text, smallint, bigint, boolean, bigint),
  doubted_for(text, smallint, bigint) to paydesk_server;
