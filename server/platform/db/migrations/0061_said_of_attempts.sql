-- Which ends an upstream has told of an attempt: paid and failed of one payout are for a person to judge.

alter table pay_attempt
  add column said_paid boolean not null default false,
  add column said_failed boolean not null default false;
-- What was doubted so far left its word in the failure alone.
update pay_attempt set said_paid = true where state = 4 and failure like 'paid%';
