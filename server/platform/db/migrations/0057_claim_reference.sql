-- Who else has a bank reference. Whoever asks is alone with it until the commit: the second statement sees what those
-- before have committed, which one statement with the lock in it would not.

create function other_holder(claim text, wanted text, way smallint, own bigint, credited_only boolean, requester bigint)
returns table (order_no text, merchant_id bigint) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(claim, 7301));
  return query
    select h.order_no, h.merchant_id from reference_holder h
    where h.reference = wanted and h.direction = way and h.order_id <> own
      -- A request that nobody has approved stands in the way of its own merchant's alone: anybody may write any number.
      and (h.credited or not credited_only
        and (h.kind not in ('manual_order', 'recharge_order') or h.merchant_id = requester))
    order by h.credited desc limit 1;
end $$;
grant execute on function other_holder(text, text, smallint, bigint, boolean, bigint) to paydesk_server;
