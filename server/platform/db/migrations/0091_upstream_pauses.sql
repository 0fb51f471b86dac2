-- How often an upstream has paused itself since it last answered well: each time it is probed later.
alter table upstream add column pauses smallint not null default 0;
