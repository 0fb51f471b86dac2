import type { PoolClient } from 'pg';
import { Refused } from '../../platform/http/refused.ts';
import { creditedElsewhere } from './references.ts';
import type { KnownPayment, PaidOrder } from './decide/state.ts';
import { COLLECT_STATUS, MATCHED_BILL } from '../../platform/db/statuses.ts';

/** Reads what a decision about a payment depends on. The order is locked by then. */

const PAYMENTS = `select p.id::text, p.source, p.status, p.currency, trim_scale(p.amount)::text as amount,
    trim_scale(p.suspended)::text as suspended, p.reference as utr, p.normalised_reference as reference,
    p.upstream_id::text as "upstreamId", p.upstream_order_no as "upstreamOrderNo", p.noticed, p.replaces_id::text as replaces,
    p.held, coalesce(used.drawn > 0, false) as drawn,
    case when b.id is not null then json_build_object('id', b.id::text, 'reference', reference_form(b.utr)) end as line,
    false as "creditedElsewhere", coalesce(p.id < (
      select max(e.id) from journal_entry e
      where e.order_id = $1 and e.merchant_id = $2 and e.kind = 'collection'), false) as "isBeforeCredit"
  from payment p left join bank_bill b on b.id = p.bill_id and b.effect = 'suspense'
  cross join lateral (
    select sum(a.amount) filter (where a.order_id = p.order_id and a.entry_id <> a.payment_id) as drawn
    from payment_allocation a where a.merchant_id = p.merchant_id and a.payment_id = p.id
  ) used
  where p.order_id = $1 and p.merchant_id = $2 order by p.id`;

/** An order by the key that says where its payments are kept. */
interface OrderKey {
  id: string;
  merchantId: string;
}

type Row = Omit<KnownPayment, 'line'> & { line: KnownPayment['line'] | null };

/** The payments that were received for an order, the oldest first. */
export async function paymentsOf(tx: PoolClient, { id, merchantId }: OrderKey): Promise<KnownPayment[]> {
  const values = [id, merchantId];
  const { rows } = await tx.query<Row>({ name: 'payments-known', text: PAYMENTS, values });
  return rows.map(({ line, ...payment }) => ({ ...payment, line: line ?? undefined }));
}

/** What of them is in suspense. */
export const suspendedFor = async (tx: PoolClient, order: OrderKey): Promise<KnownPayment[]> =>
  (await paymentsOf(tx, order)).filter(({ status }) => status === 'suspended');

/** All of them, with those whose money is credited to something else by now. Each reference is held until the commit. */
async function paymentsLeft(tx: PoolClient, order: OrderKey): Promise<KnownPayment[]> {
  const payments = await paymentsOf(tx, order);
  const waiting = payments.filter(({ status }) => status === 'suspended');
  const gone = new Set<string>();
  // In one order, as each is held.
  for (const reference of waiting.flatMap((payment) => payment.reference ?? []).sort())
    if (await creditedElsewhere(tx, order.id, reference)) gone.add(reference);
  return payments.map((payment) =>
    payment.reference !== null && gone.has(payment.reference)
      ? { ...payment, creditedElsewhere: true }
      : payment,
  );
}

// Of an order that a statement line alone names the reference is the line's; in review that line's money is in suspense.
const REFERENCES = `select reference_form(o.utr) as noted, reference_form(coalesce(o.utr, (select b.utr from bank_bill b
      where b.order_id = o.id and b.status in ${MATCHED_BILL} and (b.effect <> 'suspense'
        or o.status = ${COLLECT_STATUS.review} and b.amount = o.paid_amount)
        and b.utr is not null order by b.id limit 1))) as reference, reference_form($2) as given
  from collect_order o where o.id = $1 and o.merchant_id = $3`;

type References = Pick<PaidOrder, 'noted' | 'reference'> & { given: string | null };

interface PaymentState {
  order: PaidOrder;
  payments: readonly KnownPayment[];
  /** The reference that was asked about, in the form in which it is compared. */
  given: string | null;
}

/**
 * What is known of an order's money. `draws`: its payments may be drawn or returned, so that those that are credited to
 * something else are told apart.
 */
export async function readState(
  tx: PoolClient,
  order: Omit<PaidOrder, 'noted' | 'reference'> & OrderKey,
  reference: string | null | undefined,
  draws: boolean,
): Promise<PaymentState> {
  const values = [order.id, reference ?? null, order.merchantId];
  const { rows } = await tx.query<References>({ name: 'payment-references', text: REFERENCES, values });
  const { given, ...references } = rows[0]!;
  const payments = await (draws ? paymentsLeft : paymentsOf)(tx, order);
  return { order: { ...order, ...references }, payments, given };
}

/** The payments that a decision names, in its order. */
export const named = (payments: readonly KnownPayment[], ids: readonly string[]): KnownPayment[] =>
  ids.map((id) => payments.find((payment) => payment.id === id)!);

const CONTRADICTED = `select from review_item
  where order_id = $1 and kind = 'contradiction' and upstream_order_no = $2 limit 1`;

/** True where a notice of this number has only contradicted the order's own payment: it has brought nothing. */
export const hasContradicted = async (
  tx: PoolClient,
  orderId: string,
  upstreamOrderNo: string | undefined,
): Promise<boolean> =>
  upstreamOrderNo !== undefined &&
  (await tx.query({ name: 'collect-contradicted', text: CONTRADICTED, values: [orderId, upstreamOrderNo] }))
    .rowCount === 1;

export const BOOKED_BY = `select e.id::text, e.order_id = $2 as mine
  from ledger_command c join journal_entry e on e.id = c.entry_id and e.merchant_id = c.merchant_id
  where c.command_key = $1`;

/** The entry that a command has booked. @throws Refused where it is another order's */
export async function bookedBy(
  tx: PoolClient,
  commandKey: string,
  orderId: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string; mine: boolean | null }>({
    name: 'collect-booked',
    text: BOOKED_BY,
    values: [commandKey, orderId],
  });
  if (rows[0]?.mine === false) throw new Refused('duplicate', { field: 'upstreamOrderNo' });
  return rows[0]?.id;
}
