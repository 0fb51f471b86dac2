import type { Pool, PoolClient } from 'pg';
import { type ReferenceHolder, referenceHolders } from '../actions/usedUtr.ts';
import type { Visible } from '../engine/scope.ts';
import { type Bill, type Candidate, windowOf } from './score.ts';

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
/** Statements fold words, and leave their dots out: what a line may name, and the line, are compared without them. */
const loose = (text: string): string => text.replace(/[\s._+-]/g, '').toLowerCase();
const within = (column: string): string =>
  `strpos($12, nullif(lower(translate(split_part(${column}, '@', 1), ' ._+-', '')), '')) > 0`;
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
  /** Statuses a line can still bring something to. */
  open: string;
  /** These, and those whose money a line can prove: with any other a match is refused. */
  matchable: string;
  /** Of those alone whose money is booked: a line can still be the one of that money. */
  booked: string;
  /** Where a reference is found beside the orders themselves. */
  beside?: string;
}
export const SIDES: Readonly<Record<Bill['direction'], Side>> = {
  1: {
    table: 'collect_order',
    // Lines are full of our own accounts: nobody pays from one, whatever a merchant says.
    parties: `array(select p from unnest(array[o.payer_id, split_part(o.payer_id, '@', 1)]) p
      where p is not null and not exists (select from bank_account a
        where a.account_no = p or ltrim(regexp_replace(a.account_no, '\\D', '', 'g'), '0') = nullif(ltrim(regexp_replace(p, '\\D', '', 'g'), '0'), '')))`,
    named: ['o.payer_id'],
    open: '0, 1, 3, 4, 5, 7',
    matchable: '0, 1, 2, 3, 4, 5, 7',
    booked: '2',
    beside:
      'union select order_id from suspended_reference where reference_form(reference) = reference_form($1)',
  },
  2: {
    table: 'pay_order',
    parties: 'array_remove(array[o.beneficiary, o.receiving_address, o.bank_account], null)',
    named: ['o.beneficiary', 'o.receiving_address', 'o.bank_account'],
    open: '3, 9',
    // What came back has left before: its line is its own, though nothing can be brought to it.
    matchable: '3, 4, 8, 9',
    booked: '4, 8',
  },
};

/**
 * Money that is booked already and that no line is yet: of the exact amount and of somebody whom the line names, or it
 * would bring every payment of the day. Under another reference it is another payment.
 */
const bookedSql = ({ table, named, booked }: Side): string => `
  select o.id from ${table} o where status in (${booked}) and currency = $3 and amount = $9
    and created_at between $6::timestamptz - interval '4 days' and $7 and coalesce(paid_at, created_at) between $6 and $7
    and ($8::bigint is null or upstream_id is null or upstream_id = $8) and ($1::text is null or utr is null)
    and (${named.map(within).join(' or ')})
    and not exists (select from bank_bill b where b.order_id = o.id and b.status in (1, 2))
  order by created_at desc limit ${MOST}`;

const sqlOf = (side: Side): string => {
  const { table, parties, open, matchable, booked, beside = '' } = side;
  return `
select o.id::text, o.order_no as "orderNo", case when exists (select from bank_account a where a.account_no = o.merchant_order_no)
    then '' else o.merchant_order_no end as "merchantOrderNo", o.currency,
  trim_scale(o.amount)::text as amount, o.utr, ${parties} as parties,
  case when o.status in (${booked}) then coalesce(o.paid_at, o.created_at) else o.created_at end as "createdAt", o.status,
  o.merchant_id::text as "merchantId", m.name as "merchantName"
from (
  select id from ${table} where utr = $1 ${beside}
  union select id from ${table} where order_no = any($2) or merchant_order_no = any($2)
  union (select id from ${table} where status in (${open}) and currency = $3 and amount between $4 and $5
    and created_at between $6 and $7 and ($8::bigint is null or upstream_id is null or upstream_id = $8)
    order by abs(amount - $9), created_at desc limit ${MOST})
  union (${bookedSql(side)})
) hit join ${table} o on o.id = hit.id join merchant m on m.id = o.merchant_id
where m.tenant_id = $10 and o.currency = $3 and o.status in (${matchable}) and ($11::bigint[] is null or o.merchant_id = any($11))
  and not exists (select from bank_bill b where b.order_id = o.id and b.status in (1, 2)
    and (b.effect <> 'suspense' or o.utr is distinct from $1))
limit ${3 * MOST}`;
};

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
  const { from, to } = windowOf(bill);
  const said = [bill.utr, bill.payer, bill.description].join(' ').match(WORD) ?? [];
  const near = wide ? NEAR : 0;
  const amount = Number(bill.amount);
  const { rows } = await db.query<FoundOrder>({
    name: `bank-candidates-${bill.direction}`,
    text: STATEMENTS[bill.direction],
    values: [
      bill.utr,
      [...asked, ...said.slice(0, MOST_WORDS)],
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
    ],
  });
  return withHolders(
    rows,
    bill.utr === null ? [] : await referenceHolders(db, WAYS[bill.direction], bill.utr),
  );
}
