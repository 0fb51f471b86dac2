-- Whom a notice is for: 0 everybody, 1 the platform's own staff.
alter table sys_notice add column audience smallint not null default 0 check (audience in (0, 1));
-- What the demo announced to its staff before there was an audience.
update sys_notice set audience = 1 where title like '%AXIS-NB 01%' or title like '%对账文件已生成%';
