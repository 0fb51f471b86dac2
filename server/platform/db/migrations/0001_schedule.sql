-- Entries of people's own calendars.
create table sys_schedule (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  -- of the calendar of the person who wrote it: it stays on its day in whatever zone it is read
  day date not null,
  starts time not null,
  ends time not null,
  content text not null,
  status smallint not null default 0 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (starts < ends)
);
comment on table sys_schedule is 'Entries of people''s own calendars; status 1 is done.';
create index sys_schedule_user_day on sys_schedule (user_id, day, starts);
grant select, insert, update, delete on sys_schedule to paydesk_server;
