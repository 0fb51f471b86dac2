-- How many calls of a kind and caller were given out in this minute, to all servers together. Not worth a log: after a
-- crash counting begins again.
create unlogged table shared_budget (
  kind text not null,
  caller text not null,
  minute bigint not null,
  given integer not null,
  primary key (kind, caller)
);

grant select, insert, update, delete on shared_budget to paydesk_server;
