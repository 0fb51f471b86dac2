-- The second wall around merchants: every row that belongs to one is behind row security. The server's role passes (the
-- planner drops a condition that is always true); paydesk_merchant, which reads for merchants' and agents' people, sees
-- the merchants that its connection was given and nothing before it was given any.
create function paydesk_merchants() returns bigint[] language sql stable parallel safe as
  $$ select nullif(current_setting('paydesk.merchants', true), '')::bigint[] $$;

-- Guards each table that names a merchant and is not guarded yet; run at every start, so that none is forgotten.
create function raise_merchant_wall() returns void language plpgsql as $$
declare
  guarded record;
begin
  for guarded in
    select c.oid::regclass as name, a.attname as owner
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'merchant' then 'id' else 'merchant_id' end
    where c.relkind in ('r', 'p') and not c.relrowsecurity
  loop
    execute format('alter table %s enable row level security', guarded.name);
    execute format('create policy served on %s to paydesk_server using (true) with check (true)', guarded.name);
    execute format(
      'create policy own on %s for select to paydesk_merchant using (%I = any ((select paydesk_merchants())::bigint[]))',
      guarded.name, guarded.owner);
  end loop;
end $$;
revoke execute on function raise_merchant_wall() from public;

select raise_merchant_wall();

-- What merchants' screens read; of people and organisations no more than what names them.
grant select on merchant, channel_binding, extension_rate, collect_order, pay_order, callback, fund_detail,
  merchant_asset, order_log, rollup, rollup_delta, withdrawal, adjustment, recharge_order, manual_order
  to paydesk_merchant;
grant select (id, channel_name) on channel to paydesk_merchant;
grant select (id, name) on sys_org to paydesk_merchant;
grant select (id, account, real_name, merchant_id) on sys_user to paydesk_merchant;
