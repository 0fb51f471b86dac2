-- Money that a person must look at although its order does not wait for one: one row per thing told, open until somebody
-- says what became of it.

create table review_item (
  id bigint primary key,
  merchant_id bigint not null references merchant,
  order_kind text not null check (order_kind in ('collectOrder', 'payOrder')),
  order_id bigint not null,
  order_no text not null,
  kind text not null check (kind in ('moreMoney', 'paidAfterEnd', 'contradiction')),
  status text not null default 'open' check (status in ('open', 'done')),
  upstream_id bigint references upstream,
  -- As it was told; null where what was told is no amount, or no currency.
  amount numeric(24, 6),
  currency text,
  utr text,
  upstream_order_no text,
  said text,
  -- What put the money in suspense, where any was booked.
  entry_id bigint references journal_entry,
  told_key text not null,
  closer_id bigint references sys_user,
  closed_by text,
  closed_at timestamptz,
  reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((status = 'done') = (closed_by is not null and closed_at is not null and reason is not null))
);
-- The same thing told again is no second item, even of one that is closed.
create unique index review_item_told on review_item (order_id, told_key);
create index review_item_entry on review_item (entry_id) where entry_id is not null;
create index review_item_created on review_item (created_at, id);
create index review_item_s_created on review_item (status, created_at, id);
create index review_item_merchant on review_item (merchant_id, created_at, id);
grant select, insert, update on review_item to paydesk_server;

-- What waits in suspense from before for orders that have an end; items and entries have their numbers from one source.
insert into review_item (id, merchant_id, order_kind, order_id, order_no, kind, upstream_id, amount, currency, utr, entry_id,
  told_key, created_at)
select h.entry_id, o.merchant_id, 'collectOrder', o.id, o.order_no, 'moreMoney', o.upstream_id, h.amount, h.currency,
  s.reference, h.entry_id, 'entry:' || h.entry_id, e.created_at
from (
  select j.order_id, p.currency, sum(p.amount) as amount, max(j.id) filter (where p.amount > 0) as entry_id
  from platform_posting p join journal_entry j on j.id = p.entry_id
  where p.account = 'suspense' and j.order_id is not null
  group by j.order_id, p.currency having sum(p.amount) > 0
) h
join collect_order o on o.id = h.order_id and o.status in (2, 6)
join journal_entry e on e.id = h.entry_id
left join suspended_reference s on s.entry_id = h.entry_id;
