-- Orders are found by the last letters of their numbers. Four letters are few enough for small indexes, whose equal
-- entries are stored once, and enough to leave some thousand rows of ten million. Merchants' own numbers are found in
-- letters of any case.
drop index collect_order_merchant_order_no;
create index collect_order_merchant_order_no on collect_order (lower(merchant_order_no) text_pattern_ops);
create index collect_order_no_ending on collect_order (right(order_no, 4));
create index collect_order_merchant_no_ending on collect_order (right(lower(merchant_order_no), 4));
create index collect_order_utr_ending on collect_order (right(utr, 4)) where utr is not null;
drop index pay_order_merchant_order_no;
create index pay_order_merchant_order_no on pay_order (lower(merchant_order_no) text_pattern_ops);
create index pay_order_no_ending on pay_order (right(order_no, 4));
create index pay_order_merchant_no_ending on pay_order (right(lower(merchant_order_no), 4));
create index pay_order_utr_ending on pay_order (right(utr, 4)) where utr is not null;
create index bank_bill_utr_ending on bank_bill (right(utr, 4)) where utr is not null;
