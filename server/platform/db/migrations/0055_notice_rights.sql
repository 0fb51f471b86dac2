-- Some notices are for those alone who may open what they tell of, and what happens again soon is announced once.
alter table sys_notice add column permission text, add column once_key text;
create unique index sys_notice_once on sys_notice (tenant_id, once_key);
