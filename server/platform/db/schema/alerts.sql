-- Alert rules, what they raised, and the figures by quarter hour that they are evaluated from.

-- Written once per quarter hour by a worker, from the log of the orders and from what waits at that moment; no command
-- writes to it. Zero instead of an id is all of them: every combination that a rule may ask for has a row of its own.
create table measure_quarter (
  -- collectOrder, payOrder, callback: what came about, by the state it led to; else a measure: what it changed by
  source text not null,
  upstream_id bigint not null default 0,
  channel_id bigint not null default 0,
  merchant_id bigint not null default 0,
  quarter timestamptz not null,
  -- empty where the rows have none, '*' for all of them together
  currency text not null,
  state smallint not null default 0,
  rows bigint not null,
  amount numeric(30, 6) not null default 0,
  fee numeric(30, 6) not null default 0,
  primary key (source, upstream_id, channel_id, merchant_id, currency, quarter, state)
);
comment on table measure_quarter is
  'Counts and sums by quarter hour, upstream, channel, merchant, currency and state, kept for twelve months.';
create index measure_quarter_quarter on measure_quarter (quarter);

create table measure_quarter_mark (
  id smallint primary key default 1 check (id = 1),
  -- all quarter hours before it are written
  sealed_to timestamptz not null
);
comment on table measure_quarter_mark is 'Until when the figures by quarter hour are written.';

create table alert_rule (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  name text not null,
  measure text not null,
  comparison text not null check (comparison in ('below', 'above')),
  threshold numeric(24, 6) not null,
  resolve_threshold numeric(24, 6),
  window_minutes integer not null default 15 check (window_minutes between 15 and 1440 and window_minutes % 15 = 0),
  minimum_count integer not null default 0,
  for_minutes integer not null default 0 check (for_minutes between 0 and 1440 and for_minutes % 15 = 0),
  keep_firing_minutes integer not null default 0 check (keep_firing_minutes between 0 and 1440 and keep_firing_minutes % 15 = 0),
  merchant_id bigint references merchant on delete cascade,
  upstream_id bigint references upstream on delete cascade,
  channel_id bigint references channel on delete cascade,
  currency text,
  -- who is notified: people and holders of roles; the owner where nobody is named
  user_ids jsonb,
  role_ids jsonb,
  -- HH:mm of quiet_zone
  quiet_from text,
  quiet_to text,
  quiet_zone text,
  muted_until timestamptz,
  status smallint not null default 1,
  -- the owner: what this person may not see, the rule does not watch
  user_id bigint not null references sys_user on delete cascade,
  state text not null default 'normal' check (state in ('normal', 'pending', 'firing')),
  -- the whole state of its state machine (contract/alertState.ts)
  machine jsonb,
  evaluated_to timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz
);
comment on table alert_rule is 'Which figure is watched, from when on it is too low or too high, and who is notified.';
create unique index alert_rule_name on alert_rule (tenant_id, name);
create index alert_rule_due on alert_rule (evaluated_to) where status = :status.enabled;

create table alert_incident (
  id bigint primary key,
  tenant_id bigint not null references sys_tenant,
  rule_id bigint references alert_rule on delete set null,
  -- as the rule was then
  name text not null,
  measure text not null,
  comparison text not null,
  threshold numeric(24, 6) not null,
  window_minutes integer not null,
  merchant_id bigint references merchant on delete cascade,
  upstream_id bigint references upstream on delete cascade,
  channel_id bigint references channel on delete cascade,
  currency text,
  status text not null default 'firing' check (status in ('firing', 'resolved')),
  opened_at timestamptz not null,
  resolved_at timestamptz,
  -- the worst value, and when it was that
  peak numeric(24, 6) not null,
  peak_at timestamptz not null,
  -- when its hearers were notified; null where the rule was muted or it was quiet all the while
  announced_at timestamptz,
  resolution_announced boolean not null default false,
  version integer not null default 1,
  check ((status = 'resolved') = (resolved_at is not null))
);
comment on table alert_incident is 'What alert rules raised: from when to when, and how far it went.';
-- a rule is in one incident at a time, and one evaluation opens one
create unique index alert_incident_open on alert_incident (rule_id) where status = 'firing';
create unique index alert_incident_once on alert_incident (rule_id, opened_at);
create index alert_incident_waiting on alert_incident (opened_at)
  where status = 'firing' and announced_at is null or status = 'resolved' and announced_at is not null and not resolution_announced;
create index alert_incident_opened on alert_incident (opened_at, id);

grant select, insert, update, delete on measure_quarter, alert_rule, alert_incident to paydesk_server;
grant select, insert, update on measure_quarter_mark to paydesk_server;
