import type { PoolClient } from 'pg';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { namePayment, noticePayment } from './paymentStore.ts';

/** Money that has been booked for an order. */
export interface Arrival {
  amount: string;
  currency: string;
  /** The entry that put it in suspense; null for the order's own. */
  entryId: string | null;
  utr: string | null;
  upstreamOrderNo: string | null;
}

export interface Told {
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
// Two payments of one sum are told apart by it.
const NAME_ITEM = `update review_item set utr = $2, version = version + 1 where entry_id = $1 and utr is null
  returning id::text, merchant_id::text as "merchantId"`;

/** The reference of an order's own payment, also where its line alone names it; in review that waits in suspense. */
export const OWN_UTR = `coalesce(o.utr, (select b.utr from bank_bill b
    where b.order_id = o.id and b.status in (1, 2) and (b.effect <> 'suspense' or o.status = 7 and b.amount = o.paid_amount)
      and b.utr is not null order by b.id limit 1))`;
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
  await namePayment(tx, entryId, utr, billId);
  const named = { name: 'review-name', text: NAME_ITEM, values: [entryId, utr] };
  const { rows } = await tx.query<{ id: string; merchantId: string }>(named);
  for (const { id, merchantId } of rows) await emit(tx, 'reviewItem', id, 'update', merchantId);
}

/** A line goes, and with it the reference that it alone has told, unless the money has gone on under it. */
export async function dropReference(tx: PoolClient, entryId: string, billId: string): Promise<void> {
  const text = `delete from suspended_reference s where entry_id = $1 and bill_id = $2
    and not exists (select from live_draw d where d.entry_id = s.entry_id)`;
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

/** SQL over entry e of suspense: its money is there as it came, and no line of a statement has proved it. */
export const FREE_IN_SUSPENSE = `not exists (select from journal_entry r where r.reverses = e.id)
    and not exists (select from bank_bill b where b.entry_id = e.id and b.status in (1, 2))
    and not exists (select from live_draw d where d.entry_id = e.id)
    -- What lines have proved as more money is of none that comes after them.
    and not starts_with(e.command_key, '${BESIDE}')`;

const SUSPENDED_FOR = `select e.id::text as "entryId", p.amount::text, p.currency, s.reference as utr, null as "upstreamOrderNo"
  from journal_entry e join platform_posting p on p.entry_id = e.id and p.account = 'suspense'
  left join suspended_reference s on s.entry_id = e.id
  where e.order_id = $1 and e.kind = 'suspense' and p.currency = $2 and p.amount = $3
    and (s.reference is null or not $4) and ${FREE_IN_SUSPENSE}
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

const WORD = `insert into suspended_word (entry_id, upstream_order_no) values ($1, $2)
  on conflict (entry_id) do update set upstream_order_no = excluded.upstream_order_no
  where suspended_word.upstream_order_no is null and excluded.upstream_order_no is not null`;

/** Remembers that an upstream told of money in suspense, too, whoever brought it first, and under which number. */
export async function keepWord(tx: PoolClient, entryId: string, upstreamOrderNo?: string): Promise<void> {
  const values = [entryId, upstreamOrderNo ?? null];
  await tx.query({ name: 'suspense-keep-word', text: WORD, values });
  await noticePayment(tx, entryId, upstreamOrderNo);
}
