-- Signed packages that add entries to the menu. Nothing of them runs on the server.

create table plugin_package (
  id bigint primary key,
  code text not null unique,
  -- a JSON map of locale to name
  name text not null,
  plugin_version text not null,
  publisher text not null,
  -- the trusted key (PLUGIN_KEYS) that signed it
  key_name text not null,
  entry_count integer not null check (entry_count > 0),
  -- as it was installed, byte for byte: it is verified again before it is enabled
  package_text text not null,
  status smallint not null default 1,
  remark text,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  version integer not null default 1
);
comment on table plugin_package is 'Signed packages that add links and embedded pages to the menu.';
grant select, insert, update, delete on plugin_package to paydesk_server;
