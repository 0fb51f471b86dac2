-- Worker jobs wait in the same lines for merchants whose rows somebody holds.
alter table outbound_endpoint drop constraint outbound_endpoint_kind_check,
  add constraint outbound_endpoint_kind_check check (kind in ('callback', 'upstream', 'merchant'));
alter table outbound_call drop constraint outbound_call_kind_check,
  add constraint outbound_call_kind_check check (kind in ('callback', 'upstream', 'merchant'));
