import type { PoolClient } from 'pg';
import { inAll } from '../db/inAll.ts';
import { newId } from '../db/id.ts';
import { emit } from '../events/outbox.ts';
import { announceReview } from '../system/announce.ts';
import type { Actor } from './moveRow.ts';

/** What was told of an order, as far as it is known. */
export interface ToldOf {
  upstreamId: string | null;
  amount?: string | undefined;
  currency?: string | undefined;
  utr?: string | undefined;
  upstreamOrderNo?: string | undefined;
  /** The line in the order's log. */
  said: string;
}

interface Subject {
  orderKind: 'collectOrder' | 'payOrder';
  /** Under its row lock, so that of the same thing told twice at once the second finds the first. */
  order: { id: string; orderNo: string; merchantId: string };
  kind: 'moreMoney' | 'paidAfterEnd' | 'contradiction';
  /** What put the money in suspense; such money is an item of its own. */
  entryId?: string;
}

interface Known {
  id: string;
  news: boolean;
}

const MOST = 200;

// Two numbers that are both there and are not the same tell of two payments; the row that names the most is asked first.
const KNOWN = `select id::text,
    (utr is null and $5::text is not null or upstream_order_no is null and $6::text is not null) as news
  from review_item
  where order_id = $1 and entry_id is null and upstream_id is not distinct from $2
    and amount is not distinct from $3::numeric and currency is not distinct from $4
    and (amount is not null or said = $7)
    and (utr is null or $5 is null or reference_form(utr) = reference_form($5))
    and (upstream_order_no is null or $6 is null or upstream_order_no = $6)
  order by num_nonnulls(utr, upstream_order_no) desc, id limit 1`;
const NEWS = `update review_item set utr = coalesce(utr, $2), upstream_order_no = coalesce(upstream_order_no, $3),
    version = version + 1 where id = $1`;
const INSERT = `insert into review_item (id, merchant_id, order_kind, order_id, order_no, kind, upstream_id, amount, currency,
    utr, upstream_order_no, said, entry_id, told_key, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict (order_id, told_key) do nothing`;

const cut = (text: string | undefined): string | null => text?.slice(0, MOST) ?? null;

/** The same word again: what is new of it is noted. @returns true where it was told before */
async function toldBefore(tx: PoolClient, { order }: Subject, told: ToldOf): Promise<boolean> {
  const { rows } = await tx.query<Known>({
    name: 'review-known',
    text: KNOWN,
    values: [
      order.id,
      told.upstreamId,
      told.amount ?? null,
      told.currency ?? null,
      cut(told.utr),
      cut(told.upstreamOrderNo),
      told.said,
    ],
  });
  const [known] = rows;
  if (known?.news) {
    await tx.query(NEWS, [known.id, cut(told.utr), cut(told.upstreamOrderNo)]);
    await emit(tx, 'reviewItem', known.id, 'update', order.merchantId);
  }
  return known !== undefined;
}

const keyOf = ({ entryId }: Subject, told: ToldOf): string =>
  entryId === undefined
    ? [
        told.upstreamId,
        told.amount ?? told.said,
        told.currency,
        cut(told.utr),
        cut(told.upstreamOrderNo),
      ].join('|')
    : `entry:${entryId}`;

/** Leaves money to a person, once for each thing told, and says so to those who may see to it. */
export async function openReview(tx: PoolClient, subject: Subject, told: ToldOf, now: Date): Promise<void> {
  const { orderKind, order, kind, entryId } = subject;
  if (entryId === undefined && (await toldBefore(tx, subject, told))) return;
  const id = newId();
  const { rowCount } = await tx.query(INSERT, [
    id,
    order.merchantId,
    orderKind,
    order.id,
    order.orderNo,
    kind,
    told.upstreamId,
    told.amount ?? null,
    told.currency ?? null,
    cut(told.utr),
    cut(told.upstreamOrderNo),
    told.said,
    entryId ?? null,
    keyOf(subject, told),
    now,
  ]);
  if (rowCount === 0) return;
  await emit(tx, 'reviewItem', id, 'add', order.merchantId);
  await announceReview(tx, { merchantId: order.merchantId, upstreamId: told.upstreamId }, now);
}

const CLOSE = `update review_item set status = 'done', closer_id = $2, closed_by = $3, closed_at = $4, reason = $5,
    version = version + 1
  where id = any($1::bigint[]) and status = 'open' returning id::text, merchant_id::text as "merchantId"`;

async function closeItems(
  tx: PoolClient,
  ids: readonly string[],
  reason: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.query<{ id: string; merchantId: string }>(CLOSE, [
    ids,
    actor.operatorId ?? null,
    actor.operator,
    now,
    reason,
  ]);
  for (const { id, merchantId } of rows) await emit(tx, 'reviewItem', id, 'update', merchantId);
}

interface Item {
  id: string;
  amount: string;
  currency: string;
  utr: string | null;
}

/** The money has left suspense again, as its bank line was not this order's: there is nothing left to see to. */
export async function closeTakenBack(
  tx: PoolClient,
  entryId: string,
  billNo: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<Item>(
    "select id::text from review_item where entry_id = $1 and status = 'open'",
    [entryId],
  );
  const reason = inAll(
    `账单匹配已撤销：${billNo}`,
    `帳單匹配已撤銷：${billNo}`,
    `Bill match undone: ${billNo}`,
  );
  await closeItems(
    tx,
    rows.map(({ id }) => id),
    reason,
    actor,
    now,
  );
}

const OF_SUSPENSE = `select id::text, trim_scale(amount)::text as amount, currency, utr from review_item
  where order_id = $1 and kind = 'moreMoney' and entry_id is null and status = 'open'`;

/** What was listed as left in suspense for an order, and is not what is left there now. */
export async function closeDrawn(
  tx: PoolClient,
  orderId: string,
  left: readonly { amount: string; currency: string; utr: string | null }[],
  actor: Actor,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<Item>({ name: 'review-suspense', text: OF_SUSPENSE, values: [orderId] });
  const nameOf = ({ amount, currency, utr }: Omit<Item, 'id'>) => `${amount} ${currency} ${utr ?? ''}`;
  const still = new Set(left.map(nameOf));
  const gone = rows.filter((item) => !still.has(nameOf(item)));
  const reason = inAll('确认订单时已动用', '確認訂單時已動用', 'Used when the order was confirmed');
  await closeItems(
    tx,
    gone.map(({ id }) => id),
    reason,
    actor,
    now,
  );
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
  const { rows } = await tx.query<{ id: string }>(BY_REFERENCE, [merchantId, currency, reference]);
  const reason = inAll(`已入账：${orderNo}`, `已入帳：${orderNo}`, `Credited by ${orderNo}`);
  await closeItems(
    tx,
    rows.map(({ id }) => id),
    reason,
    actor,
    now,
  );
}
