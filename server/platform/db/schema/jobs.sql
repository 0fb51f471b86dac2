-- Commands in progress, jobs and exports, events, calls to others, and what several servers share.

create table idempotency (
  user_id bigint not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table idempotency is 'Keys of commands with the answer that a repetition gets.';
create index idempotency_age on idempotency (created_at);

create table job (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null,
  payload jsonb not null,
  status text not null default 'queued' check (status in ('held', 'queued', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint not null default 0,
  result jsonb,
  error text,
  -- when a held job starts, by the database's clock
  starts_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint job_held check (status <> 'held' or starts_at is not null)
);
comment on table job is 'Long-running work of people: bulk operations and exports.';
create index job_user on job (user_id, id);

create table job_row (
  job_id bigint not null references job on delete cascade,
  row_id bigint not null,
  code text,
  message text,
  primary key (job_id, row_id)
);
comment on table job_row is 'Outcome of a bulk operation by row, so that it resumes and applies nothing twice.';

create table dry_run (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  -- caller with scope, filter, command and exceptions; the next preview of the same replaces this one
  question text not null,
  -- ids in the order shown, 8 bytes each, the highest byte first
  row_ids bytea not null,
  expires_at timestamptz not null,
  unique (user_id, question)
);
alter table dry_run alter column row_ids set storage external;
comment on table dry_run is 'The rows that the preview of a bulk command showed; the command acts on exactly these.';

-- In the database, so that any server can hand them out and none keeps them on a disk of its own.
create table export_file (
  id bigint primary key,
  job_id bigint not null references job on delete cascade,
  -- bytes of the whole file; null while a run still writes it
  size bigint check (size >= 0),
  -- of a draft: when its run counts as dead; moved on with every part
  expires_at timestamptz not null
) with (fillfactor = 70);
comment on table export_file is 'Finished exports and drafts of running ones.';
create unique index export_file_finished on export_file (job_id) where size is not null;
create index export_file_job on export_file (job_id);

-- Of a fixed length before compression, so that a range of bytes names its parts. Compressed by the server: TOAST only
-- stores them.
create table export_part (
  file_id bigint not null references export_file on delete cascade,
  no integer not null,
  content bytea not null,
  primary key (file_id, no)
) with (autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05);
alter table export_part alter column content set storage external;
comment on table export_part is 'The parts of export files.';

create table outbox (
  id bigint generated always as identity primary key,
  resource text not null,
  row_id bigint not null,
  change text not null check (change in ('add', 'update', 'delete')),
  merchant_id bigint,
  -- of a row that is gone by the time it is numbered, and of no merchant
  tenant_id bigint,
  at timestamptz not null default now()
);
comment on table outbox is 'Changes written in the business transaction, which a dispatcher numbers into event.';

create table event (
  seq bigint primary key,
  resource text not null,
  row_id bigint not null,
  change text not null,
  merchant_id bigint,
  -- of a row of no merchant: only this tenant's people are notified; none is the installation's own
  tenant_id bigint,
  at timestamptz not null
);
comment on table event is 'Numbered changes that event streams send and resume from.';
create index event_age on event (at);

-- The tenant of a row that no merchant owns and that streams report or a log of differences is about; null where it has
-- none, or is gone.
create function tenant_of_row(resource text, id bigint) returns bigint language sql stable set search_path = public as $$
  select case $1
    when 'alertIncident' then (select tenant_id from alert_incident r where r.id = $2)
    when 'approvalRule' then (select tenant_id from approval_rule r where r.id = $2)
    when 'bankBatch' then (select tenant_id from bank_batch r where r.id = $2)
    when 'bankBill' then (select tenant_id from bank_bill r where r.id = $2)
    when 'shiftHandover' then (select tenant_id from shift_handover r where r.id = $2)
    when 'sysFile' then (select tenant_id from sys_file r where r.id = $2)
    when 'sysLdap' then (select tenant_id from sys_ldap r where r.id = $2)
    when 'sysNotice' then (select tenant_id from sys_notice r where r.id = $2)
    when 'sysOnlineUser' then (select u.tenant_id from sys_session r join sys_user u on u.id = r.user_id where r.id = $2)
    when 'sysOpenAccess' then (select bind_tenant_id from sys_open_access r where r.id = $2)
    when 'sysOrg' then (select tenant_id from sys_org r where r.id = $2)
    when 'sysPos' then (select tenant_id from sys_pos r where r.id = $2)
    when 'sysRole' then (select tenant_id from sys_role r where r.id = $2)
    when 'sysUser' then (select tenant_id from sys_user r where r.id = $2)
    when 'sysWechatUser' then (select tenant_id from sys_wechat_user r where r.id = $2)
    when 'userOtp' then (select tenant_id from user_otp r where r.id = $2)
  end
$$;

create table lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);
comment on table lease is 'Roles that one server holds at a time, such as the dispatcher.';

-- Two processes never make ids with one number at a time, and the next holder of a number begins after the last
-- millisecond that the one before may have used. 960 to 1023 are for programs that hold no lease (tests, benchmarks).
create table id_node (
  node smallint primary key check (node between 0 and 959),
  holder text,
  expires_at timestamptz not null,
  -- no id of this node is of a later millisecond (since 1970)
  last_ms bigint not null
);
comment on table id_node is 'Node numbers inside ids, leased by servers.';
insert into id_node (node, expires_at, last_ms)
select node, '-infinity', (extract(epoch from clock_timestamp()) * 1000)::bigint from generate_series(0, 959) node;

create table write_probe (
  single boolean primary key default true check (single),
  written_at timestamptz not null
) with (fillfactor = 50);
comment on table write_probe is
  'One row that servers update every few seconds to learn whether the database takes writes.';
insert into write_probe (written_at) values (now());

-- Counted over all servers: each endpoint has a share of the calls, and what finds its endpoint full waits in
-- outbound_call, oldest first, without a worker or a connection.
create table outbound_endpoint (
  name text primary key,
  kind text not null check (kind in ('callback', 'upstream', 'merchant')),
  -- calls at once that its answers have earned
  share real not null check (share >= 1),
  -- how long a quick answer of it takes on average; null before the first
  baseline_ms real,
  changed_at timestamptz not null default now()
) with (fillfactor = 50);
comment on table outbound_endpoint is
  'Endpoints that are called, with the concurrency that their answers have earned.';

create table outbound_call (
  id bigint generated always as identity primary key,
  endpoint text not null,
  kind text not null check (kind in ('callback', 'upstream', 'merchant')),
  task text not null,
  payload jsonb not null,
  -- of the job; one waiting call has it
  key text,
  -- 0 waiting, 1 its job is queued and its place kept, 2 running
  state smallint not null check (state between 0 and 2),
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  -- when a place is given to others although nobody has ended the call
  expires_at timestamptz check ((expires_at is null) = (state = :outboundCall.waiting)),
  server text
);
comment on table outbound_call is 'Calls to endpoints that wait for a place or run.';
create unique index outbound_call_key on outbound_call (key) where state < :outboundCall.running;
create index outbound_call_waiting on outbound_call (endpoint, id) where state = :outboundCall.waiting;
create index outbound_call_open on outbound_call (endpoint) where state > :outboundCall.waiting;

-- Unlogged: after a crash, counting begins again.
create unlogged table shared_budget (
  kind text not null,
  caller text not null,
  minute bigint not null,
  given integer not null,
  primary key (kind, caller)
);
comment on table shared_budget is
  'How many calls of a kind and caller were given out in this minute, over all servers.';

grant select, insert, update, delete on idempotency, job, job_row, dry_run, export_file, export_part, outbox, event,
  lease, outbound_endpoint, outbound_call, shared_budget to paydesk_server;
grant select, update on id_node, write_probe to paydesk_server;
