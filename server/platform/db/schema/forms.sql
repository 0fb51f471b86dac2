-- Forms that administrators draw, and the versions of them that rows are filled in by.

create table form_design (
  id bigint primary key,
  -- a JSON map of locale to name
  name text not null,
  purpose text not null default 'manualOrder' check (purpose in ('manualOrder')),
  status smallint not null default 0 check (status between 0 and 2),
  -- a JSON Schema (contract/forms); what is drawn and may be unfinished
  draft jsonb not null default '{"type": "object", "properties": {}, "x-sections": [{"x-columns": 2, "fields": []}]}',
  -- the newest that was published; 0 without one
  form_version integer not null default 0 check (form_version >= 0),
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  check ((status = :formStatus.draft) = (form_version = 0))
);
comment on table form_design is 'Forms that administrators draw.';
create unique index form_design_in_force on form_design (purpose) where status = :formStatus.inForce;

create table form_version (
  id bigint primary key,
  form_id bigint not null references form_design,
  form_version integer not null check (form_version > 0),
  schema jsonb not null,
  note text,
  published_by bigint references sys_user,
  published_at timestamptz not null default now(),
  unique (form_id, form_version)
);
comment on table form_version is 'Published versions of forms; none ever changes.';

create table form_purpose (
  purpose text primary key,
  -- null: nothing is asked
  version_id bigint references form_version
);
comment on table form_purpose is 'Which version of which form is in force for what; locked by whoever fills one in.';
insert into form_purpose (purpose) values ('manualOrder');

grant select, insert, update, delete on form_design to paydesk_server;
grant select, insert on form_version to paydesk_server;
grant select, insert, update on form_purpose to paydesk_server;
