-- The node numbers inside ids, leased: two processes never make ids with one number at a time, and the next holder of a
-- number begins after the last millisecond that the one before may have used. 960 to 1023 are never leased: they are
-- for programs that hold no lease (tests, benchmarks).
create table id_node (
  node smallint primary key check (node between 0 and 959),
  holder text,
  expires_at timestamptz not null,
  -- No id of this node is of a later millisecond (since 1970).
  last_ms bigint not null
);
insert into id_node (node, expires_at, last_ms)
select node, '-infinity', (extract(epoch from clock_timestamp()) * 1000)::bigint from generate_series(0, 959) node;

grant select, update on id_node to paydesk_server;
