import type { PoolClient } from 'pg';
import { Amount } from '../../../contract/money.ts';
import { type Arrival, LINE, OWN_UTR, suspendedAs, type Told } from './arrivals.ts';
import { drawnFor, ownDraw } from './suspense.ts';
import { sameReference } from './references.ts';

/** Which of the money that is booked for an order a word of an upstream is about. */

const OWN = `select o.paid_amount::text as amount, o.currency, null as "entryId", ${OWN_UTR} as utr,
    o.upstream_order_no as "upstreamOrderNo", o.status = 2 as confirmed
  from collect_order o where o.id = $1 and o.paid_amount is not null and o.status <> 6`;

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

const DREW = `select ${ownDraw('$1', '$2')} as drew`;

/** True where an order's confirmation has drawn a payment: what is told of that is told of the order's own. */
export const drewFrom = async (tx: PoolClient, orderId: string, entryId: string): Promise<boolean> =>
  (await tx.query<{ drew: boolean }>({ name: 'suspense-drew', text: DREW, values: [entryId, orderId] }))
    .rows[0]!.drew;

const CONTRADICTED = `select from review_item
  where order_id = $1 and kind = 'contradiction' and upstream_order_no = $2 limit 1`;

/** A number whose word did no more than contradict the order's own payment has brought nothing. */
const contradicted = async (tx: PoolClient, orderId: string, number: string | undefined): Promise<boolean> =>
  number !== undefined &&
  (await tx.query({ name: 'collect-contradicted', text: CONTRADICTED, values: [orderId, number] }))
    .rowCount === 1;

const UNTOLD = `select e.id::text as "entryId", p.amount::text, p.currency, s.reference as utr, null as "upstreamOrderNo"
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.order_id = $1 and e.kind = 'suspense' and p.currency = $2 and p.amount = $3
    and starts_with(e.command_key, '${LINE}')
    and not exists (select from journal_entry r where r.reverses = e.id)
    and not exists (select from suspended_word w where w.entry_id = e.id and w.upstream_order_no is distinct from $4)
  order by e.id limit 1`;

/**
 * What a line has brought in this amount, and no upstream has told of yet, or only so: a word without a reference is of
 * it.
 */
async function untold(
  tx: PoolClient,
  orderId: string,
  { currency, amount, upstreamOrderNo }: Told,
): Promise<Arrival | undefined> {
  const values = [orderId, currency, amount, upstreamOrderNo ?? null];
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
  if (told.utr !== undefined) return undefined;
  if (own && (await contradicted(tx, order.id, told.upstreamOrderNo))) return own;
  return untold(tx, order.id, told);
}

/** A word of the order's own payment, as far as one without a reference in common can be. */
function isOwn(own: Own, order: { currency: string }, told: Told): boolean {
  if (apart(own.upstreamOrderNo, told.upstreamOrderNo)) return false;
  if (own.upstreamOrderNo !== null && told.upstreamOrderNo !== undefined) return true;
  return told.currency === order.currency && new Amount(told.amount).equals(own.amount);
}
