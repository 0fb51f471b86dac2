import type { Pool, PoolClient } from 'pg';
import { numbersIn } from '../orders/matchPattern.ts';
import { FREE_IN_SUSPENSE, ownDraw } from '../payments/suspense.ts';
import { type ReferenceHolder, referenceHolders } from '../payments/references.ts';
import type { Visible } from '../../engine/scope.ts';
import { BANK_REFERENCE, type Bill, type Candidate, windowOf } from './score.ts';
import { MATCHED_BILL, PAY_STATUS } from '../../platform/db/statuses.ts';

/** An order that a line may be about, as the board shows it. */
export interface FoundOrder extends Candidate {
  status: number;
  merchantId: string;
  merchantName: string;
}

/** What keeps a search to its rows. */
export interface Within {
  tenantId: string;
  visible: Visible;
  /** The upstream whose account the line is of: orders that went elsewhere are not looked for by amount. */
  upstreamId: string | null;
  /** Looks for near amounts too, as a person may know better. */
  wide: boolean;
}

const MOST = 60;
/** How banks write a reference. */
const BANKS = BANK_REFERENCE.source;
/** Statements fold words, and leave their dots out: what a line may name, and the line, are compared without them. */
const loose = (text: string): string => text.replace(/[\s._+-]/g, '').toLowerCase();
const within = (column: string, texts = '$12'): string =>
  `strpos(${texts}, nullif(lower(translate(split_part(${column}, '@', 1), ' ._+-', '')), '')) > 0`;
/** Beside the exact amount a person is shown what is this near: a typed digit, a fee taken off on the way. */
const NEAR = 0.1;
const WORD = /[A-Za-z0-9_-]{8,64}/g;
const MOST_WORDS = 12;

/** Where the orders of a direction are. */
export interface Side {
  table: string;
  /** Who pays or is paid, what names them best first. */
  parties: string;
  /** Where they are from. */
  named: readonly string[];
  /** Since when a line may be about it. */
  asked: string;
  /** Statuses a line can still bring something to. */
  open: string;
  /** These, and those whose money a line can prove: with any other a match is refused. */
  matchable: string;
  /** Of those alone whose money is booked: a line can still be the one of that money. */
  booked: string;
  /** Where a reference is found beside the orders themselves. */
  further?: string;
  /** Of which of the open ones money may have moved already. */
  underWay: string;
  /** Money of theirs waits in suspense. */
  held: boolean;
}
export const SIDES: Readonly<Record<Bill['direction'], Side>> = {
  1: {
    table: 'collect_order',
    // Lines are full of our own accounts: nobody pays from one, whatever a merchant says.
    parties: `array(select p from unnest(array[o.payer_id, split_part(o.payer_id, '@', 1)]) p
      where p is not null and not exists (select from bank_account a
        where a.account_no = p or ltrim(regexp_replace(a.account_no, '\\D', '', 'g'), '0') = nullif(ltrim(regexp_replace(p, '\\D', '', 'g'), '0'), '')))`,
    named: ['o.payer_id'],
    asked: 'o.created_at',
    open: '0, 1, 3, 4, 5, 7',
    matchable: '0, 1, 2, 3, 4, 5, 7',
    booked: '2',
    underWay: 'false',
    held: true,
    further: 'union select order_id from payment where held and normalised_reference = reference_form($1)',
  },
  2: {
    table: 'pay_order',
    parties: 'array_remove(array[o.beneficiary, o.receiving_address, o.bank_account], null)',
    named: ['o.beneficiary', 'o.receiving_address', 'o.bank_account'],
    // Approvals take days, and nothing leaves before.
    asked: 'coalesce(o.submitted_at, o.created_at)',
    open: '3, 9',
    // What came back has left before, and what was given back may have: a line that names it is its own, though
    // nothing can be brought to it.
    matchable: '3, 4, 5, 6, 7, 8, 9',
    booked: '4, 8',
    underWay: `o.status in (${PAY_STATUS.processing}, ${PAY_STATUS.unknown})`,
    held: false,
  },
};

/**
 * SQL over o, an order of the side: a line is its own payment already. Of a booked order that is one in suspense only
 * where its confirmation drew from it, of others every one under another reference than `utr`.
 */
export const provedSql = ({ booked }: Side, utr: string): string =>
  `exists (select from bank_bill x where x.order_id = o.id and x.status in ${MATCHED_BILL} and (x.effect <> 'suspense'
    or reference_form(o.utr) is distinct from reference_form(${utr}) and (o.status not in (${booked}) or ${ownDraw('x.entry_id', 'o.id')})))`;

const ofUpstream = '($8::bigint is null or o.upstream_id is null or o.upstream_id = $8)';
const namedBy = ({ named }: Side): string => `(${named.map((column) => within(column)).join(' or ')})`;
/** Two references of one kind tell two payments apart; an upstream's own number and the bank's may be of one. */
const mayBe = (reference: string): string =>
  `($1::text is null or ${reference} is null or ($1 ~ '${BANKS}') <> (${reference} ~ '${BANKS}'))`;

/**
 * Money that is booked already and that no line is yet: of the exact amount and of somebody whom the line names, or it
 * would bring every payment of the day. Word of it comes when it comes, long after the line too.
 */
const bookedSql = (side: Side): string => `
  select o.id from ${side.table} o where o.status in (${side.booked}) and o.currency = $3 and o.amount = $9
    and o.created_at between $13::timestamptz - interval '4 days' and $7 and coalesce(o.paid_at, o.created_at) >= $13
    and ${ofUpstream} and ${mayBe('o.utr')} and ${namedBy(side)} and not ${provedSql(side, '$1')}
  order by o.created_at desc limit ${MOST}`;

/** Orders asked for since an instant that a line of this sum can still bring something to. */
const openSql = (side: Side, of: string, since: string): string => `
  select o.id from ${side.table} o where o.status in (${side.open}) and o.currency = $3 and o.amount ${of}
    and o.created_at <= $7 and ${side.asked} >= ${since}::timestamptz and ${ofUpstream}`;

/** Money reported for an order, whatever was asked, that waits in suspense for a line of just its amount. */
const HELD = `select distinct on (p.order_id) p.order_id, p.reference, p.created_at from payment p
  where p.held and p.currency = $3 and p.amount = $9 and p.created_at >= $13 and ${mayBe('p.reference')}
    and ${FREE_IN_SUSPENSE} order by p.order_id, p.reference nulls first`;
/** SQL over o and a line: the same of one order. */
export const heldFor = (bill: string): string =>
  `exists (select from payment p
    where p.order_id = o.id and p.held and p.currency = ${bill}.currency and p.amount = ${bill}.amount
      and ${FREE_IN_SUSPENSE})`;
const NOT_HELD =
  'select null::bigint as order_id, null::text as reference, null::timestamptz as created_at where false';

const sqlOf = (side: Side): string => {
  const { table, parties, asked, matchable, booked, underWay, held, further = '' } = side;
  return `
with held as materialized (${held ? HELD : NOT_HELD})
select o.id::text, o.order_no as "orderNo", case when exists (select from bank_account a where a.account_no = o.merchant_order_no)
    then '' else o.merchant_order_no end as "merchantOrderNo", o.currency,
  trim_scale(o.amount)::text as amount, o.utr, ${parties} as parties, o.created_at as "createdAt",
  coalesce(h.created_at, case when o.status in (${booked}) then o.paid_at end, ${asked}) as "knownAt",
  exists (select from unnest($14::bigint[], $15::text[]) n(merchant_id, no) where n.merchant_id = o.merchant_id
      and n.no in (lower(o.merchant_order_no), lower(o.order_no))
      and not exists (select from bank_account a where lower(a.account_no) = n.no)) as "namedByPattern",
  h.order_id is not null as reported, h.order_id is not null or o.status in (${booked}) or ${underWay} as waits, h.reference as "reportedAs", o.status,
  o.merchant_id::text as "merchantId", m.name as "merchantName"
from (
  select id from ${table} where utr = reference_form($1) ${further}
  union select id from ${table} where reference_form(utr) = reference_form($1) and utr !~ '^[0-9]{12}$'
  union select id from ${table} where order_no = any($2)
    or (merchant_order_no = any($2) and lower(merchant_order_no) = any(array(select lower(x) from unnest($2::text[]) x)))
  union select x.id from unnest($14::bigint[], $15::text[]) n(merchant_id, no) join ${table} x
    on x.merchant_id = n.merchant_id and (lower(x.merchant_order_no) = n.no or x.order_no = upper(n.no))
  union (${openSql(side, 'between $4 and $5', '$6')} order by abs(o.amount - $9), o.created_at desc limit ${MOST})
  -- Where many of one sum are open, those of whom the line names are not crowded out, and they may be days old.
  union (${openSql(side, '= $9', '$13')} and ${namedBy(side)} order by o.created_at desc limit ${MOST})
  union (${bookedSql(side)})
  union (select o.id from held x join ${table} o on o.id = x.order_id where ${ofUpstream} and ${namedBy(side)} limit ${MOST})
) hit join ${table} o on o.id = hit.id join merchant m on m.id = o.merchant_id left join held h on h.order_id = o.id
where m.tenant_id = $10 and o.currency = $3 and o.status in (${matchable}) and ($11::bigint[] is null or o.merchant_id = any($11))
  and (h.order_id is not null or not ${provedSql(side, '$1')})
limit ${5 * MOST}`;
};

const PATTERNS = `select id::text as "merchantId", order_match_regex as pattern from merchant
  where tenant_id = $1 and order_match_regex is not null`;

interface NamedNumbers {
  merchantIds: string[];
  numbers: string[];
}

/** The numbers that the order match regexes of a tenant's merchants find in a line, each with its merchant. */
async function numbersByPattern(db: Pool | PoolClient, bill: Bill, tenantId: string): Promise<NamedNumbers> {
  const { rows } = await db.query<{ merchantId: string; pattern: string }>({
    name: 'bank-patterns',
    text: PATTERNS,
    values: [tenantId],
  });
  const texts = [bill.utr, bill.payer, bill.description];
  const byPattern = new Map(rows.map(({ pattern }) => [pattern, numbersIn(pattern, texts)]));
  const found = rows.flatMap(({ merchantId, pattern }) =>
    (byPattern.get(pattern) ?? []).map((number) => ({ merchantId, number })),
  );
  return {
    merchantIds: found.map(({ merchantId }) => merchantId),
    numbers: found.map(({ number }) => number),
  };
}

const LEFT = `select from pay_order o join merchant m on m.id = o.merchant_id and m.tenant_id = $1
  where o.status in (${PAY_STATUS.processing}, ${PAY_STATUS.success}, ${PAY_STATUS.returned}, ${PAY_STATUS.unknown}) and o.currency = $2 and o.amount = $3
    and o.created_at between $4::timestamptz - interval '30 days' and $5
    and coalesce(o.paid_at, o.submitted_at, o.created_at) >= $4::timestamptz - interval '7 days'
    and (${SIDES[2].named.map((column) => within(column, '$6')).join(' or ')}) limit 1`;

/** A credit of just the sum that left lately for somebody whom it names: it may be that payout, sent back by the bank. */
export async function mayComeBack(db: Pool | PoolClient, bill: Bill, tenantId: string): Promise<boolean> {
  if (bill.direction !== 1) return false;
  const { from, to } = windowOf(bill);
  const texts = loose([bill.payer, bill.description].join(' '));
  const values = [tenantId, bill.currency, bill.amount, from, to, texts];
  return (await db.query({ name: 'bank-left', text: LEFT, values })).rowCount === 1;
}

const STATEMENTS = { 1: sqlOf(SIDES[1]), 2: sqlOf(SIDES[2]) } as const;

/** What a line may be about. */
export interface Found {
  /** Those that it could be matched with. */
  orders: FoundOrder[];
  /** Whose its reference is already, where that is none of them. */
  owner: ReferenceHolder | undefined;
}

const WAYS = { 1: 'in', 2: 'out' } as const;

/** One reference is of one order: where another has it, a match would be refused. */
function withHolders(found: readonly FoundOrder[], holders: readonly ReferenceHolder[]): Found {
  const orders = found.filter(({ id }) => holders.every(({ orderId }) => orderId === id));
  return { orders, owner: orders.length > 0 ? undefined : holders[0] };
}

/** Orders whose own payment no line is yet and that a line may be about: by reference, by number, by amount and time. */
export async function candidatesOf(
  db: Pool | PoolClient,
  bill: Bill,
  { tenantId, visible, upstreamId, wide }: Within,
  asked: readonly string[] = [],
): Promise<Found> {
  const { since, from, to } = windowOf(bill);
  const words = [bill.utr, bill.payer, bill.description].join(' ').match(WORD) ?? [];
  const { merchantIds, numbers } = await numbersByPattern(db, bill, tenantId);
  const near = wide ? NEAR : 0;
  const amount = Number(bill.amount);
  const { rows } = await db.query<FoundOrder>({
    name: `bank-candidates-${bill.direction}`,
    text: STATEMENTS[bill.direction],
    values: [
      bill.utr,
      [...asked, ...words.slice(0, MOST_WORDS)],
      bill.currency,
      // Only how wide the net is cast: what is exact is judged by decimals.
      wide ? String(amount * (1 - near)) : bill.amount,
      wide ? String(amount * (1 + near)) : bill.amount,
      from,
      to,
      upstreamId,
      bill.amount,
      tenantId,
      visible,
      loose([bill.payer, bill.description].join(' ')),
      since,
      merchantIds,
      numbers,
    ],
  });
  return withHolders(
    rows,
    bill.utr === null ? [] : await referenceHolders(db, WAYS[bill.direction], bill.utr),
  );
}
