-- A payout that waits for its next route is unknown when an earlier one says after all that it has paid: one more edge of
-- I11, added to those that stand.
do $$
begin
  execute 'create or replace view order_edge as ' || rtrim(pg_get_viewdef('order_edge'::regclass), ';')
    || ' union all select ''payOrder'', ''timeout'', 2, 9';
end
$$;
