-- Which payments in suspense went into which confirmation, and with how much: what was drawn is booked for its order
-- under its own reference, beside the one that the order was confirmed by.

create table suspense_draw (
  draw_id bigint not null references journal_entry,
  entry_id bigint not null references journal_entry,
  amount numeric not null check (amount > 0),
  primary key (entry_id, draw_id)
);
create index suspense_draw_of on suspense_draw (draw_id);
create index suspended_reference_as_written on suspended_reference (reference);
grant select, insert on suspense_draw to paydesk_server;

-- A confirmation took the payment that it was by first and then the oldest.
insert into suspense_draw (draw_id, entry_id, amount)
with moved as (
  select e.id, e.kind, e.order_id, e.currency, p.amount
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  where e.order_id is not null and e.reverses is null
    and not exists (select from journal_entry r where r.reverses = e.id)
), draws as (
  select id, order_id, currency, -amount as amount,
    sum(-amount) over (partition by order_id, currency order by id) as until
  from moved where kind = 'collection' and amount < 0
), came as (
  select m.id, m.order_id, m.currency, m.amount, sum(m.amount) over (
      partition by m.order_id, m.currency order by (s.reference = o.utr) is true desc, m.id
    ) as until
  from moved m join collect_order o on o.id = m.order_id left join suspended_reference s on s.entry_id = m.id
  where m.kind = 'suspense' and m.amount > 0
)
select d.id, c.id, least(d.until, c.until) - greatest(d.until - d.amount, c.until - c.amount)
from draws d join came c on c.order_id = d.order_id and c.currency = d.currency
  and least(d.until, c.until) > greatest(d.until - d.amount, c.until - c.amount);

-- A draw stands until the confirmation is reversed.
create view live_draw as
select d.draw_id, d.entry_id, d.amount from suspense_draw d
where not exists (select from journal_entry r where r.reverses = d.draw_id);
grant select on live_draw to paydesk_server;

-- What a request draws from suspense is credited under the request; what a confirmation draws, under its order.
create or replace view reference_holder as
select direction, reference, order_id, order_no, merchant_id, kind, credited, reference_form(reference) as form
from (
  select 1::smallint as direction, utr as reference, id as order_id, order_no, merchant_id, 'collect_order' as kind,
    paid_amount is not null as credited
  from collect_order where utr is not null and status <> 6
  union all
  select 1, s.reference, o.id, o.order_no, o.merchant_id, 'collect_order', true
  from suspended_reference s join collect_order o on o.id = s.order_id
  where exists (
    select from live_draw d join journal_entry e on e.id = d.draw_id
    where d.entry_id = s.entry_id and e.order_id = s.order_id
  )
  union all
  select 1, utr, id, order_no, merchant_id, 'manual_order', status = 2 from manual_order where status in (1, 2)
  union all
  select 1, reference, id, order_no, merchant_id, 'recharge_order', status = 2 from recharge_order where status in (1, 2)
  union all
  select direction, utr, order_id, order_no, merchant_id, 'bank_bill', true
  from bank_bill where utr is not null and status in (1, 2)
  union all
  select 2, utr, id, order_no, merchant_id, 'pay_order', true from pay_order where utr is not null
) held;

-- I30 what a confirmation draws from suspense is of payments that wait there, each drawn once
create view invariant_i30 as
select e.id as entry_id, e.order_id, e.merchant_id, 'journal_entry ' || e.id as subject,
  format('draws %s from suspense, of payments %s', trim_scale(-p.amount), trim_scale(named.amount)) as problem
from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
cross join lateral (
  select coalesce(sum(d.amount), 0) as amount
  from suspense_draw d join journal_entry w on w.id = d.entry_id and w.currency = e.currency
  where d.draw_id = e.id
) named
where e.kind = 'collection' and p.amount < 0 and named.amount <> -p.amount
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id,
  format('holds %s in suspense, of which %s was drawn', trim_scale(held.amount), trim_scale(drawn.amount))
from (select entry_id, sum(amount) as amount from live_draw group by entry_id) drawn
join journal_entry e on e.id = drawn.entry_id
cross join lateral (
  select coalesce(sum(p.amount), 0) as amount from platform_posting p
  where p.entry_id = e.id and p.account = 'suspense' and not exists (select from journal_entry r where r.reverses = e.id)
) held
where drawn.amount > held.amount;
grant select on invariant_i30 to paydesk_server;
