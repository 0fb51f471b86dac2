-- What was asked of the system and what it changed: rows are only added, by month, and go with their month.

-- Requests that begin, lock or end a session.
create table sys_log_vis (
  id bigint primary key,
  tenant_id bigint,
  log_date_time timestamptz not null,
  user_id bigint,
  account text,
  real_name text,
  display_title text not null,
  controller_name text not null,
  action_name text not null,
  http_method text not null,
  request_url text not null,
  -- the code of the answer's envelope: 200, or that of the refusal
  status smallint not null,
  error_code text,
  elapsed integer not null,
  remote_ip text not null,
  -- where that is by the GeoIP file, a JSON map of locale to text, and in degrees
  location text,
  longitude text,
  latitude text,
  browser text,
  os text,
  trace_id text not null
) partition by range (id);
comment on table sys_log_vis is 'Access log: who signed in, locked, unlocked and signed out, from where, refused ones too.';
create index sys_log_vis_at on sys_log_vis (log_date_time);
create index sys_log_vis_trace on sys_log_vis (trace_id);

create table sys_log_op (
  like sys_log_vis including all,
  -- ids and switches of the request, and the names of whatever else it carried
  request_param jsonb
) partition by range (id);
comment on table sys_log_op is 'Operation log: every write that was asked for, refused ones too.';

create table sys_log_ex (
  like sys_log_vis including all,
  request_param jsonb,
  -- kind of error and the place in our code where it arose: what is the same has the same
  fingerprint text not null,
  exception text not null
) partition by range (id);
comment on table sys_log_ex is 'Exception log: requests that failed unexpectedly, with the error.';
create index sys_log_ex_fingerprint on sys_log_ex (fingerprint);

-- The place of an error is the product's and no tenant's, so one mark is for all.
create table sys_log_ex_mark (
  fingerprint text primary key,
  state text not null check (state in ('muted', 'resolved')),
  user_id bigint not null,
  account text not null,
  marked_at timestamptz not null
);
comment on table sys_log_ex_mark is 'What people have made of failures that are the same: muted, or resolved until they come again.';

create table sys_log_diff (
  id bigint primary key,
  tenant_id bigint,
  log_date_time timestamptz not null,
  user_id bigint,
  account text,
  remote_ip text,
  resource text not null,
  row_id bigint not null,
  -- what the row was called then, where it has a name: a text or a JSON map of locale to text
  row_name text,
  diff_type text not null check (diff_type in ('add', 'update', 'delete')),
  -- the fields that changed, by name, and of sets what was taken and given; secrets masked
  before_data jsonb,
  after_data jsonb,
  -- what the ids in both were called then, by id
  labels jsonb,
  -- the names of the row and of all that the change names, to be searched
  concerned text,
  -- the request that changed it (server/platform/trace.ts)
  trace_id text default nullif(current_setting('paydesk.trace', true), '')
) partition by range (id);
comment on table sys_log_diff is 'Difference log: each field of the system''s own rows that somebody changed, before and after.';
create index sys_log_diff_at on sys_log_diff (log_date_time);
create index sys_log_diff_trace on sys_log_diff (trace_id) where trace_id is not null;
create index sys_log_diff_row on sys_log_diff (resource, row_id);

-- The first id that an instant can have (server/platform/db/id.ts).
create function first_id_at(at timestamptz) returns bigint language sql immutable as $$
  select greatest(0, floor(extract(epoch from at) * 1000)::bigint - 1704067200000) << 22
$$;

-- Makes the partitions of this month and the next of each log, and drops those that ended more than so many months ago.
-- What no month takes, from a clock that is off, is kept in a partition of its own.
create function keep_log_partitions(months integer) returns integer language plpgsql security definer set search_path = public as $$
declare
  log text;
  first date;
  old record;
  dropped integer := 0;
begin
  foreach log in array array['sys_log_vis', 'sys_log_op', 'sys_log_ex', 'sys_log_diff'] loop
    execute format('create table if not exists %I partition of %I default', log || '_other', log);
    foreach first in array array[date_trunc('month', now() at time zone 'UTC')::date,
                                 (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::date] loop
      begin
        execute format('create table if not exists %I partition of %I for values from (%s) to (%s)',
          log || to_char(first, '_YYYY_MM'), log,
          first_id_at(first::timestamp at time zone 'UTC'), first_id_at((first + interval '1 month') at time zone 'UTC'));
      exception when check_violation then
        -- Rows of that month are in the partition for what no month takes: they stay readable there.
        null;
      end;
    end loop;
    for old in
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = log::regclass and c.relname ~ '_\d{4}_\d\d$'
        and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= date_trunc('month', now()) - make_interval(months => months)
    loop
      execute format('drop table %I', old.name);
      dropped := dropped + 1;
    end loop;
  end loop;
  return dropped;
end $$;
revoke execute on function keep_log_partitions(integer) from public;
grant execute on function keep_log_partitions(integer) to paydesk_server;
select keep_log_partitions(12);

grant select, insert on sys_log_vis, sys_log_op, sys_log_ex, sys_log_diff to paydesk_server;
grant select, insert, update, delete on sys_log_ex_mark to paydesk_server;
