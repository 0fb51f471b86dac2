-- The rows that a dry run of a command on everything that matches showed, for every server: the command acts on exactly these.
create table dry_run (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  -- Caller with scope, filter, command and exceptions; a person's next dry run of the same replaces this one.
  question text not null,
  -- Ids in the order shown, 8 bytes each, the highest byte first.
  row_ids bytea not null,
  expires_at timestamptz not null,
  unique (user_id, question)
);
-- Ids hardly shrink: TOAST only stores them.
alter table dry_run alter column row_ids set storage external;

grant select, insert, update, delete on dry_run to paydesk_server;
