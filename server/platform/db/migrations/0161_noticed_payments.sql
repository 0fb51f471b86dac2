-- payment.noticed says of each payment whether an upstream told of it, and payment.upstream_order_no under which number.
drop table suspended_word;
