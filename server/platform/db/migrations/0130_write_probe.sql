-- Servers try out every few seconds whether the database takes writes: an update of this one row.
create table write_probe (
  single boolean primary key default true check (single),
  written_at timestamptz not null
) with (fillfactor = 50);
insert into write_probe (written_at) values (now());

grant select, update on write_probe to paydesk_server;
