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
