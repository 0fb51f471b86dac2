-- A planned try of a status that a later one has followed would tell the merchant the older news last.
update callback_schedule s set state = 3, next_try_at = null
where state = 1 and next_try_at is not null
  and exists (select from callback_schedule n where n.order_id = s.order_id and n.id > s.id);
