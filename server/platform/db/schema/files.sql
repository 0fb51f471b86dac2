-- Files that people upload, with their bytes.

create table sys_file (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  -- whose it is; of somebody who is gone it is nobody's
  user_id bigint references sys_user on delete set null,
  -- as it was called, without its suffix
  file_name text not null,
  -- by its bytes
  suffix text not null,
  size bigint not null check (size > 0),
  size_kb integer not null,
  file_md5 text not null,
  -- where its address begins: /<file_path>/<id><suffix>
  file_path text not null,
  -- of the object store that has its bytes; null: the database has them
  bucket text,
  file_type text,
  is_public boolean not null default false,
  relation_name text,
  relation_id text,
  belong_id text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_file is 'Files that people uploaded: pictures, documents and texts.';
create index sys_file_user on sys_file (user_id);
create index sys_file_relation on sys_file (relation_name, relation_id);

-- Of a fixed length, so that a file is read as it is sent.
create table sys_file_part (
  file_id bigint not null references sys_file on delete cascade,
  no integer not null,
  content bytea not null,
  primary key (file_id, no)
);
-- Pictures and documents are compressed already.
alter table sys_file_part alter column content set storage external;
comment on table sys_file_part is 'The bytes of files.';

-- Of an upload before its row is there, and of a file that is gone: both lead to the same removal.
create table sys_file_object (
  bucket text not null,
  key text not null,
  -- when it is removed; later for an upload that may still get its row
  due_at timestamptz not null,
  tries integer not null default 0,
  primary key (bucket, key)
);
comment on table sys_file_object is 'Objects in buckets that no file names, until they are removed.';
create index sys_file_object_due on sys_file_object (due_at);

grant select, insert, update, delete on sys_file, sys_file_part, sys_file_object to paydesk_server;

create table sys_region (
  id bigint primary key,
  pid bigint references sys_region on delete cascade,
  name text not null,
  short_name text,
  merger_name text,
  code text not null unique,
  zip_code text,
  city_code text,
  level smallint not null check (level between 1 and 9),
  pin_yin text,
  lng numeric(9, 6),
  lat numeric(9, 6),
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_region is 'Countries and what is in them, as far down as an installation needs.';
create index sys_region_pid on sys_region (pid, order_no, id);

create table sys_print (
  id bigint primary key,
  name text not null unique,
  -- what is printed where, as the designer keeps it
  template text not null,
  -- what it prints (contract/print/sources.ts), or foreign: the template of another program
  source text not null default 'foreign',
  print_type smallint not null default 1 check (print_type in (1, 2)),
  client_service_address text,
  print_param text,
  print_data_demo text,
  order_no integer not null default 100,
  status smallint not null default 1,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_print is 'Templates of what is printed: receipts, statements.';

grant select, insert, update, delete on sys_region, sys_print to paydesk_server;
