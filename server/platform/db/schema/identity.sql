-- What people have besides their own row.

create table sys_user_ext_org (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  org_id bigint not null references sys_org,
  pos_id bigint not null references sys_pos,
  job_num text,
  pos_level text,
  join_date date,
  unique (user_id, org_id)
);
comment on table sys_user_ext_org is 'Subsidiary organisations of people, with the position they have there.';
create index sys_user_ext_org_org on sys_user_ext_org (org_id);
create index sys_user_ext_org_pos on sys_user_ext_org (pos_id);

create table sys_tenant_menu (
  tenant_id bigint not null references sys_tenant on delete cascade,
  menu_id bigint not null references sys_menu on delete cascade,
  primary key (tenant_id, menu_id)
);
comment on table sys_tenant_menu is 'Menus and buttons that the roles of a tenant may have at most.';
create index sys_tenant_menu_menu on sys_tenant_menu (menu_id);

grant select, insert, update, delete on sys_user_ext_org, sys_tenant_menu to paydesk_server;

create table sys_wechat_user (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  nick_name text not null,
  platform_type smallint not null default 1 check (platform_type between 1 and 5),
  open_id text,
  union_id text,
  mobile text,
  sex smallint,
  country text,
  province text,
  city text,
  avatar text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_wechat_user is 'Accounts that people have at other services.';
create unique index sys_wechat_user_open on sys_wechat_user (tenant_id, platform_type, open_id);

create table sys_open_access (
  id bigint primary key,
  access_key text not null,
  -- encrypted with SECRETS_KEY
  access_secret text not null,
  bind_tenant_id bigint not null references sys_tenant on delete cascade,
  bind_user_id bigint not null references sys_user on delete cascade,
  status smallint not null default 1,
  -- calls that change something must sign their body, too
  body_signed boolean not null default false,
  last_used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_open_access is 'Keys with which systems of tenants sign as somebody.';
create unique index sys_open_access_key on sys_open_access (lower(access_key));
create index sys_open_access_user on sys_open_access (bind_user_id);
create index sys_open_access_tenant on sys_open_access (bind_tenant_id);

grant select, insert, update, delete on sys_wechat_user, sys_open_access to paydesk_server;

create table sys_open_access_refusal (
  id bigint primary key,
  access_id bigint not null references sys_open_access on delete cascade,
  -- a name of openAccess in errors.json
  reason text not null,
  method text not null,
  path text not null,
  ip text not null,
  refused_at timestamptz not null
);
comment on table sys_open_access_refusal is 'Signed calls that were not let in, by the key that they named; dropped after some weeks.';
create index sys_open_access_refusal_access on sys_open_access_refusal (access_id, id desc);
create index sys_open_access_refusal_age on sys_open_access_refusal (refused_at);
grant select, insert, delete on sys_open_access_refusal to paydesk_server;

create table sms_code (
  -- E.164
  phone text primary key,
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
comment on table sms_code is 'Codes sent by short message that wait to be typed.';
create index sys_user_phone on sys_user (phone) where phone is not null;
grant select, insert, update, delete on sms_code to paydesk_server;

create table sys_qr_sign_in (
  id text primary key,
  -- what the QR code carries and a person may type
  code_hash bytea not null unique,
  -- what the browser that asked keeps to itself
  secret_hash bytea not null,
  refused boolean not null default false,
  -- who approved it; while nobody has and it is not refused, it waits
  user_id bigint references sys_user on delete cascade,
  -- the approval was confirmed by a one-time password or a passkey
  confirmed boolean not null default false,
  ip text not null,
  browser text,
  os text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (not refused or user_id is null)
);
comment on table sys_qr_sign_in is 'Sign-ins that wait to be approved on a device where somebody is signed in.';
create index sys_qr_sign_in_age on sys_qr_sign_in (expires_at);
create index sys_qr_sign_in_user on sys_qr_sign_in (user_id);
grant select, insert, update, delete on sys_qr_sign_in to paydesk_server;
