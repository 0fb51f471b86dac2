-- How many of a role's holders it does not fit; null where it fits all. Counted at each start and as roles change.
alter table sys_role add column misfits integer;
