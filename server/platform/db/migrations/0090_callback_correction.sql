-- A status may be told again, as an event of its own: 0 as it was reached, then one for each correction of the order.
alter table callback_schedule add column correction smallint not null default 0;
alter table callback_schedule drop constraint callback_schedule_order_id_status_reported_key;
alter table callback_schedule add unique (order_id, status_reported, correction);
