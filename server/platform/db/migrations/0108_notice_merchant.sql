-- A notice about one merchant is for those alone who may see that merchant.
alter table sys_notice add column merchant_id bigint references merchant on delete cascade;
