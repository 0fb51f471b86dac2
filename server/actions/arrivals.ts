import type { PoolClient } from 'pg';
import { Amount } from '../../contract/money.ts';
import { Refused } from '../http/refused.ts';
import { drawnFor } from './suspense.ts';
import { sameReference } from './usedUtr.ts';

/** Money that has been booked for an order. */
export interface Arrival {
  amount: string;
  currency: string;
  /** The entry that put it in suspense; null for the order's own. */
  entryId: string | null;
  utr: string | null;
  upstreamOrderNo: string | null;
}

interface Told {
  amount: string;
  currency: string;
  utr?: string | undefined;
  upstreamOrderNo?: string | undefined;
}

// What a line has named, and is told of so, keeps its name where the line goes.
const KEEP = `insert into suspended_reference (entry_id, order_id, reference, bill_id) values ($1, $2, $3, $4)
  on conflict (entry_id) do update set bill_id = null
  where excluded.bill_id is null and reference_form(suspended_reference.reference) = reference_form(excluded.reference)`;
const SUSPENDED = `select s.entry_id::text as "entryId", p.amount::text, p.currency, s.reference as utr,
    null as "upstreamOrderNo"
  from suspended_reference s join platform_posting p on p.entry_id = s.entry_id and p.account = 'suspense'
  where s.order_id = $1 and reference_form(s.reference) = reference_form($2)
    and not exists (select from journal_entry r where r.reverses = s.entry_id) order by s.entry_id limit 1`;
/** The reference of an order's own payment, also where its line alone names it; in review that waits in suspense. */
const OWN_UTR = `coalesce(o.utr, (select b.utr from bank_bill b
    where b.order_id = o.id and b.status in (1, 2) and (b.effect <> 'suspense' or o.status = 7)
      and b.utr is not null order by b.id limit 1))`;
const OWN = `select o.paid_amount::text as amount, o.currency, null as "entryId", ${OWN_UTR} as utr,
    o.upstream_order_no as "upstreamOrderNo", o.status = 2 as confirmed
  from collect_order o where o.id = $1 and o.paid_amount is not null and o.status <> 6`;

export const BY_COMMAND = `select e.order_id = $2 as mine, coalesce(p.amount, o.amount)::text as amount, e.currency,
    p.entry_id::text as "entryId", case when p.entry_id is null then ${OWN_UTR} else s.reference end as utr,
    o.upstream_order_no as "upstreamOrderNo"
  from journal_entry e join collect_order o on o.id = e.order_id
  left join platform_posting p on p.entry_id = e.id and p.account = 'suspense' and e.kind = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.command_key = $1`;

/** The money that a command has brought. @throws Refused where it brought another order's */
export async function broughtBy(
  tx: PoolClient,
  commandKey: string,
  orderId: string,
): Promise<Arrival | undefined> {
  const { rows } = await tx.query<Arrival & { mine: boolean }>({
    name: 'collect-brought',
    text: BY_COMMAND,
    values: [commandKey, orderId],
  });
  if (rows[0]?.mine === false) throw new Refused('duplicate', { field: 'upstreamOrderNo' });
  return rows[0];
}

/** Remembers under which reference money waits in suspense. */
export async function keepReference(
  tx: PoolClient,
  entryId: string,
  orderId: string,
  utr: string,
  /** The line that names it, where nobody else has. */
  billId?: string,
): Promise<void> {
  const values = [entryId, orderId, utr, billId ?? null];
  await tx.query({ name: 'suspense-keep-reference', text: KEEP, values });
}

/** A line goes, and with it the reference that it alone has told. */
export async function dropReference(tx: PoolClient, entryId: string, billId: string): Promise<void> {
  const text = 'delete from suspended_reference where entry_id = $1 and bill_id = $2';
  await tx.query({ name: 'suspense-drop-reference', text, values: [entryId, billId] });
}

/** What suspense holds for an order under a bank reference. */
export async function suspendedAs(
  tx: PoolClient,
  orderId: string,
  utr: string,
): Promise<Arrival | undefined> {
  const { rows } = await tx.query<Arrival>({
    name: 'suspense-by-reference',
    text: SUSPENDED,
    values: [orderId, utr],
  });
  return rows[0];
}

/** Begins the key of what a line of a statement books. */
export const LINE = 'bill:';

/** Begins the key of money that a line proves beside what a confirmation drew; the entry that it drew follows. */
export const BESIDE = 'beside:';

const SUSPENDED_FOR = `select e.id::text as "entryId", p.amount::text, p.currency, s.reference as utr, null as "upstreamOrderNo"
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.order_id = $1 and e.kind = 'suspense' and p.currency = $2 and p.amount = $3
    and (s.reference is null or not $4)
    and not exists (select from journal_entry r where r.reverses = e.id)
    and not exists (select from bank_bill b where b.entry_id = e.id and b.status in (1, 2))
    and not exists (select from live_draw d where d.entry_id = e.id)
    -- What lines have proved as more money is of none that comes after them.
    and not starts_with(e.command_key, '${BESIDE}')
  order by e.id limit 1`;

/**
 * What suspense holds for an order of just this amount, and no line of a statement has proved or drawn yet; `unnamed`: only what
 * was told of without a reference.
 */
export async function suspendedFor(
  tx: PoolClient,
  order: { id: string; currency: string },
  amount: string,
  unnamed: boolean,
): Promise<Arrival | undefined> {
  const { rows } = await tx.query<Arrival>({
    name: 'suspense-by-amount',
    text: SUSPENDED_FOR,
    values: [order.id, order.currency, amount, unnamed],
  });
  return rows[0];
}

const WORD = 'insert into suspended_word (entry_id) values ($1) on conflict do nothing';

/** Remembers that an upstream told of money in suspense, too, whoever brought it first. */
export async function keepWord(tx: PoolClient, entryId: string): Promise<void> {
  await tx.query({ name: 'suspense-keep-word', text: WORD, values: [entryId] });
}

/** Two numbers that are both there and are not the same tell of two payments. */
const apart = (one: string | null, other: string | undefined): boolean =>
  one !== null && other !== undefined && one !== other;

type Named = Pick<Told, 'amount'> & { utr: string };
type Own = Arrival & { confirmed: boolean };

async function ownOf(tx: PoolClient, orderId: string): Promise<Own | undefined> {
  return (await tx.query<Own>({ name: 'collect-arrived', text: OWN, values: [orderId] })).rows[0];
}

/**
 * True where the order's own payment is another one: a person took what came under another reference for it, and this
 * is not what came then.
 */
const tookAnother = async (
  tx: PoolClient,
  orderId: string,
  own: Own,
  { utr, amount }: Named,
): Promise<boolean> =>
  !new Amount(own.amount).equals(amount) && (await drawnFor(tx, orderId, utr)).length > 0;

/** What is booked for an order under a reference. One that a person only noted says nothing of money. */
async function bookedUnder(
  tx: PoolClient,
  orderId: string,
  own: Own | undefined,
  told: Named,
): Promise<Arrival | undefined> {
  const isOwns = own?.confirmed && own.utr !== null && (await sameReference(tx, own.utr, told.utr));
  if (isOwns && !(await tookAnother(tx, orderId, own, told))) return own;
  return suspendedAs(tx, orderId, told.utr);
}

/** The same, whatever else is told of it. */
export const knownUnder = async (
  tx: PoolClient,
  orderId: string,
  told: Named,
): Promise<Arrival | undefined> => bookedUnder(tx, orderId, await ownOf(tx, orderId), told);

const UNTOLD = `select e.id::text as "entryId", p.amount::text, p.currency, s.reference as utr, null as "upstreamOrderNo"
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.order_id = $1 and e.kind = 'suspense' and p.currency = $2 and p.amount = $3
    and starts_with(e.command_key, '${LINE}')
    and not exists (select from journal_entry r where r.reverses = e.id)
    and not exists (select from suspended_word w where w.entry_id = e.id)
  order by e.id limit 1`;

/** What a line has brought in this amount, and no upstream has told of yet: a word without a reference is of it. */
async function untold(
  tx: PoolClient,
  orderId: string,
  { currency, amount }: Told,
): Promise<Arrival | undefined> {
  const values = [orderId, currency, amount];
  return (await tx.query<Arrival>({ name: 'suspense-untold', text: UNTOLD, values })).rows[0];
}

/**
 * The money an upstream tells of, where it has been booked for the order already, whoever told of it first: a bank
 * reference is of one payment; a word that names none is known by the upstream's number, or where that is missing too,
 * by its amount.
 */
export async function bookedBefore(
  tx: PoolClient,
  order: { id: string; currency: string },
  told: Told,
): Promise<Arrival | undefined> {
  const own = await ownOf(tx, order.id);
  if (told.utr !== undefined) {
    const under = await bookedUnder(tx, order.id, own, { ...told, utr: told.utr });
    if (under || own?.utr) return under;
  }
  if (own && isOwn(own, order, told)) return own;
  return told.utr === undefined ? untold(tx, order.id, told) : undefined;
}

/** A word of the order's own payment, as far as one without a reference in common can be. */
function isOwn(own: Own, order: { currency: string }, told: Told): boolean {
  if (apart(own.upstreamOrderNo, told.upstreamOrderNo)) return false;
  if (own.upstreamOrderNo !== null && told.upstreamOrderNo !== undefined) return true;
  return told.currency === order.currency && new Amount(told.amount).equals(own.amount);
}
