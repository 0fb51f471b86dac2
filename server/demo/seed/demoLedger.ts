import { REFERENCE, UPSTREAM_NO } from './demoOrders.ts';
import { idSql, type OrderPlan, stamp } from './demoSql.ts';

/**
 * The ledger of the demo, by the rules of server/ledger: the same entries with the same legs, written set by set. One
 * scan for each kind of row costs less than making all kinds for each order. The chains of balances come from window
 * functions over all legs of an account in time order.
 */

/** Ids of the entries of an order: collection, settlement, reversal. */
const entryId = (moment: 'p_ms' | 's_ms' | 'r_ms') => idSql(moment, 'n');
const REFUND = 'The payer asked for a refund';

const entry = (
  kind: string,
  ms: 'p_ms' | 's_ms' | 'r_ms',
  reverses: string,
  operator: string,
  remark: string,
) => `
  select ${entryId(ms)}, '${kind}', merchant_id, currency, id, '${kind}:' || id, ${reverses}, '${operator}', ${remark}, ${stamp(ms)}
  from seed_order where ${ms} is not null`;

const payEntry = (kind: string, key: string, ms: 'h_ms' | 'p_ms' | 'b_ms' | 'r_ms', operator = 'system') => `
  select ${idSql(ms, 'n')}, '${kind}', merchant_id, currency, id, '${key}:' || id, null, '${operator}', null, ${stamp(ms)}
  from seed_pay where ${ms} is not null`;

export const ENTRIES = `
  insert into journal_entry (id, kind, merchant_id, currency, order_id, command_key, reverses, operator, remark, created_at)
  ${[
    entry('collection', 'p_ms', 'null::bigint', 'system', 'null'),
    entry('settlement', 's_ms', 'null', 'finance', 'null'),
    entry('reversal', 'r_ms', entryId('p_ms'), 'operator', `'${REFUND}'`),
    payEntry('payoutHold', 'hold', 'h_ms'),
    payEntry('payout', 'payout', 'p_ms'),
    payEntry('payoutRelease', 'release', 'b_ms'),
    payEntry('payoutReturn', 'return', 'r_ms', 'finance'),
  ].join(' union all ')}`;

interface Leg {
  ms: string;
  place: number;
  holder: 'merchant_id' | 'agent_id';
  /** 1 pending, 2 available, 3 frozen. */
  account: 1 | 2 | 3;
  /** fundTypeEnum. */
  type: number;
  amount: string;
  when: string;
}

const PAID = 'p_ms is not null';
const SETTLED = 's_ms is not null';
const UNDONE = 'r_ms is not null';
const UNSETTLED = 'r_ms is not null and s_ms is not null';

const LEGS: readonly Leg[] = [
  { ms: 'p_ms', place: 0, holder: 'merchant_id', account: 1, type: 1, amount: 'amount', when: PAID },
  { ms: 'p_ms', place: 1, holder: 'merchant_id', account: 1, type: 2, amount: '-fee', when: PAID },
  { ms: 's_ms', place: 0, holder: 'merchant_id', account: 1, type: 7, amount: '-net', when: SETTLED },
  { ms: 's_ms', place: 1, holder: 'merchant_id', account: 2, type: 7, amount: 'net', when: SETTLED },
  { ms: 's_ms', place: 2, holder: 'agent_id', account: 2, type: 15, amount: 'commission', when: SETTLED },
  { ms: 'r_ms', place: 0, holder: 'agent_id', account: 2, type: 13, amount: '-commission', when: UNSETTLED },
  { ms: 'r_ms', place: 1, holder: 'merchant_id', account: 2, type: 13, amount: '-net', when: UNSETTLED },
  { ms: 'r_ms', place: 2, holder: 'merchant_id', account: 1, type: 13, amount: 'net', when: UNSETTLED },
  { ms: 'r_ms', place: 3, holder: 'merchant_id', account: 1, type: 13, amount: 'fee', when: UNDONE },
  { ms: 'r_ms', place: 4, holder: 'merchant_id', account: 1, type: 13, amount: '-amount', when: UNDONE },
];

const PAY_LEGS: readonly Omit<Leg, 'when'>[] = [
  { ms: 'h_ms', place: 0, holder: 'merchant_id', account: 2, type: 3, amount: '-held' },
  { ms: 'h_ms', place: 1, holder: 'merchant_id', account: 3, type: 3, amount: 'held' },
  { ms: 'p_ms', place: 0, holder: 'merchant_id', account: 3, type: 4, amount: '-amount' },
  { ms: 'p_ms', place: 1, holder: 'merchant_id', account: 3, type: 5, amount: '-fee' },
  { ms: 'p_ms', place: 2, holder: 'agent_id', account: 2, type: 15, amount: 'commission' },
  { ms: 'b_ms', place: 0, holder: 'merchant_id', account: 3, type: 6, amount: '-held' },
  { ms: 'b_ms', place: 1, holder: 'merchant_id', account: 2, type: 6, amount: 'held' },
  { ms: 'r_ms', place: 0, holder: 'merchant_id', account: 2, type: 17, amount: 'amount' },
  { ms: 'r_ms', place: 1, holder: 'agent_id', account: 2, type: 13, amount: '-commission' },
];

/**
 * A merchant's leg of every order that has it, narrow, for it is sorted twice. Holder, account and currency make one
 * number to sort by: a seeded merchant's id has room in its low bits.
 */
const legOf = (table: 'seed_order' | 'seed_pay', { ms, place, holder, account, type, amount, when }: Leg) => `
  select ${idSql(ms, `n * 8 + ${place}`)} as id, ${holder} | ${account << 14} | (cur << 8) as chain, n, ${ms} as ms,
    ${holder} as holder, ${account}::smallint as account, ${type}::smallint as type, ${amount} as amount,
    ${table === 'seed_pay'} as pay
  from ${table} where ${when} and ${amount.replace('-', '')} <> 0`;
const ALL_LEGS = [
  ...LEGS.map((leg) => legOf('seed_order', leg)),
  ...PAY_LEGS.map((leg) => legOf('seed_pay', { ...leg, when: `${leg.ms} is not null` })),
].join(' union all ');

export const DETAILS = `
  insert into fund_detail (id, entry_id, merchant_id, account, currency, type, amount, balance_before, balance_after, seq,
    order_id, order_no, merchant_order_no, operator, is_system, remark, created_at)
  select d.id, ${idSql('d.ms', 'd.n')}, holder, account, o.currency, type, d.amount, balance - d.amount, balance, seq,
    coalesce(p.id, o.id), coalesce(p.order_no, o.order_no), coalesce(p.merchant_order_no, o.merchant_order_no),
    case when alone then 'system' when type = 13 and not d.pay then 'operator' else 'finance' end, alone,
    case when type = 13 and not d.pay then '${REFUND}' end, ${stamp('d.ms')}
  from (
    select * from (
      select *, sum(amount) over chain as balance, row_number() over chain as seq, type < 3 or pay and type not in (13, 17) as alone
      from (${ALL_LEGS}) leg
      window chain as (partition by chain order by id rows unbounded preceding)
    ) chained
    order by id
    offset 0
  ) d join seed_order o on o.n = d.n left join seed_pay p on d.pay and p.n = d.n`;

const posting = (ms: string, account: string, amount: string) => `
  select ${idSql(ms, 'n')}, merchant_id, ${account}, currency, ${amount}, ${stamp(ms)}
  from seed_order where ${ms} is not null and ${amount.replace('-', '')} <> 0`;
const UPSTREAM = `'upstream:' || upstream_id`;
const payPosting = (ms: string, account: string, amount: string) =>
  posting(ms, account, amount).replace('from seed_order', 'from seed_pay');

/** From the entries, which are there. */
export const COMMANDS = `
  insert into ledger_command (command_key, merchant_id, entry_id)
  select command_key, merchant_id, id from journal_entry`;

/** Platform legs; a reversal undoes those of the collection and of the settlement. */
export const POSTINGS = `
  insert into platform_posting (entry_id, merchant_id, account, currency, amount, created_at)
  ${[
    posting('p_ms', UPSTREAM, '-amount'),
    posting('p_ms', `'fees'`, 'fee'),
    posting('p_ms', `'upstreamCost'`, '-cost'),
    posting('p_ms', UPSTREAM, 'cost'),
    posting('s_ms', `'commission'`, '-commission'),
    `${posting('r_ms', `'commission'`, 'commission')} and s_ms is not null`,
    posting('r_ms', UPSTREAM, '-cost'),
    posting('r_ms', `'upstreamCost'`, 'cost'),
    posting('r_ms', `'fees'`, '-fee'),
    posting('r_ms', UPSTREAM, 'amount'),
    payPosting('p_ms', UPSTREAM, 'amount'),
    payPosting('p_ms', `'fees'`, 'fee'),
    payPosting('p_ms', `'upstreamCost'`, '-cost'),
    payPosting('p_ms', UPSTREAM, 'cost'),
    payPosting('p_ms', `'commission'`, '-commission'),
    payPosting('r_ms', UPSTREAM, '-amount'),
    payPosting('r_ms', `'commission'`, 'commission'),
  ].join(' union all ')}`;

export const SETTLEMENTS = `
  insert into order_settlement (id, order_id, merchant_id, entry_id, net, commission, agent_id, reversed_at, created_at)
  select ${entryId('s_ms')}, id, merchant_id, ${entryId('s_ms')}, net, commission, agent_id, ${stamp('r_ms')}, ${stamp('s_ms')}
  from seed_order where s_ms is not null`;

/** What the upstreams paid: one payment an order, returned where it was reversed. */
export const PAYMENTS = `
  insert into payment (merchant_id, id, source, upstream_id, currency, amount, held, status, reference, upstream_order_no, order_kind,
    order_id, order_no, used_for, created_at)
  select merchant_id, ${entryId('p_ms')}, 'notice', upstream_id, currency, amount, false,
    case when r_ms is null then 'allocated' else 'returned' end, ${REFERENCE}, ${UPSTREAM_NO}, 'collectOrder', id, order_no,
    case when r_ms is null then order_no end, ${stamp('p_ms')}
  from (select o.*, s.upstream_prefix from seed_order o join seed_slot s on s.slot = o.slot where o.p_ms is not null) o`;

const allocation = (ms: 'p_ms' | 'r_ms', amount: string) => `
  select merchant_id, ${entryId('p_ms')}, ${entryId(ms)}, id, order_no, merchant_id, ${amount}
  from seed_order where ${ms} is not null`;

export const PAYMENT_ALLOCATIONS = `
  insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
  ${allocation('p_ms', 'amount')} union all ${allocation('r_ms', '-amount')}`;

/** Every account opens when its merchant first touches the currency; the last of its chain is its balance. */
export const assets = ({ anchorMs }: OrderPlan): string => `
  insert into merchant_asset (id, merchant_id, currency, pending, available, frozen, pending_seq, available_seq, frozen_seq,
    updated_at)
  select ${idSql(String(anchorMs - 60 * 86_400_000), 'row_number() over (order by merchant_id, currency)')}, merchant_id, currency,
    coalesce(sum(amount) filter (where account = 1), 0), coalesce(sum(amount) filter (where account = 2), 0),
    coalesce(sum(amount) filter (where account = 3), 0),
    coalesce(max(seq) filter (where account = 1), 0), coalesce(max(seq) filter (where account = 2), 0),
    coalesce(max(seq) filter (where account = 3), 0), max(created_at)
  from fund_detail group by merchant_id, currency`;

export const ROLLUP_ORDERS = `
  insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'collectOrder', to_timestamp((hour * 3600)::float8), merchant_id, min(currency), status, count(*), sum(amount), sum(fee)
  from (select c_ms / 3600000 as hour, merchant_id, cur, currency, status, amount, fee from seed_order offset 0) o
  group by hour, merchant_id, cur, status`;

export const ROLLUP_DETAILS = `
  insert into rollup (resource, hour, merchant_id, currency, bucket, rows, amount, fee)
  select 'fundDetail', date_bin('1 hour', created_at, 'epoch') as hour, merchant_id, currency, type, count(*), sum(amount), 0
  from fund_detail group by 2, 3, 4, 5`;
