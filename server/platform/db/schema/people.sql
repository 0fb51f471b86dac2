-- People, their sign-ins and one-time passwords, notices to them, and what their clients keep.

create table sys_user (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  account text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  password_changed_at timestamptz not null default now(),
  real_name text not null,
  nick_name text,
  account_type smallint not null default 777 check (account_type in (999, 888, 777, 666)),
  org_id bigint references sys_org,
  pos_id bigint references sys_pos,
  merchant_id bigint references merchant,
  phone text,
  email text,
  job_num text,
  domain_account text,
  avatar text,
  signature text,
  join_date date,
  -- what is known of somebody beyond their work
  card_type smallint,
  id_card_num text,
  birthday date,
  sex smallint,
  age smallint,
  nation text,
  address text,
  college text,
  culture_level smallint,
  political_outlook text,
  office_phone text,
  emergency_contact text,
  emergency_phone text,
  emergency_address text,
  status smallint not null default 1,
  order_no integer not null default 100,
  remark text,
  demo boolean not null default false,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_user is 'People who sign in: the platform''s staff, merchants'' and agents'' users.';
create unique index sys_user_account on sys_user (lower(account));
create index sys_user_merchant on sys_user (merchant_id);

create table sys_user_role (
  user_id bigint not null references sys_user on delete cascade,
  role_id bigint not null references sys_role on delete cascade,
  primary key (user_id, role_id)
);
comment on table sys_user_role is 'Which roles a person has.';

create table sys_password (
  user_id bigint not null references sys_user on delete cascade,
  hash text not null,
  replaced_at timestamptz not null,
  primary key (user_id, replaced_at)
);
comment on table sys_password is 'Passwords that a person had before, so that they are not taken again.';

create table sys_session (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  generation integer not null default 1,
  -- sha-256 of the refresh token in force and of the one before it, good for 30 s after rotated_at
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  -- the successor pair of the previous token, encrypted, so that every repetition gets the same one
  successor text,
  binding_hash bytea,
  -- sha-256 of the cookie that a browser keeps from one sign-in to the next
  device_hash bytea,
  locked_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  -- where that is by the GeoIP file, a JSON map of locale to text
  location text,
  user_agent text,
  browser text,
  os text,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table sys_session is
  'Sign-ins: one family of rotating refresh tokens each, with its lock screen and its end.';
create view sys_online_user with (security_invoker = true) as
select s.id, s.user_id, u.account as user_name, u.real_name, s.ip, s.location, s.browser, s.os, s.created_at as time, s.last_seen_at
from sys_session s join sys_user u on u.id = s.user_id where s.revoked_at is null and s.expires_at > now();
comment on view sys_online_user is 'Sessions that go on, with whose they are.';
create index sys_session_user on sys_session (user_id) where revoked_at is null;
-- whose browser asks for the address of a file
create index sys_session_binding on sys_session (binding_hash) where revoked_at is null;
-- known addresses of a person: asked at every sign-in
create index sys_session_address on sys_session (user_id, ip);

create table attempt_counter (
  key text primary key,
  failures integer not null,
  window_start timestamptz not null,
  blocked_until timestamptz
);
comment on table attempt_counter is 'Failed guesses by account, address and kind.';

create table captcha (
  id text primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
comment on table captcha is 'Captchas that wait for their answer.';

create table user_otp (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  user_id bigint not null unique references sys_user on delete cascade,
  -- encrypted with SECRETS_KEY
  secret_key text,
  status smallint not null default 0 check (status between 0 and 2),
  -- the last 30 s step that was used: a code counts once
  last_step bigint not null default 0,
  failures integer not null default 0,
  recovery_left integer not null default 0,
  enrolled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table user_otp is 'One-time-password bindings of people.';

create table sys_passkey (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  -- as the authenticator names it, base64url
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it has signed, as far as it counts
  counter bigint not null default 0,
  transports jsonb not null default '[]',
  -- kept by an account elsewhere, not by one device alone
  backed_up boolean not null default false,
  name text not null check (length(name) between 1 and 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table sys_passkey is 'Passkeys of people: public keys that prove them at sign-in and confirm commands.';
create index sys_passkey_user on sys_passkey (user_id);

create table sys_passkey_challenge (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  purpose text not null check (purpose in ('register', 'signIn', 'confirm')),
  challenge text not null,
  -- of one that a passkey has answered: sha-256 of what confirms one command
  proof_hash bytea,
  expires_at timestamptz not null
);
comment on table sys_passkey_challenge is 'Challenges that wait for a passkey, and answered ones that wait for their command.';
create index sys_passkey_challenge_user on sys_passkey_challenge (user_id);

create table otp_recovery (
  user_id bigint not null references sys_user on delete cascade,
  -- argon2id
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table otp_recovery is 'Recovery codes, hashed, each for a single use.';

create table otp_use (
  user_id bigint not null references sys_user on delete cascade,
  step bigint not null,
  action text not null,
  command_key text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, step)
);
comment on table otp_use is 'Which action a one-time-password step confirmed: one step, one action.';
create index otp_use_used on otp_use (used_at);

-- One that somebody wrote has an author; the system's own have none. One with a permission, person or merchant is for those
-- who may see what it is about.
create table sys_notice (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  title text not null,
  -- of an author: markup that contract/richText.ts let through; of the system: plain text
  content text not null,
  type smallint not null default 1 check (type in (1, 2)),
  -- 0 draft, 1 published, 2 withdrawn
  status smallint not null default 1 check (status in (0, 1, 2)),
  publisher text not null,
  publish_time timestamptz default now(),
  -- 0 everybody, 1 the platform's own staff
  audience smallint not null default 0 check (audience in (0, 1)),
  -- only for those who have this permission
  permission text,
  -- a notice with the same key is not announced again soon
  once_key text,
  -- only for this person
  for_user_id bigint references sys_user on delete cascade,
  -- only for those who may see this merchant
  merchant_id bigint references merchant on delete cascade,
  -- what it is about: { ruleId, incidentId, view, args }
  alert jsonb,
  -- the way to what any other notice is about: { view, args }
  link jsonb,
  -- its author, with the organisation that it is published for
  user_id bigint references sys_user on delete set null,
  org_id bigint references sys_org on delete set null,
  -- lists of ids: for who holds one of the roles, is in or below one of the organisations, or is of one of the merchants
  role_ids jsonb,
  org_ids jsonb,
  merchant_ids jsonb,
  -- not shown sooner, whenever it is published
  publish_at timestamptz,
  cancel_time timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint references sys_user on delete set null,
  updated_at timestamptz,
  updated_by bigint references sys_user on delete set null,
  check (status <> :noticeStatus.published or publish_time is not null)
);
-- What is published for a time to come is listed as that.
create view sys_notice_list with (security_invoker = true) as
select id, tenant_id, title, content, type, publisher, publish_time, audience, permission, once_key, for_user_id, merchant_id,
  alert, link, user_id, org_id, role_ids, org_ids, merchant_ids, publish_at, cancel_time, version, created_at, created_by,
  updated_at, updated_by,
  case when status = :noticeStatus.published and publish_time > now() then :noticeStatus.scheduled else status end::smallint as status
from sys_notice;
grant select on sys_notice_list to paydesk_server;
create index sys_notice_author on sys_notice (user_id) where user_id is not null;
comment on table sys_notice is 'Notices to people, for everybody or for those who may see what they are about.';
create unique index sys_notice_once on sys_notice (tenant_id, once_key);

create table sys_notice_read (
  notice_id bigint not null references sys_notice on delete cascade,
  user_id bigint not null references sys_user on delete cascade,
  read_at timestamptz not null default now(),
  primary key (notice_id, user_id)
);
comment on table sys_notice_read is 'Who has read which notice.';

create table user_setting (
  user_id bigint not null references sys_user on delete cascade,
  key text not null check (length(key) <= 100),
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table user_setting is 'Settings that a person''s client keeps.';

create table published_layout (
  id bigint primary key,
  kind text not null check (kind in ('workspace', 'dashboard')),
  name text not null,
  -- whom it is for: those who hold a role, or the staff of an organisation and of those below it
  role_id bigint references sys_role on delete cascade,
  org_id bigint references sys_org on delete cascade,
  is_default boolean not null default false,
  version integer not null default 1,
  publisher_id bigint references sys_user on delete set null,
  publisher text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((role_id is null) <> (org_id is null))
);
comment on table published_layout is 'Workspaces and dashboards that one person made for others.';
create unique index published_layout_name on published_layout (kind, name, role_id, org_id) nulls not distinct;
create unique index published_layout_default on published_layout (kind, role_id, org_id) nulls not distinct
  where is_default;

create table published_layout_version (
  layout_id bigint not null references published_layout on delete cascade,
  version integer not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (layout_id, version)
);
comment on table published_layout_version is
  'What was published: people change one version for themselves while the next one comes.';

create table layout (
  id bigint primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null check (kind in ('workspace', 'dashboard')),
  name text not null,
  active boolean not null default false,
  -- raw text, not jsonb: what a client stored comes back to the byte, so that a broken one can be exported
  baseline text,
  working text,
  -- the published layout this one started from, and the version of it that was taken in last
  base_id bigint references published_layout on delete set null,
  base_version integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, kind, name)
);
comment on table layout is 'Saved workspaces and dashboards of people.';
create unique index layout_active on layout (user_id, kind) where active;

create table saved_view (
  id bigint primary key,
  owner_id bigint not null references sys_user on delete cascade,
  owner text not null,
  resource text not null,
  name text not null,
  body text not null,
  -- whom it is for besides its owner: those who hold a role, or the staff of an organisation and of those below it
  role_id bigint references sys_role on delete set null,
  org_id bigint references sys_org on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, resource, name),
  check (role_id is null or org_id is null)
);
comment on table saved_view is 'Views of lists that people keep: columns, order, filters, formats.';
create index saved_view_shared on saved_view (resource, role_id, org_id);

create table layout_version (
  layout_id bigint not null references layout on delete cascade,
  number integer not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (layout_id, number)
);
comment on table layout_version is 'The explicit saves of a layout, the newest of them.';

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

grant select, insert, update, delete on sys_user, sys_user_role, sys_session, attempt_counter, captcha, user_otp,
  otp_recovery, sys_notice, sys_notice_read, user_setting, layout, layout_version, published_layout, published_layout_version,
  saved_view, sys_schedule to paydesk_server;
grant select on sys_online_user to paydesk_server;
grant select, insert, delete on sys_password to paydesk_server;
grant select, insert, update, delete on sys_passkey, sys_passkey_challenge to paydesk_server;
grant select, insert, delete on otp_use to paydesk_server;
grant select (id, account, real_name, merchant_id) on sys_user to paydesk_merchant;
