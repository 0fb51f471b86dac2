-- Which status an attempt told its merchant, by name: the numbers of collections and payouts are not the same.
alter table callback add column reported text;
update callback c set reported = case s.kind
    when 'pay' then (array['success', 'failed', 'rejected', 'cancelled', 'returned'])[s.status_reported - 3]
    else (array['success', 'failed', 'expired', 'cancelled', 'reversed'])[s.status_reported - 1] end
from callback_schedule s where s.id = c.schedule_id;
