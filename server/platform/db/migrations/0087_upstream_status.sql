-- What the upstream last said of a payout, as its attempts say it (payAttemptEnum); nothing ever wrote the text of before.
alter table pay_order drop column upstream_status;
alter table pay_order add column upstream_status smallint;
update pay_order o set upstream_status = a.state
from (select distinct on (order_id) order_id, state from pay_attempt order by order_id, attempt desc) a
where a.order_id = o.id;
