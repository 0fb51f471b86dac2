import type pg from 'pg';
import { Amount, amountText, roundAmount } from '../../../contract/money.ts';
import { idAt } from '../../platform/db/id.ts';
import { insertRows } from './copyIn.ts';

/** What upstreams reported of the days before today: most of it as computed, some of it not. */

const DAYS = 10;
const FROM = 1_400;
/** Every so many reports: one order is on another day, the fee is another one, nothing has come yet. */
const EVERY = { order: 9, fee: 13, none: 11 };
const FEE_MORE = '1.05';

const COMPUTED = `
select m.upstream_id::text as "upstreamId", m.currency, to_char(m.report_date, 'YYYY-MM-DD') as "reportDate",
  m.success_collection_count::int as "successCollectionCount", m.success_collection as "successCollection",
  m.upstream_fee as "upstreamFee", m.user_fee as "userFee",
  m.user_fee - m.upstream_fee - m.collection_commission as "collectionProfit",
  m.success_payment_count::int as "successPaymentCount", m.success_payment as "successPayment",
  m.upstream_pay_fee as "upstreamPayFee", m.user_pay_fee as "userPayFee",
  m.user_pay_fee - m.upstream_pay_fee - m.payment_commission as "paymentProfit"
from generate_series(1, ${DAYS}) back
cross join lateral (select ($1::timestamptz at time zone report_zone())::date - back as day) d
cross join lateral (select d.day::timestamp at time zone report_zone() as since,
  (d.day + 1)::timestamp at time zone report_zone() as until) span
cross join lateral upstream_figures(span.since, span.until, first_id_at(span.since - interval '10 minutes'),
  first_id_at(span.until + interval '10 minutes'), report_zone()) m
order by m.report_date, m.upstream_id, m.currency`;

interface Day {
  upstreamId: string;
  currency: string;
  reportDate: string;
  successCollectionCount: number;
  successCollection: string;
  upstreamFee: string;
  userFee: string;
  collectionProfit: string;
  successPaymentCount: number;
  successPayment: string;
  upstreamPayFee: string;
  userPayFee: string;
  paymentProfit: string;
}

/** The upstream counts one of the day's orders to the day after. */
function withoutOrder(day: Day): Day {
  const one = roundAmount(new Amount(day.successCollection).div(day.successCollectionCount), day.currency);
  return {
    ...day,
    successCollectionCount: day.successCollectionCount - 1,
    successCollection: amountText(new Amount(day.successCollection).minus(one)),
  };
}

/** The upstream charges by a price of its own. */
function dearer(day: Day): Day {
  const fee = roundAmount(new Amount(day.upstreamFee).times(FEE_MORE), day.currency);
  return {
    ...day,
    upstreamFee: amountText(fee),
    collectionProfit: amountText(new Amount(day.collectionProfit).minus(fee).plus(day.upstreamFee)),
  };
}

function reported(days: readonly Day[]): Day[] {
  const entries = days.flatMap((day, at) => {
    if (at % EVERY.none === EVERY.none - 1) return [];
    if (at % EVERY.order === EVERY.order - 1 && day.successCollectionCount > 1) return [withoutOrder(day)];
    return [at % EVERY.fee === EVERY.fee - 1 ? dearer(day) : day];
  });
  // One report is of a currency in which nothing went through that upstream.
  const last = entries.at(-1);
  const other = entries.find(({ currency }) => currency !== last?.currency)?.currency;
  return last && other ? [...entries, { ...last, currency: other }] : entries;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Enters them on behalf of the demo's finance. */
export async function seedEntries(owner: pg.Pool, anchorMs: number): Promise<void> {
  const { rows } = await owner.query<Day>(COMPUTED, [new Date(anchorMs)]);
  const finance = await owner.query<{ id: string }>(
    `select id::text from sys_user where account = 'finance'`,
  );
  const entries = reported(rows).map((day, index) => ({
    id: idAt(anchorMs, FROM + index),
    ...Object.fromEntries(Object.entries(day).map(([name, value]) => [snake(name), value])),
    reason: 'daily statement',
    version: 1,
    created_at: new Date(anchorMs),
    created_by: finance.rows[0]?.id ?? null,
  }));
  await insertRows(owner, 'upstream_entry', entries);
}
