-- Planned tries that are due or lost, and what waits to be delivered, without reading the delivered ones.
create index callback_schedule_due on callback_schedule (next_try_at) where state = 1;
