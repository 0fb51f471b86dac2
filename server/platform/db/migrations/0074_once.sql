-- I22 a code confirms one command, and none counts again that is not later than the last one
create index otp_use_used on otp_use (used_at);
create view invariant_i22 as
select null::bigint as entry_id, null::bigint as order_id, null::bigint as merchant_id,
  format('otp_use %s/%s', u.user_id, u.step) as subject, 'the code confirmed another command too' as problem, u.used_at as at
from otp_use u
where exists (select from otp_use x where x.user_id = u.user_id and x.step = u.step and x.ctid <> u.ctid)
union all
select null, null, null, format('otp_use %s/%s', u.user_id, u.step),
  format('the code counts again: the last step is %s', o.last_step), u.used_at
from otp_use u join user_otp o on o.user_id = u.user_id
where u.step > o.last_step;

-- I23 an idempotency key is taken once, and a command books once under its own
create view invariant_i23 as
select null::bigint as entry_id, null::bigint as order_id, null::bigint as merchant_id,
  format('idempotency %s/%s', i.user_id, i.key) as subject, 'the key was taken twice' as problem, i.created_at as at
from idempotency i
where exists (select from idempotency x where x.user_id = i.user_id and x.key = i.key and x.ctid <> i.ctid)
union all
select e.id, e.order_id, e.merchant_id, 'journal_entry ' || e.id, 'its command has booked another entry too', e.created_at
from journal_entry e
where exists (select from journal_entry x where x.command_key = e.command_key and x.id <> e.id);

-- What the monitor asks each minute: neither table says by which order or merchant it changed.
create view invariant_i22_recent as select * from invariant_i22 where at >= now() - interval '10 minutes';
create view invariant_i23_recent as
select * from invariant_i23 where entry_id is null and at >= now() - interval '10 minutes';
grant select on invariant_i22, invariant_i22_recent, invariant_i23, invariant_i23_recent to paydesk_server;
