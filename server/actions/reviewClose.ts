import type { PoolClient } from 'pg';
import { inAll } from '../db/inAll.ts';
import { emit } from '../events/outbox.ts';
import type { Actor } from './moveRow.ts';

/** Review items that end by themselves: what they were about has been seen to by another command. */

interface Found {
  id: string;
}

const CLOSE = `update review_item set status = 'done', closer_id = $2, closed_by = $3, closed_at = $4, reason = $5,
    version = version + 1
  where id = any($1::bigint[]) and status = 'open' returning id::text, merchant_id::text as "merchantId"`;

async function close(
  tx: PoolClient,
  found: readonly Found[],
  reason: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  const values = [ids, actor.operatorId ?? null, actor.operator, now, reason];
  const { rows } = await tx.query<{ id: string; merchantId: string }>(CLOSE, values);
  for (const { id, merchantId } of rows) await emit(tx, 'reviewItem', id, 'update', merchantId);
}

const BY_ENTRY = "select id::text from review_item where entry_id = $1 and status = 'open'";

/** The money has left suspense again: there is nothing left to see to. */
export async function closeTakenBack(
  tx: PoolClient,
  { orderId, entryId, left }: { orderId: string; entryId: string; left: readonly Listed[] },
  reason: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<Found>(BY_ENTRY, [entryId]);
  await close(tx, [...rows, ...(await goneOf(tx, orderId, left))], reason, actor, now);
}

/** A payment as an item names it. */
interface Listed {
  /** Decimal text. */
  amount: string;
  currency: string;
  utr: string | null;
}

const OF_SUSPENSE = `select id::text, trim_scale(amount)::text as amount, currency, utr from review_item
  where order_id = $1 and kind = 'moreMoney' and entry_id is null and status = 'open'`;

/** What was listed as left in suspense for an order, and is not what is left there now. */
async function goneOf(tx: PoolClient, orderId: string, left: readonly Listed[]): Promise<Found[]> {
  const { rows } = await tx.query<Found & Listed>({
    name: 'review-suspense',
    text: OF_SUSPENSE,
    values: [orderId],
  });
  const nameOf = ({ amount, currency, utr }: Listed) => `${amount} ${currency} ${utr ?? ''}`;
  const still = new Set(left.map(nameOf));
  return rows.filter((item) => !still.has(nameOf(item)));
}

/** What has gone into the confirmation of its order. */
export async function closeDrawn(
  tx: PoolClient,
  orderId: string,
  left: readonly Listed[],
  actor: Actor,
  now: Date,
): Promise<void> {
  const gone = await goneOf(tx, orderId, left);
  const reason = inAll('确认订单时已动用', '確認訂單時已動用', 'Used when the order was confirmed');
  await close(tx, gone, reason, actor, now);
}

const BY_REFERENCE = `select id::text from review_item
  where status = 'open' and kind = 'moreMoney' and merchant_id = $1 and currency = $2
    and utr is not null and reference_form(utr) = reference_form($3)`;

/** Money that was listed has been credited to its merchant by a request under its bank reference. */
export async function closeCredited(
  tx: PoolClient,
  request: { orderNo: string; merchantId: string; currency: string; reference: string },
  actor: Actor,
  now: Date,
): Promise<void> {
  const { orderNo, merchantId, currency, reference } = request;
  const { rows } = await tx.query<Found>(BY_REFERENCE, [merchantId, currency, reference]);
  const reason = inAll(`已入账：${orderNo}`, `已入帳：${orderNo}`, `Credited by ${orderNo}`);
  await close(tx, rows, reason, actor, now);
}
