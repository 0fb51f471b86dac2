import type { PoolClient } from 'pg';
import { Amount } from '../../../contract/money.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { emit } from '../../platform/events/outbox.ts';
import { announceReview } from './moneyNotices.ts';
import { statusName } from '../../ledger/states.ts';
import { hasEnded } from '../orders/collectRow.ts';
import type { Actor } from '../orders/moveRow.ts';
import { openReview } from './reviewOpen.ts';
import type { KnownPayment } from './decide/state.ts';
import { suspendedFor } from './paymentState.ts';

/**
 * The items about what suspense holds for orders: one for each payment, open as long as it is there and its order has an
 * end, unless a person has closed it.
 */

interface Owner {
  id: string;
  orderNo: string;
  merchantId: string;
}

/** Whose command it is, and when. */
interface By {
  actor: Actor;
  now: Date;
  /** Why what has left suspense is seen to; in all languages. */
  reason?: string;
}

interface Item {
  id: string;
  entryId: string | null;
  open: boolean;
  /** Decimal text. */
  amount: string;
  /** It ended with its money, and not by a person's word. */
  byItself: boolean;
}

const GONE = localeTexts('款项已不在挂账', '款項已不在掛帳', 'The money is not in suspense any more');
const USED = localeTexts('确认订单时已动用', '確認訂單時已動用', 'Used when the order was confirmed');

const ITEMS = `select id::text, entry_id::text as "entryId", status = 'open' as open, trim_scale(amount)::text as amount,
    by_itself as "byItself"
  from review_item where order_id = $1 and merchant_id = $2 and kind = 'moreMoney' order by id for update`;
const CLOSE = `update review_item set status = 'done', closer_id = $2, closed_by = $3, closed_at = $4, reason = $5,
    by_itself = true, version = version + 1 where id = $1 and merchant_id = $6`;
const OPEN = `update review_item set status = 'open', amount = $2, reported = $3, closer_id = null, closed_by = null,
    closed_at = null, reason = null, by_itself = false, version = version + 1
  where id = $1 and merchant_id = $4`;

const summaryOf = ({ suspended, currency, utr }: KnownPayment): string =>
  [`+ ${suspended} ${currency}`, utr && `UTR ${utr}`].filter(Boolean).join(', ');

/** Lists one payment, again where it waits once more, with what there is of it now. */
async function list(
  tx: PoolClient,
  order: Owner,
  held: KnownPayment,
  item: Item | undefined,
  now: Date,
): Promise<void> {
  const { id: entryId, suspended: amount, currency, utr, upstreamId } = held;
  const summary = summaryOf(held);
  if (!item) {
    const subject = { orderKind: 'collectOrder', order, kind: 'moreMoney', entryId } as const;
    await openReview(
      tx,
      subject,
      { upstreamId, amount, currency, summary, ...(utr !== null && { utr }) },
      now,
    );
    return;
  }
  const same = new Amount(item.amount).equals(amount);
  if (same && (item.open || !item.byItself)) return;
  const values = [item.id, amount, summary, order.merchantId];
  await tx.query({ name: 'review-list', text: OPEN, values });
  await emit(tx, 'reviewItem', item.id, 'update', order.merchantId);
  if (!item.open) await announceReview(tx, { merchantId: order.merchantId, upstreamId }, now);
}

/** Brings the items in line with what suspense holds for the order. Called once its entries are posted. */
export async function listHeld(
  tx: PoolClient,
  order: Owner,
  ended: boolean,
  { actor, now, reason = GONE }: By,
): Promise<void> {
  const held = await suspendedFor(tx, order);
  const { rows: items } = await tx.query<Item>({
    name: 'review-items',
    text: ITEMS,
    values: [order.id, order.merchantId],
  });
  const still = new Set(held.map(({ id }) => id));
  for (const { id, open, entryId } of items) {
    if (!open || (entryId !== null && still.has(entryId))) continue;
    const values = [id, actor.operatorId ?? null, actor.operator, now, reason, order.merchantId];
    await tx.query({ name: 'review-gone', text: CLOSE, values });
    await emit(tx, 'reviewItem', id, 'update', order.merchantId);
  }
  if (!ended) return;
  for (const payment of held) {
    const item = items.find(({ entryId }) => entryId === payment.id);
    await list(tx, order, payment, item, now);
  }
}

/** A person or a line has decided about the order, and it has its end. */
export const listDecided = (tx: PoolClient, order: Owner, by: By): Promise<void> =>
  listHeld(tx, order, true, { reason: USED, ...by });

const OWNERS = `select o.id::text, o.order_no as "orderNo", o.merchant_id::text as "merchantId", o.status
  from collect_order o
  where o.id <> $1 and o.id in (
    select p.order_id from payment_allocation a join payment p on p.merchant_id = a.merchant_id and p.id = a.payment_id
    where a.order_id = $1 and a.entry_id <> a.payment_id)
  order by o.id for update of o`;

const LOCK_OWNERS = `select o.id::text from collect_order o
  where o.id <> $1 and o.id in (
    select p.order_id from payment p where p.id = any($2::bigint[])
    union select p.order_id from payment_allocation a
      join payment p on p.merchant_id = a.merchant_id and p.id = a.payment_id where a.order_id = $1)
  order by o.id for update of o`;

/**
 * Locks the orders whose payments are drawn by an entry, or set free, before the entry locks an account: a command on
 * one of them locks the order first and its account afterwards.
 */
export async function lockOwners(
  tx: PoolClient,
  orderId: string,
  payments: readonly { id: string }[] = [],
): Promise<void> {
  await tx.query({
    name: 'review-lock-owners',
    text: LOCK_OWNERS,
    values: [orderId, payments.map(({ id }) => id)],
  });
}

/** The same for the orders whose payments an order or a request has drawn, or has set free again. */
export async function listOwners(
  tx: PoolClient,
  { id, orderNo }: { id: string; orderNo: string },
  by: Omit<By, 'reason'>,
): Promise<void> {
  const { rows } = await tx.query<Owner & { status: number }>({
    name: 'review-owners',
    text: OWNERS,
    values: [id],
  });
  const reason = localeTexts(`已入账：${orderNo}`, `已入帳：${orderNo}`, `Credited by ${orderNo}`);
  for (const { status, ...owner } of rows)
    await listHeld(tx, owner, hasEnded({ status: statusName(status) }), { ...by, reason });
}
