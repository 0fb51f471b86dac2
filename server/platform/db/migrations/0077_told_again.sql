-- The number under which an upstream told of money in suspense that somebody else had brought: the same word again is
-- known by it.
alter table suspended_word add column upstream_order_no text;
grant update (upstream_order_no) on suspended_word to paydesk_server;
