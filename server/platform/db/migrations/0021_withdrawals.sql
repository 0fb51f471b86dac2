-- What a withdrawal is paid in, and on what terms merchants withdraw a currency.
alter table withdrawal add column asset text not null default 'USDT';

create table withdrawal_term (
  id bigint primary key,
  currency text not null unique,
  fee_rate numeric(18, 6) not null default 0 check (fee_rate >= 0 and fee_rate < 1),
  fixed_fee numeric(24, 6) not null default 0 check (fixed_fee >= 0),
  mini_amount numeric(24, 6) not null check (mini_amount > 0),
  max_amount numeric(24, 6) not null,
  -- units of the currency per unit of the asset; what is confirmed stays within the band around it
  reference_rate numeric(18, 8) not null check (reference_rate > 0),
  band numeric(18, 6) not null default 0.05 check (band > 0 and band < 1),
  asset text not null default 'USDT',
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (max_amount >= mini_amount)
);
grant select, insert, update, delete on withdrawal_term to paydesk_server;
