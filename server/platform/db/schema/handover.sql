-- Shifts given from one of the staff to another.

create table shift_handover (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  -- the giver
  user_id bigint not null references sys_user,
  to_user_id bigint not null references sys_user,
  status text not null default 'offered' check (status in ('offered', 'accepted', 'declined', 'withdrawn', 'expired')),
  note text not null default '' check (length(note) <= 4000),
  -- why it was declined
  reason text check (length(reason) <= 500),
  -- what waited when it was offered: OpenCounts of contract/shiftHandover.ts
  counts jsonb not null default '{}',
  -- how many claims it offers, and how many of them were accepted
  claims integer not null default 0,
  moved integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 hours',
  decided_at timestamptz,
  version integer not null default 1,
  check (user_id <> to_user_id)
);
comment on table shift_handover is 'Shifts offered to a colleague, and what became of the offer.';
-- somebody offers one shift at a time
create unique index shift_handover_open on shift_handover (user_id) where status = 'offered';
create index shift_handover_created on shift_handover (created_at, id);
create index shift_handover_taker on shift_handover (to_user_id, created_at);

create table shift_handover_claim (
  handover_id bigint not null,
  merchant_id bigint not null references merchant,
  order_kind text not null check (order_kind in ('collectOrder', 'payOrder')),
  order_id bigint not null,
  order_no text not null,
  -- moved, kept or gone; null while the offer is open
  outcome text check (outcome in ('moved', 'kept', 'gone')),
  fault text,
  -- who held it instead, where that is why
  holder text,
  primary key (handover_id, order_id, merchant_id)
);
comment on table shift_handover_claim is 'The claims that a handover offers, and what became of each: the receipt.';

grant select, insert, update on shift_handover, shift_handover_claim to paydesk_server;
