-- Runs are read as a list of their own: how many days each has, and the newest first.
alter table report_run add column days integer generated always as (to_date - from_date + 1) stored;
create index report_run_created on report_run (created_at, id);
