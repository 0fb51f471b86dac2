-- Tenants, organisations, roles, menus, dictionaries and settings.
-- Everything runs as paydesk_owner; each file ends with what paydesk_server and paydesk_merchant are granted. Ids are
-- time-ordered 63-bit integers made by the application, so that they stay unique over several databases.

-- The merchants that this connection may read; null before it was given any.
create function paydesk_merchants() returns bigint[] language sql stable parallel safe as
  $$ select nullif(current_setting('paydesk.merchants', true), '')::bigint[] $$;

-- Row security for every table that names a merchant: paydesk_server passes (the planner drops a condition that is
-- always true), paydesk_merchant reads the merchants of its connection. Run at every start, so that none is forgotten.
create function secure_merchant_tables() returns void language plpgsql as $$
declare
  guarded record;
begin
  for guarded in
    select c.oid::regclass as name, a.attname as owner
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'merchant' then 'id' else 'merchant_id' end
    where c.relkind in ('r', 'p') and not c.relrowsecurity
  loop
    execute format('alter table %s enable row level security', guarded.name);
    execute format('create policy served on %s to paydesk_server using (true) with check (true)', guarded.name);
    execute format('create policy own on %s for select to paydesk_merchant'
      ' using (%I = any ((select paydesk_merchants())::bigint[]))', guarded.name, guarded.owner);
  end loop;
end $$;

create table sys_tenant (
  id bigint primary key,
  name text not null,
  -- 0 rows of the common tables by id, 1 a database of its own, which is not served
  tenant_type smallint not null default 0 check (tenant_type = 0),
  -- made with it: its administrator and the root of its organisations
  admin_account text,
  user_id bigint,
  org_id bigint,
  phone text,
  email text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_tenant is 'Tenants: the outermost boundary of data. The first one is the platform itself.';

-- The one place that says which tenant is the platform: the one that was there first.
create function is_other_tenant(tenant bigint) returns boolean language sql stable as $$
  select exists (select from sys_tenant p where p.id < tenant)
$$;
create function platform_tenant() returns bigint language sql stable as $$
  select min(id) from sys_tenant
$$;
comment on function platform_tenant is 'The id of the tenant that is the platform itself.';
comment on function is_other_tenant is 'True for the id of a tenant that is not the platform itself.';

create table sys_org (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  pid bigint references sys_org,
  name text not null,
  code text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  -- whose national numbers people type; telephone numbers are stored in E.164
  type text,
  level smallint,
  director_id bigint,
  country text check (country ~ '^[A-Z]{2}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_org is 'Organisations, a tree; a merchant belongs to one, and data scopes are subtrees.';
create index sys_org_pid on sys_org (pid);

create table sys_pos (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  name text not null,
  code text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_pos is 'Positions that people hold.';

create table sys_role (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  name text not null,
  code text not null,
  data_scope smallint not null default 4 check (data_scope between 1 and 5),
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  -- how many of its holders it does not fit; null where it fits all
  misfits integer,
  -- amounts by currency, as decimal text: a larger bulk asks its caller to type the count
  bulk_limits jsonb check (jsonb_typeof(bulk_limits) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  unique (tenant_id, code)
);
create unique index sys_role_code on sys_role (tenant_id, lower(code));
comment on table sys_role is 'Roles: the menus, buttons and data scope of the people who have them.';

create table sys_role_org (
  role_id bigint not null references sys_role on delete cascade,
  org_id bigint not null references sys_org on delete cascade,
  primary key (role_id, org_id)
);
comment on table sys_role_org is 'The organisations of a role whose data scope is a list.';

create table sys_app (
  id bigint primary key,
  name text not null unique,
  -- what the switch above the menu shows: plain text or a JSON map of locale to name
  title text not null,
  code text unique,
  icon text,
  -- the one that a person's menu begins with until they choose another
  is_default boolean not null default false,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_app is 'Applications: groups of menu directories, of which a person sees one at a time.';
create unique index sys_app_default on sys_app (is_default) where is_default;

create table sys_menu (
  id bigint primary key,
  pid bigint references sys_menu on delete cascade,
  -- of an entry of the first level the application that has it; null: each of them
  app_id bigint references sys_app check (app_id is null or pid is null),
  type smallint not null check (type in (1, 2, 3)),
  name text,
  path text,
  component text,
  permission text,
  redirect text,
  -- plain text, an i18n key, or a JSON map of locale to name
  title text not null,
  icon text,
  is_iframe boolean not null default false,
  is_link text,
  is_hide boolean not null default false,
  is_keep_alive boolean not null default true,
  is_affix boolean not null default false,
  order_no integer not null default 100,
  status smallint not null default 1,
  remark text,
  -- a list of ids: only for who holds one of these roles; null for whoever has it granted
  role_ids jsonb,
  -- the installed package whose entry it is
  plugin_id bigint references plugin_package on delete cascade,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_menu is 'Menu entries, pages and buttons; a button''s permission is what a route asks for.';
create unique index sys_menu_name on sys_menu (name) where type <> 3;
create unique index sys_menu_permission on sys_menu (permission) where type = 3;
create index sys_menu_pid on sys_menu (pid);
create index sys_menu_app on sys_menu (app_id) where app_id is not null;
create index sys_menu_plugin on sys_menu (plugin_id) where plugin_id is not null;

create table sys_role_menu (
  role_id bigint not null references sys_role on delete cascade,
  menu_id bigint not null references sys_menu on delete cascade,
  primary key (role_id, menu_id)
);
comment on table sys_role_menu is 'Which menus and buttons a role has.';

create table sys_dict_type (
  id bigint primary key,
  name text not null,
  code text not null unique,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
create unique index sys_dict_type_code on sys_dict_type (lower(code));
comment on table sys_dict_type is 'Dictionaries.';

create table sys_dict_data (
  id bigint primary key,
  dict_type_id bigint not null references sys_dict_type on delete cascade,
  code text not null,
  name text not null,
  label text not null,
  value text not null,
  tag_type text not null default 'primary' check (tag_type in ('success', 'warning', 'info', 'primary', 'danger')),
  style_setting text,
  class_setting text,
  status smallint not null default 1,
  order_no integer not null default 100,
  ext_data text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint,
  unique (dict_type_id, value)
);
comment on table sys_dict_data is 'Items of dictionaries: value, label and colour.';

create table shipped_entry (
  kind text not null check (kind in ('menu', 'button', 'dict', 'dictItem')),
  code text not null,
  shipped_at timestamptz not null default now(),
  primary key (kind, code)
);
comment on table shipped_entry is
  'Menus, buttons and dictionary items that the product has added once; what an administrator removed stays removed.';

create table sys_config (
  id bigint primary key,
  name text not null unique,
  code text not null unique,
  group_code text,
  value text not null,
  sys_flag smallint not null default 2 check (sys_flag in (1, 2)),
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
create unique index sys_config_code on sys_config (lower(code));
comment on table sys_config is 'Settings of the platform by code.';

create table secret_key (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
comment on table secret_key is 'Keys made at the first boot (JWT, SM2), encrypted with SECRETS_KEY.';

grant select, insert, update, delete on sys_tenant, sys_org, sys_pos, sys_role, sys_role_org, sys_app, sys_menu, sys_role_menu,
  sys_dict_type, sys_dict_data, sys_config, secret_key to paydesk_server;
grant select on shipped_entry to paydesk_server;
revoke execute on function secure_merchant_tables() from public;
grant select (id, name) on sys_org to paydesk_merchant;
