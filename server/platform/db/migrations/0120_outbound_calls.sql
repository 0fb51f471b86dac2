-- Calls to merchants' endpoints and to upstreams, counted over all servers: each endpoint has a share of them, and what
-- finds its endpoint full waits here, oldest first, without a worker or a connection.
create table outbound_endpoint (
  name text primary key,
  kind text not null check (kind in ('callback', 'upstream')),
  -- calls at once that its answers have earned
  share real not null check (share >= 1),
  -- how long a quick answer of it takes on average; null before the first
  baseline_ms real,
  changed_at timestamptz not null default now()
) with (fillfactor = 50);

create table outbound_call (
  id bigint generated always as identity primary key,
  endpoint text not null,
  kind text not null check (kind in ('callback', 'upstream')),
  task text not null,
  payload jsonb not null,
  -- of the job; one waiting call has it
  key text,
  -- 0 waiting, 1 its job is queued and its place kept, 2 running
  state smallint not null check (state between 0 and 2),
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  -- when a place is given to others although nobody has ended the call
  expires_at timestamptz check ((expires_at is null) = (state = 0)),
  server text
);
create unique index outbound_call_key on outbound_call (key) where state < 2;
create index outbound_call_waiting on outbound_call (endpoint, id) where state = 0;
create index outbound_call_open on outbound_call (endpoint) where state > 0;

grant select, insert, update, delete on outbound_endpoint, outbound_call to paydesk_server;
grant usage, select on sequence outbound_call_id_seq to paydesk_server;

-- Collections go from route to route: a round begins each time an order is submitted, and a worker that finds one under
-- way goes on after its last attempt. An unclear attempt got no clear answer: its upstream may have taken the order.
alter table collect_attempt
  add column round integer not null default 1,
  add column unclear boolean not null default false;
