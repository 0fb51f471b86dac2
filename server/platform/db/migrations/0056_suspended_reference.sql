-- Which bank reference the money in suspense came with: told again, by whomever, it is the same money.

create table suspended_reference (
  entry_id bigint primary key references journal_entry,
  order_id bigint not null,
  reference text not null
);
create index suspended_reference_order on suspended_reference (order_id, reference);
grant select, insert on suspended_reference to paydesk_server;

insert into suspended_reference (entry_id, order_id, reference)
select entry_id, order_id, utr from bank_bill
where direction = 1 and status in (1, 2) and effect = 'suspense' and utr is not null
union
-- The first that a review order was told of; what came after it left its reference in remarks alone.
select e.id, o.id, o.utr from collect_order o join journal_entry e on e.order_id = o.id and e.kind = 'suspense'
where o.status = 7 and o.utr is not null and o.paid_amount is not null
  and not exists (select from journal_entry r where r.reverses = e.id)
  and e.id = (select min(id) from journal_entry f where f.order_id = o.id and f.kind = 'suspense')
on conflict (entry_id) do nothing;
