-- A line may be of money that is booked already: orders that are paid, by amount and time.
create index collect_order_paid on collect_order (currency, amount, created_at) where status = 2;
create index pay_order_paid on pay_order (currency, amount, created_at) where status in (4, 8);
