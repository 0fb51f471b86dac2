-- Collection and payout orders, what upstreams and merchants were sent and answered, counts by hour.
-- Nothing has a foreign key to the two order tables: loading the demo rebuilds their indexes.

-- The form in which references of payments are compared: referenceForm of contract/identity/referenceForm.ts, in whose
-- language indexes and generated columns cannot be written. tests/api/identityForms.test.ts compares the two.
create function reference_form(reference text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text;
  hash text;
begin
  if reference ~ '^[0-9]{12}$' then
    return reference;
  end if;
  folded := regexp_replace(
    translate(normalize(reference, NFKD), ':looksLike.from', ':looksLike.to') collate "C", '[^0-9a-z]', '', 'g');
  if folded = '' then
    return reference;
  end if;
  hash := substring(folded from '^:looksLike.words*(?:0x)?([0-9a-f]{64})$');
  if hash is not null then
    return hash;
  end if;
  folded := regexp_replace(folded, '^:looksLike.words+(?=[0-9]|[0-9a-z]{6})', '');
  if folded ~ '^[0-9]+$' then
    folded := ltrim(folded, '0');
    return lpad(folded, greatest(length(folded), 12), '0');
  end if;
  return folded;
end $$;

create table collect_order (
  id bigint not null,
  order_no text not null,
  merchant_id bigint not null references merchant,
  merchant_order_no text not null,
  upstream_order_no text,
  utr text,
  channel_id bigint not null references channel,
  upstream_id bigint references upstream,
  agent_id bigint references merchant,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  paid_amount numeric(24, 6),
  fee_rate numeric(12, 6) not null,
  fixed_fee numeric(24, 6) not null,
  fee numeric(24, 6) not null check (fee >= 0 and fee <= amount),
  upstream_cost numeric(24, 6) not null default 0,
  commission numeric(24, 6) not null default 0,
  status smallint not null default 0 check (status between 0 and 7),
  callback_status smallint not null default 0 check (callback_status between 0 and 3),
  callback_count integer not null default 0,
  callback_at timestamptz,
  settled boolean not null default false,
  settled_at timestamptz,
  claimed_by bigint references sys_user,
  claimed_at timestamptz,
  -- its holder offers it to a colleague until then, and it does not lapse meanwhile
  claim_offered_until timestamptz check (claim_offered_until is null or claimed_by is not null),
  source text not null default 'api',
  is_system boolean not null default false,
  visited_cashier boolean not null default false,
  payer_id text,
  create_ip text,
  user_ip text,
  proof text,
  jump_url text,
  callback_url text,
  pay_url text,
  upstream_pay_url text,
  source_info jsonb,
  remark text,
  paid_at timestamptz,
  expires_at timestamptz,
  -- of the staff's notes on it, those not withdrawn
  notes integer not null default 0 check (notes >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id)
);
comment on table collect_order is 'Collection orders: a payer''s money on its way to a merchant.';
create unique index collect_order_no on collect_order (order_no, merchant_id);
-- a merchant's number is one whatever its case
create unique index collect_order_merchant_no on collect_order (merchant_id, lower(merchant_order_no));
create index collect_order_upstream_no on collect_order (upstream_order_no text_pattern_ops);
create index collect_order_utr on collect_order (utr);
create index collect_order_claimed on collect_order (claimed_by) where claimed_by is not null;
create index collect_order_m_created on collect_order (merchant_id, created_at, id);
create index collect_order_m_amount on collect_order (merchant_id, amount, id);
create index collect_order_unsettled on collect_order (merchant_id, id) where status = :collectStatus.success and not settled;
-- for expireOrders, every minute
create index collect_order_open on collect_order (expires_at) where status in (:collectStatus.created, :collectStatus.paying);
-- candidates of a statement line, by amount and time
create index collect_order_matchable on collect_order (currency, amount, created_at) where status in (:collectStatus.created, :collectStatus.paying, :collectStatus.failed, :collectStatus.expired, :collectStatus.cancelled, :collectStatus.review);
-- references of twelve digits are their own form; the few of another shape are found by it
create index collect_order_form on collect_order (reference_form(utr)) where utr !~ '^[0-9]{12}$';
-- a statement line may be of money that is booked already
create index collect_order_paid on collect_order (currency, amount, created_at) where status = :collectStatus.success;
create index collect_order_created on collect_order (created_at, id) include (merchant_id);
create index collect_order_amount on collect_order (amount, id) include (merchant_id);
create index collect_order_s_created on collect_order (status, created_at, id) include (merchant_id);
create index collect_order_s_amount on collect_order (status, amount, id) include (merchant_id);
create index collect_order_merchant_order_no on collect_order (lower(merchant_order_no) text_pattern_ops);
create index collect_order_no_ending on collect_order (right(order_no, 4));
create index collect_order_merchant_no_ending on collect_order (right(lower(merchant_order_no), 4));
create index collect_order_utr_ending on collect_order (right(utr, 4)) where utr is not null;

create table collect_attempt (
  id bigint not null,
  order_id bigint not null,
  merchant_id bigint not null references merchant,
  attempt integer not null,
  upstream_id bigint not null references upstream,
  state smallint not null default 0 check (state between 0 and 4),
  upstream_order_no text,
  pay_url text,
  http_status integer,
  milliseconds integer,
  request text,
  answer text,
  failure text,
  sent_at timestamptz not null default now(),
  ended_at timestamptz,
  -- a round begins each time an order is submitted; a worker that finds one in progress goes on after its last attempt
  round integer not null default 1,
  -- no clear answer: the upstream may have taken the order
  unclear boolean not null default false,
  primary key (id, merchant_id),
  unique (order_id, attempt, merchant_id)
);
comment on table collect_attempt is 'Submissions of collection orders to upstreams.';

create table order_settlement (
  id bigint not null,
  order_id bigint not null,
  merchant_id bigint not null,
  entry_id bigint not null,
  net numeric(24, 6) not null,
  commission numeric(24, 6) not null default 0,
  agent_id bigint,
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  foreign key (entry_id, merchant_id) references journal_entry (id, merchant_id)
);
comment on table order_settlement is 'Settlements of collection orders, at most one of an order live.';
create unique index order_settlement_live on order_settlement (order_id, merchant_id) where reversed_at is null;

create table pay_order (
  id bigint not null,
  order_no text not null,
  merchant_id bigint not null references merchant,
  merchant_order_no text not null,
  upstream_order_no text,
  utr text,
  channel_id bigint not null references channel,
  upstream_id bigint references upstream,
  agent_id bigint references merchant,
  currency text not null,
  amount numeric(24, 6) not null check (amount > 0),
  fee_rate numeric(12, 6) not null,
  fixed_fee numeric(24, 6) not null,
  fee numeric(24, 6) not null check (fee >= 0 and fee <= amount),
  upstream_cost numeric(24, 6) not null default 0,
  commission numeric(24, 6) not null default 0,
  status smallint not null default 0 check (status between 0 and 9),
  callback_status smallint not null default 0 check (callback_status between 0 and 3),
  callback_count integer not null default 0,
  callback_at timestamptz,
  claimed_by bigint references sys_user,
  claimed_at timestamptz,
  -- its holder offers it to a colleague until then, and it does not lapse meanwhile
  claim_offered_until timestamptz check (claim_offered_until is null or claimed_by is not null),
  source text not null default 'api',
  is_system boolean not null default false,
  -- UPI pays to an address of its own; a bank transfer needs account, IFSC and beneficiary; USDT a TRC20 address
  is_upi boolean not null default false,
  receiving_address text,
  bank_account text,
  ifsc text,
  beneficiary text,
  bank_name text,
  trc_address text,
  create_ip text,
  user_ip text,
  proof text,
  callback_url text,
  source_info jsonb,
  remark text,
  attempts integer not null default 0,
  submitted_at timestamptz,
  paid_at timestamptz,
  returned_at timestamptz,
  fee_returned boolean not null default false,
  upstream_status smallint,
  -- of the staff's notes on it, those not withdrawn
  notes integer not null default 0 check (notes >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id)
);
comment on table pay_order is 'Payout orders.';
create unique index pay_order_no on pay_order (order_no, merchant_id);
create unique index pay_order_merchant_no on pay_order (merchant_id, lower(merchant_order_no));
create index pay_order_upstream_no on pay_order (upstream_order_no text_pattern_ops);
create index pay_order_utr on pay_order (utr) where utr is not null;
create index pay_order_claimed on pay_order (claimed_by) where claimed_by is not null;
create index pay_order_m_created on pay_order (merchant_id, created_at, id);
create index pay_order_m_amount on pay_order (merchant_id, amount, id);
create index pay_order_open on pay_order (status, submitted_at) where status in (:payStatus.created, :payStatus.queued, :payStatus.processing, :payStatus.unknown);
create index pay_order_matchable on pay_order (currency, amount, created_at) where status in (:payStatus.processing, :payStatus.unknown);
create index pay_order_form on pay_order (reference_form(utr)) where utr !~ '^[0-9]{12}$';
create index pay_order_paid on pay_order (currency, amount, created_at) where status in (:payStatus.success, :payStatus.returned);
create index pay_order_created on pay_order (created_at, id) include (merchant_id);
create index pay_order_amount on pay_order (amount, id) include (merchant_id);
create index pay_order_s_created on pay_order (status, created_at, id) include (merchant_id);
create index pay_order_s_amount on pay_order (status, amount, id) include (merchant_id);
create index pay_order_merchant_order_no on pay_order (lower(merchant_order_no) text_pattern_ops);
create index pay_order_no_ending on pay_order (right(order_no, 4));
create index pay_order_merchant_no_ending on pay_order (right(lower(merchant_order_no), 4));
create index pay_order_utr_ending on pay_order (right(utr, 4)) where utr is not null;

-- One bank transfer pays one payout, whosever it is.
create table payout_reference (
  -- in the form in which references are compared
  utr text primary key check (utr = reference_form(utr)),
  merchant_id bigint not null,
  order_id bigint not null
);
comment on table payout_reference is 'Bank references that payouts have, over all merchants: written before the payout.';

-- Another upstream is another row.
create table pay_attempt (
  id bigint not null,
  order_id bigint not null,
  merchant_id bigint not null references merchant,
  order_no text not null,
  attempt integer not null,
  upstream_id bigint not null references upstream,
  state smallint not null default 0 check (state between 0 and 4),
  upstream_order_no text,
  http_status integer,
  milliseconds integer,
  request text,
  answer text,
  failure text,
  sent_at timestamptz not null default now(),
  ended_at timestamptz,
  -- which ends the upstream reported: a payout that is both paid and failed is for a person to decide
  reported_paid boolean not null default false,
  reported_failed boolean not null default false,
  primary key (id, merchant_id),
  unique (order_id, attempt, merchant_id),
  foreign key (order_id, merchant_id) references pay_order (id, merchant_id)
);
comment on table pay_attempt is 'Submissions of payout orders to upstreams, at most one of an order live.';
create unique index pay_attempt_live on pay_attempt (order_id, merchant_id) where state in (:payAttempt.sending, :payAttempt.accepted, :payAttempt.paid, :payAttempt.unknown);
create index pay_attempt_upstream on pay_attempt (upstream_id, upstream_order_no) where upstream_order_no is not null;

create table upstream_event (
  id bigint primary key,
  upstream_id bigint references upstream,
  event_id text not null,
  kind text not null check (kind in ('collect', 'pay')),
  order_no text,
  raw text not null,
  verified boolean not null,
  applied text,
  received_at timestamptz not null default now(),
  -- the answer to a query of ours, not a notice
  is_answer boolean not null default false,
  constraint upstream_event_sender check (upstream_id is not null or not verified)
);
comment on table upstream_event is 'Messages of upstreams as they were received.';
create unique index upstream_event_once on upstream_event (upstream_id, event_id) where verified;
create index upstream_event_order on upstream_event (order_no);

create table callback_schedule (
  id bigint not null,
  order_id bigint not null,
  merchant_id bigint not null,
  status_reported smallint not null,
  attempts integer not null default 0,
  state smallint not null default 1 check (state in (1, 2, 3)),
  next_try_at timestamptz,
  -- which table the order is in
  kind text not null default 'collect' check (kind in ('collect', 'pay')),
  -- 0 as the status was reached, then one for each correction of the order
  correction smallint not null default 0,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  unique (order_id, status_reported, correction, merchant_id)
);
comment on table callback_schedule is
  'Statuses that merchants are told of, one row per order, status and correction.';
-- planned tries that are due or lost, and what waits to be delivered, without reading the delivered ones
create index callback_schedule_due on callback_schedule (next_try_at) where state = :callbackStatus.sending;

create table callback (
  id bigint not null,
  schedule_id bigint not null,
  order_id bigint not null,
  order_no text not null,
  merchant_id bigint not null references merchant,
  attempt integer not null,
  manual boolean not null default false,
  delivered boolean not null,
  http_status integer,
  milliseconds integer not null,
  answer text,
  failure text,
  url text not null,
  next_try_at timestamptz,
  sent_at timestamptz not null default now(),
  -- the status by name: the numbers of collections and payouts differ
  reported text,
  -- the request that it is a consequence of (server/platform/trace.ts)
  trace_id text default nullif(current_setting('paydesk.trace', true), ''),
  primary key (id, merchant_id),
  foreign key (schedule_id, merchant_id) references callback_schedule (id, merchant_id)
);
comment on table callback is 'Attempts to deliver a callback.';
create index callback_order on callback (order_id);
create index callback_trace on callback (trace_id) where trace_id is not null;
create index callback_order_no on callback (order_no);
create index callback_m_sent on callback (merchant_id, sent_at, id);
create index callback_sent on callback (sent_at, id) include (merchant_id);

create table rollup (
  resource text not null,
  hour timestamptz not null,
  merchant_id bigint not null,
  currency text not null,
  bucket smallint not null,
  rows bigint not null,
  amount numeric(30, 6) not null,
  fee numeric(30, 6) not null,
  primary key (resource, hour, merchant_id, currency, bucket)
);
comment on table rollup is
  'Counts and sums of rows by hour of creation; the bucket is the status of an order or the type of a fund detail.';

-- Writers append deltas in their own transaction, so that they never wait for a row of rollup.
create table rollup_delta (
  id bigint generated always as identity,
  resource text not null,
  hour timestamptz not null,
  merchant_id bigint not null,
  currency text not null,
  bucket smallint not null,
  rows bigint not null,
  amount numeric(30, 6) not null,
  fee numeric(30, 6) not null default 0,
  primary key (id, merchant_id)
);
comment on table rollup_delta is 'Changes of rollup that a worker has yet to add to it.';

grant select, insert, update, delete on callback_schedule, rollup, rollup_delta to paydesk_server;
grant select, insert, update on collect_order, collect_attempt, order_settlement, pay_order, pay_attempt,
  upstream_event to paydesk_server;
grant select, insert, delete on payout_reference to paydesk_server;
grant select, insert on callback to paydesk_server;
grant select on collect_order, pay_order, callback_schedule, callback, rollup, rollup_delta to
  paydesk_merchant;
