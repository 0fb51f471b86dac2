-- Directories of people elsewhere, and who and what came from them.

create table sys_ldap (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  host text not null,
  port integer not null check (port between 1 and 65535),
  base_dn text not null,
  bind_dn text not null,
  -- encrypted with SECRETS_KEY
  bind_pass text not null,
  auth_filter text not null,
  bind_attr_account text not null,
  bind_attr_employee_id text not null,
  bind_attr_code text not null,
  -- where new people begin whose department is none of ours, and their role
  org_id bigint references sys_org on delete set null,
  role_id bigint references sys_role on delete set null,
  status smallint not null default 1 check (status in (1, 2)),
  synced_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  created_by bigint,
  updated_by bigint
);
comment on table sys_ldap is 'Directories (LDAP) that people sign in with; which hosts may be asked is the environment''s to say.';
create unique index sys_ldap_base on sys_ldap (tenant_id, host, port, base_dn);
create index sys_ldap_home on sys_ldap (org_id);
create index sys_ldap_given on sys_ldap (role_id);

create table sys_ldap_user (
  user_id bigint primary key references sys_user on delete cascade,
  ldap_id bigint not null references sys_ldap on delete cascade,
  -- disabled by a synchronisation, so that one may enable them again
  gone boolean not null default false
);
comment on table sys_ldap_user is 'People who come from a directory: their password is the one there.';
create index sys_ldap_user_ldap on sys_ldap_user (ldap_id);

create table sys_ldap_org (
  org_id bigint primary key references sys_org on delete cascade,
  ldap_id bigint not null references sys_ldap on delete cascade,
  -- its name in the directory, in one spelling
  entry text not null,
  gone boolean not null default false
);
comment on table sys_ldap_org is 'Organisations that come from a directory.';
create index sys_ldap_org_ldap on sys_ldap_org (ldap_id);

grant select, insert, update, delete on sys_ldap, sys_ldap_user, sys_ldap_org to paydesk_server;
