import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { announceReview } from './moneyNotices.ts';

/** What was reported of an order, as far as it is known. */
export interface Report {
  upstreamId: string | null;
  amount?: string | undefined;
  currency?: string | undefined;
  utr?: string | undefined;
  upstreamOrderNo?: string | undefined;
  /** The line in the order's log. */
  summary: string;
}

interface Subject {
  orderKind: 'collectOrder' | 'payOrder';
  /** Under its row lock, so that of one report that comes twice at once the second finds the first. */
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
    and (amount is not null or reported = $7)
    and (utr is null or $5 is null or reference_form(utr) = reference_form($5))
    and (upstream_order_no is null or $6 is null or upstream_order_no = $6)
  order by num_nonnulls(utr, upstream_order_no) desc, id limit 1`;
const NEWS = `update review_item set utr = coalesce(utr, $2), upstream_order_no = coalesce(upstream_order_no, $3),
    version = version + 1 where id = $1`;
const INSERT = `insert into review_item (id, merchant_id, order_kind, order_id, order_no, kind, upstream_id, amount, currency,
    utr, upstream_order_no, reported, entry_id, report_key, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict (order_id, report_key, merchant_id) do nothing`;

const cut = (text: string | undefined): string | null => text?.slice(0, MOST) ?? null;

/** What tells one payment from another: amount, currency, bank reference, the upstream's number. */
const paymentOf = ({ amount, currency, utr, upstreamOrderNo }: Report) =>
  [amount ?? null, currency ?? null, cut(utr), cut(upstreamOrderNo)] as const;

/** The same report again: what is new of it is noted. @returns true where it was reported before */
async function isKnown(tx: PoolClient, { order }: Subject, report: Report): Promise<boolean> {
  const { rows } = await tx.query<Known>({
    name: 'review-known',
    text: KNOWN,
    values: [order.id, report.upstreamId, ...paymentOf(report), report.summary],
  });
  const [known] = rows;
  if (known?.news) {
    await tx.query(NEWS, [known.id, cut(report.utr), cut(report.upstreamOrderNo)]);
    await emit(tx, 'reviewItem', known.id, 'update', order.merchantId);
  }
  return known !== undefined;
}

function keyOf({ entryId }: Subject, report: Report): string {
  if (entryId !== undefined) return `entry:${entryId}`;
  const [amount, ...rest] = paymentOf(report);
  return [report.upstreamId, amount ?? report.summary, ...rest].join('|');
}

/** Leaves money to a person, once for each report, and notifies those who may decide about it. */
export async function openReview(tx: PoolClient, subject: Subject, report: Report, now: Date): Promise<void> {
  const { orderKind, order, kind, entryId } = subject;
  if (entryId === undefined && (await isKnown(tx, subject, report))) return;
  const id = newId();
  const { rowCount } = await tx.query(INSERT, [
    id,
    order.merchantId,
    orderKind,
    order.id,
    order.orderNo,
    kind,
    report.upstreamId,
    ...paymentOf(report),
    report.summary,
    entryId ?? null,
    keyOf(subject, report),
    now,
  ]);
  if (rowCount === 0) return;
  await emit(tx, 'reviewItem', id, 'add', order.merchantId);
  await announceReview(tx, { merchantId: order.merchantId, upstreamId: report.upstreamId }, now);
}
