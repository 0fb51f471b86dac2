-- A large bulk waits before it starts, so that whoever gave it can take it back.
alter table job drop constraint job_status_check;
alter table job add constraint job_status_check
  check (status in ('held', 'queued', 'running', 'done', 'failed', 'cancelled'));
-- When a held job starts, by the database's clock.
alter table job add column starts_at timestamptz;
alter table job add constraint job_held check (status <> 'held' or starts_at is not null);

-- Amounts by currency, as decimal text: what a bulk of this role's people may come to before they type its count.
alter table sys_role add column bulk_limits jsonb check (jsonb_typeof(bulk_limits) = 'object');
