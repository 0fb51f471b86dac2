-- What matching keeps of a line, and how far a batch has come.

alter table bank_bill
  add column bill_no text not null unique,
  -- a statement that names the day alone
  add column whole_day boolean not null default false,
  -- the order that fits best, as of the last look; the matched one afterwards
  add column candidate_no text,
  add column candidate_amount numeric(24, 6),
  add column difference numeric(24, 6),
  add column score smallint check (score between 0 and 100),
  -- what the match did to the order: paid it, put money in suspense for it, or only tied the two together
  add column effect text check (effect in ('paid', 'suspense', 'tied')),
  -- the ledger entry that the match wrote
  add column entry_id bigint references journal_entry;
create unique index bank_bill_line on bank_bill (batch_id, line);
create index bank_bill_status on bank_bill (status, created_at, id);
create index bank_bill_order_no on bank_bill (order_no) where order_no is not null;
-- A line without a reference is the same line when all it says is the same.
create index bank_bill_same on bank_bill (bank_account_id, amount, booked_at) where utr is null;

alter table bank_batch
  add column auto_match boolean not null default true,
  -- lines of the file that are behind us: a killed worker goes on after them
  add column handled integer not null default 0,
  add column progress smallint not null default 0 check (progress between 0 and 100),
  add column failure text,
  add column updated_at timestamptz not null default now();
create index bank_batch_created on bank_batch (created_at, id);
create index bank_batch_open on bank_batch (updated_at) where status in (0, 1, 3);

alter table bank_type add constraint bank_type_status check (status in (1, 2));

-- The orders a bank line may be about: by amount and time, where no reference says more.
create index collect_order_matchable on collect_order (currency, amount, created_at) where status in (0, 1, 3, 4, 5, 7);
create index pay_order_matchable on pay_order (currency, amount, created_at) where status in (3, 9);

-- I25 a matched bill and its order agree: the same currency, the money booked for it, no order matched twice
create view invariant_i25 as
select null::bigint as entry_id, b.order_id, b.merchant_id, 'bank_bill ' || b.id as subject,
  format('%s %s %s, matched with %s', case b.direction when 1 then 'credit' else 'debit' end, trim_scale(b.amount),
    b.currency, coalesce(o.order_no, 'no order')) as problem
from bank_bill b
left join (
  select id, order_no, merchant_id, currency, amount, status, 1 as direction from collect_order
  union all select id, order_no, merchant_id, currency, amount, status, 2 from pay_order
) o on o.id = b.order_id and o.direction = b.direction
where b.status in (1, 2) and (o.id is null or o.currency <> b.currency or o.merchant_id <> b.merchant_id
  or o.order_no <> b.order_no or (b.effect <> 'suspense' and o.amount <> b.amount)
  or (b.effect = 'tied') <> (b.entry_id is null)
  or b.effect = 'paid' and o.status not in (2, 6) and b.direction = 1
  or b.effect = 'paid' and o.status not in (4, 8) and b.direction = 2)
union all
select null, b.order_id, b.merchant_id, 'bank_bill ' || b.id, 'open, yet it names an order'
from bank_bill b where b.status not in (1, 2) and (b.order_id is not null or b.effect is not null);
grant select on invariant_i25 to paydesk_server;
