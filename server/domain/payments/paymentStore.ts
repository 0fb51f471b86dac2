import type { PoolClient } from 'pg';
import { emit } from '../../platform/events/outbox.ts';

/**
 * Received payments and their allocations. A payment has the id of the ledger entry that booked it; every function runs
 * in the transaction of the entry that it is about.
 */

export type PaymentSource = 'notice' | 'statementLine' | 'forcedConfirmation' | 'request';

interface Received {
  /** The entry that booked it. */
  entryId: string;
  /** `allocated`: credited by that entry; `suspended`: booked to suspense. */
  status: 'allocated' | 'suspended';
  source: PaymentSource;
  upstreamId: string | null;
  /** Decimal text, above zero. */
  amount: string;
  reference: string | null | undefined;
  upstreamOrderNo: string | null | undefined;
  /** The payment of the order that its confirmation took for this one. */
  replacesId?: string | undefined;
  order: { kind: 'collectOrder' | 'manualOrder' | 'rechargeOrder'; orderNo: string };
}

// An entry that had been posted before has its payment.
export const RECEIVE = `
with received as (
  insert into payment (merchant_id, id, source, upstream_id, currency, amount, held, suspended, status, reference, upstream_order_no,
    noticed, replaces_id, order_kind, order_id, order_no, used_for, created_at)
  select e.merchant_id, e.id, $2, $3::bigint, e.currency, $4::numeric, $5 = 'suspended', case when $5 = 'suspended' then $4::numeric else 0 end, $5, $6, $7,
    $2 = 'notice', $10::bigint, $8, e.order_id, $9, case when $5 = 'allocated' then $9 end, e.created_at
  from journal_entry e where e.id = $1
  on conflict (merchant_id, id) do nothing
  returning merchant_id, id, order_id, order_no, amount, status
), allocated as (
  insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
  select merchant_id, id, id, order_id, order_no, merchant_id, amount from received where status = 'allocated'
)
insert into outbox (resource, row_id, change, merchant_id) select 'payment', id, 'add', merchant_id from received`;

/** Records the payment that an entry has booked. */
export async function receivePayment(tx: PoolClient, received: Received): Promise<void> {
  const { entryId, source, upstreamId, amount, status, reference, upstreamOrderNo, order, replacesId } =
    received;
  const values = [entryId, source, upstreamId, amount, status, reference ?? null, upstreamOrderNo ?? null];
  await tx.query({
    name: 'payment-receive',
    text: RECEIVE,
    values: [...values, order.kind, order.orderNo, replacesId ?? null],
  });
}

const REFRESH = `
with refreshed as (
  update payment p set
    suspended = case when p.held then p.amount - used.amount else 0 end,
    status = case when used.amount = p.amount then 'allocated' when p.held then 'suspended' else 'returned' end,
    used_for = used.orders, used_merchant_id = used.other, version = p.version + 1
  from payment q cross join lateral (
    select sum(o.amount) as amount,
      string_agg(o.order_no, ', ' order by o.order_no) filter (where o.amount > 0) as orders,
      max(o.order_merchant_id) filter (where o.amount > 0 and o.order_merchant_id <> q.merchant_id) as other
    from (
      select a.order_no, a.order_merchant_id, sum(a.amount) as amount
      from payment_allocation a where a.merchant_id = q.merchant_id and a.payment_id = q.id
      group by a.order_no, a.order_merchant_id
    ) o
  ) used
  where q.id = any($1::bigint[]) and p.merchant_id = q.merchant_id and p.id = q.id
  returning p.id, p.merchant_id
)
insert into outbox (resource, row_id, change, merchant_id) select 'payment', id, 'update', merchant_id from refreshed`;

const refresh = (tx: PoolClient, ids: readonly string[]): Promise<unknown> =>
  tx.query({ name: 'payment-refresh', text: REFRESH, values: [ids] });

const ALLOCATE = `insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
  select p.merchant_id, p.id, e.id, e.order_id, $2, e.merchant_id, part.amount
  from unnest($3::bigint[], $4::numeric[]) as part(payment_id, amount) join payment p on p.id = part.payment_id
  cross join journal_entry e where e.id = $1`;

/** Allocates parts of payments in suspense to the order of the entry that has drawn them. */
export async function allocatePayments(
  tx: PoolClient,
  entryId: string,
  orderNo: string,
  parts: readonly { paymentId: string; amount: string }[],
): Promise<void> {
  if (parts.length === 0) return;
  const ids = parts.map(({ paymentId }) => paymentId);
  const values = [entryId, orderNo, ids, parts.map(({ amount }) => amount)];
  await tx.query({ name: 'payment-allocate', text: ALLOCATE, values });
  await refresh(tx, ids);
}

const REVERSE = `insert into payment_allocation (merchant_id, payment_id, entry_id, order_id, order_no, order_merchant_id, amount)
  select a.merchant_id, a.payment_id, r.id, a.order_id, a.order_no, a.order_merchant_id, -a.amount
  from journal_entry r join payment_allocation a on a.entry_id = r.reverses
    and (a.entry_id <> a.payment_id or a.merchant_id = r.merchant_id and a.payment_id = r.reverses)
  where r.id = $1 returning payment_id::text as id`;

/** Takes back the allocations of an entry that was reversed: to suspense what it had drawn there, the rest is returned. */
export async function reverseAllocations(tx: PoolClient, reversalId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'payment-reverse',
    text: REVERSE,
    values: [reversalId],
  });
  if (rows.length > 0)
    await refresh(
      tx,
      rows.map(({ id }) => id),
    );
}

/** Runs an update that returns the ids and merchants of the payments it changed, and emits each. */
async function change(tx: PoolClient, name: string, text: string, values: readonly unknown[]): Promise<void> {
  const returning = `${text} returning id::text, merchant_id::text as "merchantId"`;
  const { rows } = await tx.query<{ id: string; merchantId: string }>({
    name,
    text: returning,
    values: [...values],
  });
  for (const { id, merchantId } of rows) await emit(tx, 'payment', id, 'update', merchantId);
}

/** The payment has left suspense without an order: it went back, or never was one. */
export const closePayment = (
  tx: PoolClient,
  entryId: string,
  status: 'returned' | 'writtenOff',
): Promise<void> =>
  change(
    tx,
    'payment-close',
    'update payment set suspended = 0, status = $2, version = version + 1 where id = $1',
    [entryId, status],
  );

const NAME = `update payment set reference = coalesce(reference, $2),
    named_by_line = case when reference is null then $3::bigint is not null else named_by_line and $3::bigint is not null end,
    bill_id = coalesce(bill_id, $3::bigint), version = version + 1
  where id = $1 and (reference is null or named_by_line and $3::bigint is null)
    and (reference is null or normalised_reference = reference_form($2))`;

/** Notes under which reference a payment in suspense came; `billId`: the line that alone says so. */
export const namePayment = (
  tx: PoolClient,
  entryId: string,
  reference: string,
  billId?: string,
): Promise<void> => change(tx, 'payment-name', NAME, [entryId, reference, billId ?? null]);

/** Notes that an upstream reported a payment in suspense, and under which number. */
export const noticePayment = (tx: PoolClient, entryId: string, upstreamOrderNo?: string): Promise<void> =>
  change(
    tx,
    'payment-notice',
    `update payment set noticed = true, upstream_order_no = coalesce(upstream_order_no, $2), version = version + 1
     where id = $1 and (not noticed or upstream_order_no is null and $2::text is not null)`,
    [entryId, upstreamOrderNo ?? null],
  );

/** Notes what is known now of the payment that an order was credited with directly; undefined leaves a value. */
export const describeDirect = (
  tx: PoolClient,
  orderId: string,
  { reference, upstreamOrderNo }: { reference?: string | undefined; upstreamOrderNo?: string | undefined },
): Promise<void> =>
  change(
    tx,
    'payment-describe',
    `update payment set reference = coalesce($2, reference), upstream_order_no = coalesce($3, upstream_order_no),
       named_by_line = named_by_line and $2::text is null, version = version + 1 where order_id = $1 and not held`,
    [orderId, reference ?? null, upstreamOrderNo ?? null],
  );

interface Line {
  id: string;
  billNo: string;
  utr: string | null;
}

const ATTACH = `update payment set bill_id = $2, bill_no = $3, named_by_line = named_by_line or reference is null and $4::text is not null,
    reference = coalesce(reference, $4), version = version + 1`;
const BY_ENTRY = `update payment set bill_id = $2, bill_no = $3, version = version + 1 where id = $1`;
const OF_DIRECT = `${ATTACH} where order_id = $1 and not held`;
const OF_DRAWN = `update payment set bill_id = $2, bill_no = $3, version = version + 1
  from (
    select p.merchant_id as owner, p.id as drawn, p.normalised_reference = reference_form($4) as same,
      bool_or(p.normalised_reference = reference_form($4)) over () as any_same
    from payment_allocation a join payment p on p.merchant_id = a.merchant_id and p.id = a.payment_id and p.bill_id is null
    where a.order_id = $1 and a.entry_id <> a.payment_id and a.amount > 0
  ) line
  where merchant_id = owner and id = drawn and (same or any_same is not true and reference is null)`;

/**
 * The line of a statement proves a payment: the one of an entry in suspense, else what its order was credited with. Of
 * payments that were drawn from suspense it proves those of its reference, or those without any.
 */
export async function attachLine(
  tx: PoolClient,
  { id, billNo, utr }: Line,
  { orderId, entryId }: { orderId: string; entryId: string | null },
): Promise<void> {
  const isSuspense = entryId !== null;
  if (isSuspense) return change(tx, 'payment-line', BY_ENTRY, [entryId, id, billNo]);
  await change(tx, 'payment-line-direct', OF_DIRECT, [orderId, id, billNo, utr]);
  const { rowCount } = await tx.query({
    name: 'payment-line-known',
    text: 'select from payment where bill_id = $1 limit 1',
    values: [id],
  });
  if (rowCount === 0) await change(tx, 'payment-line-drawn', OF_DRAWN, [orderId, id, billNo, utr]);
}

const DETACH = `update payment set bill_id = null, bill_no = null, named_by_line = false, version = version + 1,
    reference = case when named_by_line and not exists (
        select from payment_allocation a
        where a.merchant_id = payment.merchant_id and a.payment_id = payment.id and a.entry_id <> a.payment_id
        group by a.order_id having sum(a.amount) > 0
      ) then null else reference end
  where bill_id = $1`;

/** A line proves nothing any more: the reference that it alone has named goes, unless the money has gone on under it. */
export const detachLine = (tx: PoolClient, billId: string): Promise<void> =>
  change(tx, 'payment-line-gone', DETACH, [billId]);
