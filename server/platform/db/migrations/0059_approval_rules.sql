-- Which command a rule is about is one choice: the route on which it is given. The index is called by what it
-- compares: behind row security nothing else says what a refused twin repeats.
alter table approval_rule
  add column command text not null generated always as (resource || '/' || action) stored,
  add column updated_at timestamptz;
drop index approval_rule_key;
create unique index approval_rule_command_currency_merchant_id_key
  on approval_rule (tenant_id, command, currency, merchant_id) nulls not distinct;
