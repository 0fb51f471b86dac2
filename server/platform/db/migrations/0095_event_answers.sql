-- Whether an event is an upstream's answer to a question of ours was read off its id, which senders of notices choose.
alter table upstream_event add column is_answer boolean not null default false;
update upstream_event set is_answer = true where verified and event_id like 'query:%';
-- A notice to a code that no upstream has leaves the same trace as one with a wrong signature.
alter table upstream_event alter column upstream_id drop not null;
alter table upstream_event add constraint upstream_event_sender check (upstream_id is not null or not verified);
