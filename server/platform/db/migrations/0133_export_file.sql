-- Finished exports wait in the database: any server can hand them out, none keeps them on a disk of its own.
create table export_file (
  id bigint primary key,
  job_id bigint not null references job on delete cascade,
  -- Bytes of the whole file; null while a run still writes it. A run that died leaves a draft.
  size bigint check (size >= 0),
  -- Of a draft: when its run counts as dead. Moved on with every part.
  expires_at timestamptz not null
) with (fillfactor = 70);
create unique index export_file_finished on export_file (job_id) where size is not null;
create index export_file_job on export_file (job_id);

-- Parts of a fixed length before compression, so that a range of bytes names its parts. They are compressed before they
-- get here: TOAST only stores them.
create table export_part (
  file_id bigint not null references export_file on delete cascade,
  no integer not null,
  content bytea not null,
  primary key (file_id, no)
) with (autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05);
alter table export_part alter column content set storage external;

grant select, insert, update, delete on export_file, export_part to paydesk_server;
