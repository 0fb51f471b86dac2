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
