-- One payment is one reference however it is written: the form that references are compared by, beside what was typed.

-- Without blanks, in lower case, without a leading word UTR, and a hash without its 0x.
create function reference_form(reference text) returns text language sql immutable parallel safe as $$
  select coalesce(
    nullif(regexp_replace(regexp_replace(plain, '^utr([.:#/-]+|(?=[0-9]))', ''), '^0x(?=[0-9a-f]{64}$)', ''), ''), plain)
  from (select lower(regexp_replace(regexp_replace(normalize(btrim(reference), NFKC), '^\s*utr\s+', 'utr:', 'i'),
    '\s+', '', 'g')) as plain) as written
$$;
grant execute on function reference_form(text) to paydesk_server;

create or replace view reference_holder as
select direction, reference, order_id, order_no, merchant_id, kind, credited, reference_form(reference) as form
from (
  select 1::smallint as direction, utr as reference, id as order_id, order_no, merchant_id, 'collect_order' as kind,
    paid_amount is not null as credited
  from collect_order where utr is not null and status <> 6
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

-- Twelve digits are their own form and have their indexes; the few of another shape are found by theirs.
create index collect_order_form on collect_order (reference_form(utr)) where utr !~ '^[0-9]{12}$';
create index recharge_order_form on recharge_order (reference_form(reference)) where reference !~ '^[0-9]{12}$';
create index bank_bill_form on bank_bill (reference_form(utr)) where utr !~ '^[0-9]{12}$';
create index pay_order_form on pay_order (reference_form(utr)) where utr !~ '^[0-9]{12}$';

-- Who else has a bank reference. Whoever asks is alone with its form until the commit: the second statement sees what
-- those before have committed, which one statement with the lock in it would not.
drop function other_holder(text, text, smallint, bigint, boolean, bigint);
create function other_holder(wanted text, way smallint, own bigint, credited_only boolean, requester bigint)
returns table (order_no text, merchant_id bigint) language plpgsql volatile as $$
declare
  same text := reference_form(wanted);
begin
  perform pg_advisory_xact_lock(hashtextextended(way || '/' || same, 7301));
  return query
    select h.order_no, h.merchant_id
    from (
      select * from reference_holder o where o.reference = same
      union all
      select * from reference_holder o where o.form = same and o.reference !~ '^[0-9]{12}$'
    ) h
    where h.direction = way and h.order_id <> own
      -- A request that nobody has approved stands in the way of its own merchant's alone: anybody may write any number.
      and (h.credited or not credited_only
        and (h.kind not in ('manual_order', 'recharge_order') or h.merchant_id = requester))
    order by h.credited desc limit 1;
end $$;
grant execute on function other_holder(text, smallint, bigint, boolean, bigint) to paydesk_server;

-- Twins from before stay as they are; the first of each stands in the way of every new one.
alter table recharge_order add column old_twin boolean not null default false;
update recharge_order r set old_twin = true
where status <> 3 and exists (
  select from recharge_order o
  where o.currency = r.currency and reference_form(o.reference) = reference_form(r.reference) and o.status <> 3 and o.id < r.id
);
drop index recharge_order_reference;
create unique index recharge_order_reference on recharge_order (currency, reference_form(reference))
  where status <> 3 and not old_twin;
