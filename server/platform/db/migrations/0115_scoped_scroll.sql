-- Long lists are walked in the order of an index. With the merchant in it a scope of many merchants is looked up in the
-- index alone, row by row, and the table is read only for what is shown.
drop index collect_order_created;
drop index collect_order_amount;
drop index collect_order_s_created;
drop index collect_order_s_amount;
create index collect_order_created on collect_order (created_at, id) include (merchant_id);
create index collect_order_amount on collect_order (amount, id) include (merchant_id);
create index collect_order_s_created on collect_order (status, created_at, id) include (merchant_id);
create index collect_order_s_amount on collect_order (status, amount, id) include (merchant_id);

drop index pay_order_created;
drop index pay_order_amount;
drop index pay_order_s_created;
drop index pay_order_s_amount;
create index pay_order_created on pay_order (created_at, id) include (merchant_id);
create index pay_order_amount on pay_order (amount, id) include (merchant_id);
create index pay_order_s_created on pay_order (status, created_at, id) include (merchant_id);
create index pay_order_s_amount on pay_order (status, amount, id) include (merchant_id);

drop index fund_detail_created;
drop index fund_detail_amount;
drop index fund_detail_t_created;
create index fund_detail_created on fund_detail (created_at, id) include (merchant_id);
create index fund_detail_amount on fund_detail (amount, id) include (merchant_id);
create index fund_detail_t_created on fund_detail (type, created_at, id) include (merchant_id);

drop index order_log_created;
create index order_log_created on order_log (created_at, id) include (merchant_id);

drop index callback_sent;
create index callback_sent on callback (sent_at, id) include (merchant_id);

drop index open_api_log_created;
create index open_api_log_created on open_api_log (created_at, id) include (merchant_id);
