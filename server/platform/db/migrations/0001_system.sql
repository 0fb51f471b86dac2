-- System tables. Runs as paydesk_owner; paydesk_server gets what it needs at the end of each file.
-- Ids are made by the application (time-ordered 63-bit integers) so that they stay unique past one database.

create table sys_tenant (
  id bigint primary key,
  name text not null,
  status smallint not null default 1,
  created_at timestamptz not null default now()
);

create table sys_org (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  pid bigint references sys_org,
  name text not null,
  code text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
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
  created_at timestamptz not null default now()
);

create table sys_role (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  name text not null,
  code text not null,
  data_scope smallint not null default 4 check (data_scope between 1 and 5),
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (tenant_id, code)
);

create table sys_user (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  account text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  real_name text not null,
  nick_name text,
  account_type smallint not null default 777 check (account_type in (999, 888, 777, 666)),
  org_id bigint references sys_org,
  pos_id bigint references sys_pos,
  merchant_id bigint,
  phone text,
  email text,
  id_card_num text,
  job_num text,
  domain_account text,
  avatar text,
  address text,
  signature text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  demo boolean not null default false,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index sys_user_account on sys_user (lower(account));
create index sys_user_merchant on sys_user (merchant_id);

create table sys_user_role (
  user_id bigint not null references sys_user on delete cascade,
  role_id bigint not null references sys_role on delete cascade,
  primary key (user_id, role_id)
);
create table sys_role_org (
  role_id bigint not null references sys_role on delete cascade,
  org_id bigint not null references sys_org on delete cascade,
  primary key (role_id, org_id)
);

create table sys_menu (
  id bigint primary key,
  pid bigint references sys_menu on delete cascade,
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
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index sys_menu_name on sys_menu (name) where type <> 3;
create unique index sys_menu_permission on sys_menu (permission) where type = 3;
create index sys_menu_pid on sys_menu (pid);

create table sys_role_menu (
  role_id bigint not null references sys_role on delete cascade,
  menu_id bigint not null references sys_menu on delete cascade,
  primary key (role_id, menu_id)
);

create table sys_dict_type (
  id bigint primary key,
  name text not null,
  code text not null unique,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
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
  remark text,
  unique (dict_type_id, value)
);

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
  created_at timestamptz not null default now()
);

create table sys_notice (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  title text not null,
  content text not null,
  type smallint not null default 1 check (type in (1, 2)),
  status smallint not null default 1 check (status in (0, 1, 2)),
  publisher text not null,
  publish_time timestamptz not null default now(),
  version integer not null default 1
);
create table sys_notice_read (
  notice_id bigint not null references sys_notice on delete cascade,
  user_id bigint not null references sys_user on delete cascade,
  read_at timestamptz not null default now(),
  primary key (notice_id, user_id)
);

-- One row per sign-in: a family of rotating refresh tokens, its lock screen and its end.
create table sys_session (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  generation integer not null default 1,
  -- sha-256 of the refresh token in force and of the one before it, good for 30 s after rotated_at
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  -- the successor pair of the previous token, encrypted, so that every asker gets the same one
  successor text,
  binding_hash bytea,
  locked_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sys_session_user on sys_session (user_id) where revoked_at is null;

-- Guessing is counted here, atomically, per account + address and kind.
create table attempt_counter (
  key text primary key,
  failures integer not null,
  window_start timestamptz not null,
  blocked_until timestamptz
);
create table captcha (
  id text primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
-- Keys made at first boot (JWT, SM2), encrypted with SECRETS_KEY.
create table secret_key (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table user_setting (
  user_id bigint not null references sys_user on delete cascade,
  key text not null check (length(key) <= 100),
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
create table layout (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null check (kind in ('workspace', 'dashboard')),
  name text not null,
  active boolean not null default false,
  -- raw text, not jsonb: what a client stored comes back to the byte, so that a broken one can be exported
  baseline text,
  working text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, kind, name)
);
create unique index layout_active on layout (user_id, kind) where active;

create table idempotency (
  user_id bigint not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_age on idempotency (created_at);

create table job (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null,
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint not null default 0,
  result jsonb,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index job_user on job (user_id, id);
-- One row per row of a bulk operation, so that it resumes and never doubles.
create table job_row (
  job_id bigint not null references job on delete cascade,
  row_id bigint not null,
  code text,
  message text,
  primary key (job_id, row_id)
);

-- Written inside the business transaction; a single dispatcher moves committed rows into event and numbers them there.
create table outbox (
  id bigint generated always as identity primary key,
  resource text not null,
  row_id bigint not null,
  change text not null check (change in ('add', 'update', 'delete')),
  merchant_id bigint,
  at timestamptz not null default now()
);
create table event (
  seq bigint primary key,
  resource text not null,
  row_id bigint not null,
  change text not null,
  merchant_id bigint,
  at timestamptz not null
);
create index event_age on event (at);
create table lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

grant select, insert, update, delete on all tables in schema public to paydesk_server;
grant usage, select on all sequences in schema public to paydesk_server;
