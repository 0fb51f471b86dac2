/**
 * One entry, all its legs and their echoes (asset, rollup, outbox, settlement) in one statement. Everything hangs on
 * the row of `entry`: when the command key was already used nothing else happens and no row comes back. Its instant is
 * that of the posting, with the accounts locked, and not that of the transaction: rows by time are rows by balance.
 */
export const POST_SQL = `
with claim as (
  insert into ledger_command (command_key, merchant_id, entry_id) values ($6, $3, $1)
  on conflict (command_key) do nothing returning merchant_id, entry_id
), entry as (
  insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, reverses, operator, remark,
    created_at)
  select entry_id, $2, merchant_id, $4, $5::bigint, $6, $7::bigint, $8, $9, clock_timestamp() from claim
  returning id, merchant_id, currency, order_id, operator, remark, created_at
), leg as (
  select * from unnest($10::bigint[], $11::bigint[], $12::smallint[], $13::smallint[], $14::numeric[], $15::numeric[],
    $16::numeric[], $17::bigint[]) leg (id, merchant_id, account, type, amount, balance_before, balance_after, seq)
), detail as (
  insert into fund_detail (id, entry_id, merchant_id, account, currency, type, amount, balance_before, balance_after,
    seq, order_id, order_no, merchant_order_no, operator, is_system, remark, created_at)
  select leg.id, entry.id, leg.merchant_id, leg.account, entry.currency, leg.type, leg.amount, leg.balance_before,
    leg.balance_after, leg.seq, entry.order_id, $18, $19, entry.operator, $20::boolean, entry.remark,
    entry.created_at
  from entry, leg
  returning id, merchant_id
), posting as (
  insert into platform_posting (entry_id, merchant_id, account, currency, amount, created_at)
  select entry.id, entry.merchant_id, platform.account, entry.currency, platform.amount, entry.created_at
  from entry, unnest($21::text[], $22::numeric[]) platform (account, amount)
), asset as (
  update merchant_asset set pending = held.pending, available = held.available, frozen = held.frozen,
    pending_seq = held.pending_seq, available_seq = held.available_seq, frozen_seq = held.frozen_seq,
    commission_debt = held.commission_debt, version = version + 1, updated_at = now()
  from entry, unnest($23::bigint[], $24::numeric[], $25::numeric[], $26::numeric[], $27::bigint[], $28::bigint[],
    $29::bigint[], $30::numeric[])
    held (merchant_id, pending, available, frozen, pending_seq, available_seq, frozen_seq, commission_debt)
  where merchant_asset.merchant_id = held.merchant_id and merchant_asset.currency = entry.currency
  returning merchant_asset.id, merchant_asset.merchant_id
), settled as (
  insert into order_settlement (id, order_id, merchant_id, entry_id, net, commission, agent_id,
    created_at)
  select settlement.id, entry.order_id, entry.merchant_id, entry.id, settlement.net, settlement.commission, settlement.agent_id,
    entry.created_at
  from entry, unnest($31::bigint[], $32::numeric[], $33::numeric[], $34::bigint[])
    settlement (id, net, commission, agent_id)
), delta as (
  insert into rollup_delta (resource, hour, merchant_id, currency, bucket, rows, amount)
  select 'fundDetail', date_trunc('hour', entry.created_at, 'UTC'), leg.merchant_id, entry.currency, leg.type,
    count(*), sum(leg.amount)
  from entry, leg group by 2, 3, 4, 5
), event as (
  insert into outbox (resource, row_id, change, merchant_id)
  select 'fundDetail', id, 'add', merchant_id from detail
  union all select 'merchantAsset', id, 'update', merchant_id from asset
)
select id::text from entry`;

const ACCOUNT = `select a.id::text, a.merchant_id::text, a.pending::text, a.available::text, a.frozen::text,
  a.pending_seq::text, a.available_seq::text, a.frozen_seq::text, a.overdraft::text, a.commission_debt::text
from merchant_asset a`;

/**
 * The one order in which commands lock accounts, from those that few commands share to those that many do: merchants
 * before agents, these from the lowest tier up, in a tier by id. What waits for a merchant's row holds no agent's, and no
 * two commands wait for each other in a circle. Platform accounts have no locked row. Tiers are of agents alone: no other
 * account is shared by those below it.
 */
const LOCK_ORDER = `m.type, case when m.type = 2 then (with recursive above as (
    select m.agent_id as id union select p.agent_id from merchant p join above on p.id = above.id)
  select count(above.id) from above) end desc, m.id`;

/** All of the accounts or, where one does not exist yet, none: a later one must not stay locked while it is opened. */
export const LOCK_SQL = `
${ACCOUNT} join merchant m on m.id = a.merchant_id
where a.currency = $1 and a.merchant_id = any($2::bigint[])
  and (cardinality($2::bigint[]) = 1 or cardinality($2::bigint[]) = (
    select count(*) from merchant_asset o where o.currency = $1 and o.merchant_id = any($2::bigint[])))
order by ${LOCK_ORDER} for update of a`;

export const READ_SQL = `
${ACCOUNT} where a.currency = $1 and a.merchant_id = $2`;

/** One that does not exist comes last: opening its account is refused by the foreign key, as a missing merchant. */
export const LOCK_ORDER_SQL = `
select accounts.id::text from unnest($1::bigint[]) accounts (id) left join merchant m on m.id = accounts.id
order by ${LOCK_ORDER}`;

export const OPEN_SQL = `
insert into merchant_asset (id, merchant_id, currency) values ($1, $2, $3)
on conflict (merchant_id, currency) do nothing`;

/** The legs of an order's entries that a reversal has to undo, in the order they were posted; an agent's among them. */
export const LIVE_LEGS_SQL = `
with entry as (
  select id, merchant_id from journal_entry
  where order_id = $1 and merchant_id = $2 and kind in ('collection', 'settlement', 'resettlement')
), leg as (
  select entry_id, merchant_id, account, null as platform, type, amount, id
  from fund_detail where entry_id in (select id from entry)
  union all
  select entry_id, null, null, account, null, amount, id
  from platform_posting where (entry_id, merchant_id) in (select id, merchant_id from entry)
)
select entry_id::text, merchant_id::text, account, platform, type, amount::text from leg order by leg.entry_id, leg.id`;
