-- Which commands need the decisions of others, in which steps, and what was decided.

-- What ruled the requests that began with it: a version never changes, and stays when its rule is deleted.
create table approval_flow_version (
  rule_id bigint not null,
  flow_version integer not null check (flow_version > 0),
  limit_amount numeric(24, 6) not null check (limit_amount >= 0),
  note text,
  published_by bigint references sys_user,
  published_at timestamptz not null default now(),
  primary key (rule_id, flow_version)
);
comment on table approval_flow_version is 'Published versions of approval flows.';

create table approval_flow_step (
  rule_id bigint not null,
  flow_version integer not null,
  step smallint not null check (step between 1 and 9),
  name text not null default '',
  -- permitted: whoever may do the command; director: of the merchant's organisation, else of the one above it
  who text not null default 'permitted' check (who in ('permitted', 'role', 'director', 'people')),
  role_id bigint,
  user_ids bigint[] not null default '{}',
  decides text not null default 'any' check (decides in ('any', 'all')),
  -- the step is left out at and below it; the first one never is
  above_amount numeric(24, 6) check (above_amount >= 0),
  timeout_minutes integer not null default 4320 check (timeout_minutes between 5 and 43200),
  -- what follows then: the question lapses and may be put again, others are asked too, or it is refused
  on_timeout text not null default 'ask' check (on_timeout in ('ask', 'escalate', 'refuse')),
  -- whom else; null: whoever may do the command
  escalate_role_id bigint,
  primary key (rule_id, flow_version, step),
  foreign key (rule_id, flow_version) references approval_flow_version,
  check ((who = 'role') = (role_id is not null)),
  check ((who = 'people') = (cardinality(user_ids) > 0)),
  check (who <> 'permitted' or decides = 'any'),
  check (step > 1 or above_amount is null),
  check (on_timeout = 'escalate' or escalate_role_id is null)
);
comment on table approval_flow_step is 'Steps of approval flows: who decides, above which amount, and what happens without an answer in time.';

-- The flow of what always needs a second person and no rule rules: one step, of whoever may do the command.
create function ship_flow_of_no_rule() returns void language sql begin atomic
  insert into approval_flow_version (rule_id, flow_version, limit_amount) values (0, 1, 0) on conflict do nothing;
  insert into approval_flow_step (rule_id, flow_version, step) values (0, 1, 1) on conflict do nothing;
end;
revoke execute on function ship_flow_of_no_rule() from public;
select ship_flow_of_no_rule();

create table approval_rule (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  resource text not null,
  action text not null,
  currency text not null,
  merchant_id bigint references merchant,
  limit_amount numeric(24, 6) not null check (limit_amount >= 0),
  status smallint not null default 1,
  command text not null generated always as (resource || '/' || action) stored,
  -- the version that new requests begin with; it has a first step
  flow_version integer not null default 1,
  first_step smallint not null default 1 check (first_step = 1),
  steps smallint not null default 1,
  -- who could decide each step when it was last read; whoever is new is announced
  deciders jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  foreign key (id, flow_version, first_step) references approval_flow_step
);
comment on table approval_rule is 'Approval flows: above which amount a command asks others, and in which steps.';
create unique index approval_rule_command_currency_merchant_id_key
  on approval_rule (tenant_id, command, currency, merchant_id) nulls not distinct;

create table approval (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  merchant_id bigint references merchant,
  resource text not null,
  row_id bigint not null,
  row_no text not null,
  action text not null,
  input jsonb not null default '{}',
  currency text,
  amount numeric(24, 6),
  limit_amount numeric(24, 6),
  status smallint not null default 1 check (status between 0 and 3),
  maker_id bigint references sys_user,
  maker text not null,
  checker_id bigint references sys_user,
  checker text,
  reason text,
  -- the flow as it was when the question was put, and the step that decides now
  rule_id bigint not null,
  flow_version integer not null,
  step smallint not null default 1,
  escalated boolean not null default false,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- from when on somebody is to be notified of it, and who has been in the step that it is in
  notice_at timestamptz default now(),
  notified bigint[] not null default '{}',
  -- as list columns, by the names of the resource
  order_id bigint generated always as (row_id) stored,
  order_no text generated always as (row_no) stored,
  command text not null generated always as (resource || '/' || action) stored,
  -- whoever agrees reads the reference at the bank; the transaction of a withdrawal is looked up by its hash
  utr text generated always as (
    case when status <> :approval.waiting then coalesce(input ->> 'utr', input ->> 'transactionHash')
    else input ->> 'transactionHash' end) stored,
  maker_reason text generated always as (input ->> 'reason') stored,
  -- a person's own words; what closes a question by itself leaves a code as its reason
  answer text generated always as (
    case when checker_id is not null then reason when reason in ('timedOut', 'expired')
    then '{"zh-cn":"无人在限时内答复","zh-tw":"無人在限時內答覆","en":"Time over, nobody answered"}' end) stored,
  outcome text generated always as (
    case when status = :approval.waiting then 'waiting' when status = :approval.agreed then 'agreed'
    when checker_id is not null or reason = 'timedOut' then 'refused'
    when reason = 'expired' then 'expired' else 'withdrawn' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (checker_id is null or checker_id is distinct from maker_id),
  foreign key (rule_id, flow_version, step) references approval_flow_step
);
comment on table approval is 'Decisions that others are asked for: the command, its maker, and the step of its flow.';
-- one open question about a row
create unique index approval_waiting on approval (resource, row_id) where status = :approval.waiting;
create index approval_created on approval (created_at, id);
create index approval_merchant on approval (merchant_id, created_at, id);
create index approval_due on approval (expires_at) where status = :approval.waiting;
create index approval_row on approval (row_id);
create index approval_notice on approval (notice_at) where notice_at is not null;

create table approval_last_notice (
  user_id bigint not null references sys_user on delete cascade,
  command text not null,
  notified_at timestamptz not null,
  primary key (user_id, command)
);
comment on table approval_last_notice is 'When somebody was last notified that requests of a command wait for them.';

create table approval_decision (
  id bigint primary key,
  approval_id bigint not null references approval,
  step smallint not null,
  kind text not null check (kind in ('agree', 'refuse', 'escalate', 'timeout')),
  user_id bigint references sys_user,
  account text,
  reason text,
  decided_at timestamptz not null,
  check ((kind in ('agree', 'refuse')) = (user_id is not null))
);
comment on table approval_decision is 'Who decided in which step, when and why; escalations and timeouts are of nobody.';
-- a person decides once about a request, in whichever step
create unique index approval_decision_person on approval_decision (approval_id, user_id);
create index approval_decision_approval on approval_decision (approval_id, decided_at, id);

-- What a row shows of a question that waits about it (contract/asked.ts). A function, so that lists, most of whose rows
-- have none, plan one look into an index. Its step is counted among those that the amount takes.
create function question_shown(a approval) returns jsonb language sql stable begin atomic
  select jsonb_build_object('id', a.id::text, 'command', a.command, 'maker', a.maker, 'makerId', a.maker_id::text,
    'step', place.step, 'steps', place.steps, 'who', s.who,
    'role', (select name from sys_role where id = s.role_id),
    'people', (select jsonb_agg(u.account) from (select account from sys_user where id = any(s.user_ids)
      order by account limit 3) u),
    'peopleCount', cardinality(s.user_ids), 'escalated', a.escalated,
    'escalateRole', (select name from sys_role where id = s.escalate_role_id),
    'agreed', (select jsonb_agg(d.user_id::text) from approval_decision d where d.approval_id = a.id and d.kind = 'agree'))
  from approval_flow_step s
  cross join lateral (select count(*) filter (where x.step <= a.step) as step, count(*) as steps from approval_flow_step x
    where x.rule_id = a.rule_id and x.flow_version = a.flow_version
      and (x.above_amount is null or x.above_amount < abs(coalesce(a.amount, 0)))) place
  where s.rule_id = a.rule_id and s.flow_version = a.flow_version and s.step = a.step;
end;

grant select, insert, update, delete on approval_rule to paydesk_server;
grant select, insert, update on approval, approval_last_notice to paydesk_server;
grant select, insert on approval_flow_version, approval_flow_step, approval_decision to paydesk_server;
grant select on approval to paydesk_merchant;
