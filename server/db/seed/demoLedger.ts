import { idSql, type OrderPlan } from './demoOrders.ts';

/**
 * The ledger of the demo, by the rules of server/ledger: the same entries with the same legs, written set by set. The
 * chains of balances come from window functions over all legs of an account in time order.
 */

const stamp = (ms: string) => `to_timestamp(${ms} / 1000.0)`;
/** Ids of the entries of an order: collection, settlement, reversal. */
const entryId = (moment: 'p_ms' | 's_ms' | 'r_ms') => idSql(moment, 'n');

export const ENTRIES = `
  insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, reverses, operator, remark, created_at)
  select entry.* from seed_order o, lateral (values
    (${entryId('p_ms')}, 'collection', merchant_id, currency, id, 'collection:' || id, null::bigint, 'system', null, ${stamp('p_ms')}),
    (${entryId('s_ms')}, 'settlement', merchant_id, currency, id, 'settlement:' || id, null, 'finance', null, ${stamp('s_ms')}),
    (${entryId('r_ms')}, 'reversal', merchant_id, currency, id, 'reversal:' || id, ${entryId('p_ms')}, 'operator', '付款人申请退款', ${stamp('r_ms')})
  ) entry (id) where p_ms is not null and entry.id is not null`;

/** Merchant legs. Account: 1 pending, 2 available. Type: 1 collection, 2 fee, 7 settlement, 13 reversal, 15 commission. */
const LEGS = `
  select leg.*, n, o.id as order_id, cur, currency, order_no, merchant_order_no
  from seed_order o, lateral (values
    (p_ms, 0, merchant_id, 1, 1, amount, 'system'),
    (p_ms, 1, merchant_id, 1, 2, -fee, 'system'),
    (s_ms, 0, merchant_id, 1, 7, -net, 'finance'),
    (s_ms, 1, merchant_id, 2, 7, net, 'finance'),
    (s_ms, 2, agent_id, 2, 15, commission, 'finance')
  ) leg (ms, place, holder, account, type, amount, operator)
  where p_ms is not null and leg.ms is not null and leg.amount <> 0
  union all
  select leg.*, n, o.id, cur, currency, order_no, merchant_order_no
  from seed_order o, lateral (values
    (case when s_ms is not null then r_ms end, 0, agent_id, 2, 13, -commission, 'operator'),
    (case when s_ms is not null then r_ms end, 1, merchant_id, 2, 13, -net, 'operator'),
    (case when s_ms is not null then r_ms end, 2, merchant_id, 1, 13, net, 'operator'),
    (r_ms, 3, merchant_id, 1, 13, fee, 'operator'),
    (r_ms, 4, merchant_id, 1, 13, -amount, 'operator')
  ) leg (ms, place, holder, account, type, amount, operator)
  where r_ms is not null and leg.ms is not null and leg.amount <> 0`;

/**
 * The chain of every account. Holder, currency and account make one number to sort by: a seeded merchant's id has room
 * in its low bits.
 */
export const DETAILS = `
  insert into fund_detail (id, entry_id, merchant_id, account, currency, type, amount, balance_before, balance_after, seq,
    order_id, order_no, merchant_order_no, operator, is_system, remark, created_at)
  select id, ${idSql('ms', 'n')}, holder, account, currency, type, amount, balance - amount, balance, seq, order_id, order_no,
    merchant_order_no, operator, operator = 'system', case when operator = 'operator' then '付款人申请退款' end, ${stamp('ms')}
  from (
    select *, sum(amount) over chain as balance, row_number() over chain as seq
    from (select *, ${idSql('ms', 'n * 8 + place')} as id, holder | (cur << 8) | (account << 14) as chain_key from (${LEGS}) leg) leg
    window chain as (partition by chain_key order by id rows unbounded preceding)
    offset 0
  ) chained
  order by id`;

/** Platform legs; a reversal undoes those of the collection and of the settlement. */
export const POSTINGS = `
  insert into platform_posting (entry_id, account, currency, amount, created_at)
  select ${idSql('leg.ms', 'n')}, leg.account, currency, leg.amount, ${stamp('leg.ms')}
  from (select *, 'upstream:' || upstream_id as upstream from seed_order where p_ms is not null offset 0) o, lateral (values
    (p_ms, upstream, -amount),
    (p_ms, 'fees', fee),
    (p_ms, 'upstreamCost', -cost),
    (p_ms, upstream, cost),
    (s_ms, 'commission', -commission)
  ) leg (ms, account, amount)
  where leg.ms is not null and leg.amount <> 0
  union all
  select ${idSql('r_ms', 'n')}, leg.account, currency, leg.amount, ${stamp('r_ms')}
  from seed_order o, lateral (values
    ('commission', case when s_ms is null then 0 else commission end),
    ('upstream:' || upstream_id, -cost),
    ('upstreamCost', cost),
    ('fees', -fee),
    ('upstream:' || upstream_id, amount)
  ) leg (account, amount)
  where r_ms is not null and p_ms is not null and leg.amount <> 0`;

export const SETTLEMENTS = `
  insert into order_settlement (id, order_id, merchant_id, entry_id, net, commission, agent_id, reversed_at, created_at)
  select ${entryId('s_ms')}, id, merchant_id, ${entryId('s_ms')}, net, commission, agent_id, ${stamp('r_ms')}, ${stamp('s_ms')}
  from seed_order where s_ms is not null and p_ms is not null`;

/** Every account opens when its merchant first touches the currency; the last of its chain is its balance. */
export const assets = ({ anchorMs }: OrderPlan): string => `
  insert into merchant_asset (id, merchant_id, currency, pending, available, pending_seq, available_seq, updated_at)
  select ${idSql(String(anchorMs - 60 * 86_400_000), 'row_number() over (order by merchant_id, currency)')}, merchant_id, currency,
    coalesce(sum(amount) filter (where account = 1), 0), coalesce(sum(amount) filter (where account = 2), 0),
    coalesce(max(seq) filter (where account = 1), 0), coalesce(max(seq) filter (where account = 2), 0), max(created_at)
  from fund_detail group by merchant_id, currency`;

export const ROLLUP_ORDERS = `
  insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'collectOrder', date_trunc('hour', ${stamp('c_ms')}, 'UTC') as hour, merchant_id, currency, status, count(*), sum(amount), sum(fee)
  from seed_order group by 2, 3, 4, 5`;

export const ROLLUP_DETAILS = `
  insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'fundDetail', date_trunc('hour', created_at, 'UTC') as hour, merchant_id, currency, type, count(*), sum(amount), 0
  from fund_detail group by 2, 3, 4, 5`;
