-- Money that is known already, by whichever name it comes again.

-- A twelve-digit reference is known by its digits, whatever a person or a bank writes around and between them.
create or replace function reference_form(reference text) returns text language sql immutable parallel safe as $$
  select coalesce(
    substring(regexp_replace(plain, '[^0-9a-z]', '', 'g') from '^(?:utr|rrn|neft|rtgs|imps|upi|ref|txn|no|id)*([0-9]{12})$'),
    nullif(regexp_replace(regexp_replace(plain, '^utr([.:#/-]+|(?=[0-9]))', ''), '^0x(?=[0-9a-f]{64}$)', ''), ''),
    plain)
  from (select lower(regexp_replace(regexp_replace(normalize(btrim(reference), NFKC), '^\s*utr\s+', 'utr:', 'i'),
    '\s+', '', 'g')) as plain) as written
$$;
-- Twins from before stay as they are; the first of each stands in the way of every new one.
update recharge_order r set old_twin = true
where status <> 3 and not old_twin and exists (
  select from recharge_order o
  where o.currency = r.currency and reference_form(o.reference) = reference_form(r.reference) and o.status <> 3
    and o.id < r.id
);
reindex index collect_order_form;
reindex index recharge_order_form;
reindex index bank_bill_form;
reindex index pay_order_form;
reindex index recharge_order_reference;
reindex index suspended_reference_form;

-- The upstream's own word of money that a line of a statement had brought: it stands where the line goes.
create table suspended_word (
  entry_id bigint primary key references journal_entry
);
grant select, insert on suspended_word to paydesk_server;

-- What comes back of a payout carries its reference: such a reference proves no payment to us.
create or replace function other_holder(wanted text, way smallint, own bigint, credited_only boolean, requester bigint)
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
    where (h.direction = way or way = 1 and h.kind = 'pay_order') and h.order_id <> own
      -- A request that nobody has approved stands in the way of its own merchant's alone: anybody may write any number.
      and (h.credited or not credited_only
        and (h.kind not in ('manual_order', 'recharge_order') or h.merchant_id = requester))
    order by h.credited desc limit 1;
end $$;

-- I28 by the form of a reference, however it was written.
create or replace view invariant_i28 as
select s.entry_id, s.order_id, o.merchant_id, 'collect_order ' || s.order_id as subject,
  format('UTR %s is booked more than once for %s', s.reference, o.order_no) as problem
from suspended_reference s join collect_order o on o.id = s.order_id
where not exists (select from journal_entry r where r.reverses = s.entry_id)
  and (
    exists (
      select from suspended_reference t
      where t.order_id = s.order_id and reference_form(t.reference) = reference_form(s.reference)
        and t.entry_id < s.entry_id and not exists (select from journal_entry r where r.reverses = t.entry_id)
    )
    or o.status = 2 and reference_form(o.utr) = reference_form(s.reference) and not exists (
      select from journal_entry e join platform_posting p on p.entry_id = e.id
      where e.order_id = o.id and e.kind = 'collection' and p.account = 'suspense'
    )
  );

-- Whose a reference is that an upstream names: what is booked under it, or what waits under it for another order. In
-- statements of their own, so that the second sees what was committed before the first had its lock.
create function doubted_for(wanted text, way smallint, own bigint)
returns table (order_no text, merchant_id bigint) language plpgsql volatile as $$
begin
  return query select h.order_no, h.merchant_id from other_holder(wanted, way, own, true, null) h;
  if found or way <> 1 then
    return;
  end if;
  return query
    select o.order_no, o.merchant_id
    from suspended_reference s join collect_order o on o.id = s.order_id
    where reference_form(s.reference) = reference_form(wanted) and o.id <> own
      and not exists (select from journal_entry r where r.reverses = s.entry_id)
      and not exists (select from live_draw d where d.entry_id = s.entry_id)
    limit 1;
end $$;
grant execute on function doubted_for(text, smallint, bigint) to paydesk_server;

-- A request that draws its money from suspense stands beside the order that the money waited for, under one reference.
create view holder_alone as
select h.* from reference_holder h
where h.credited and not (h.kind in ('manual_order', 'recharge_order') and exists (
  select from journal_entry e join live_draw d on d.draw_id = e.id where e.order_id = h.order_id));

create or replace view invariant_i27 as
select null::bigint as entry_id, order_id, merchant_id, kind || ' ' || order_id as subject,
  format('UTR %s is booked for %s and %s', reference, one, other) as problem
from (
  select h.*, min(order_no) over same as one, max(order_no) over same as other
  from holder_alone h
  window same as (partition by direction, reference)
) held where one <> other;

create or replace view invariant_i27_of as
select null::bigint as entry_id, h.order_id, h.merchant_id, h.kind || ' ' || h.order_id as subject,
  format('UTR %s is booked for %s and %s', h.reference, h.order_no, other.order_no) as problem
from holder_alone h cross join lateral (
  select o.order_no from holder_alone o
  where o.reference = h.reference and o.direction = h.direction and o.order_id <> h.order_id limit 1
) other;
