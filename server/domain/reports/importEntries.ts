import type { PoolClient } from 'pg';
import { Amount } from '../../../contract/money.ts';
import { FIGURES } from '../../../contract/resources/reports/reportGaps.ts';
import { logDifference } from '../../engine/differences.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { emitOurs } from './entry.ts';
import { type EntryLine, type LineFault, readEntryLines } from './entryLines.ts';
import { reportDay } from './run.ts';

const SHOWN_MOST = 20;

export interface Asked {
  text: string;
  reason: string;
}

/** What becomes of the lines: reports that were not there, those that change, and those that are as they were. */
export interface Imported {
  added: number;
  updated: number;
  same: number;
}

type Values = Readonly<Record<string, unknown>>;

const KNOWN = `
select id::text, reason, success_collection_count as "successCollectionCount",
  trim_scale(success_collection)::text as "successCollection", trim_scale(upstream_fee)::text as "upstreamFee",
  trim_scale(user_fee)::text as "userFee", trim_scale(collection_profit)::text as "collectionProfit",
  success_payment_count as "successPaymentCount", trim_scale(success_payment)::text as "successPayment",
  trim_scale(upstream_pay_fee)::text as "upstreamPayFee", trim_scale(user_pay_fee)::text as "userPayFee",
  trim_scale(payment_profit)::text as "paymentProfit"
from upstream_entry where upstream_id = $1 and currency = $2 and report_date = $3 for update`;
// The figures are in the order of FIGURES.
const ADD = `
insert into upstream_entry (id, upstream_id, currency, report_date, reason, success_collection_count, success_collection,
  upstream_fee, user_fee, collection_profit, success_payment_count, success_payment, upstream_pay_fee, user_pay_fee,
  payment_profit, created_at, created_by)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;
const UPDATE = `
update upstream_entry set reason = $2, success_collection_count = $3, success_collection = $4, upstream_fee = $5,
  user_fee = $6, collection_profit = $7, success_payment_count = $8, success_payment = $9, upstream_pay_fee = $10,
  user_pay_fee = $11, payment_profit = $12, version = version + 1, updated_at = $13, updated_by = $14
where id = $1`;

/** @throws Refused validation with what is wrong with which line */
function refuseLines(deps: AppDeps, { locale }: Caller, faults: readonly LineFault[]): void {
  if (faults.length === 0) return;
  const texts = faults.slice(0, SHOWN_MOST).map(({ line, says, text, values }) => {
    const why = says ?? textOf(deps.locales, locale, 'errors', `texts.${text}`, values) ?? '';
    return textOf(deps.locales, locale, 'errors', 'texts.entryAt', { line, why }) ?? why;
  });
  const left = faults.length - texts.length;
  const more = textOf(deps.locales, locale, 'errors', 'texts.entryMore', { count: left }) ?? '';
  throw new Refused('validation', {}, { text: left > 0 ? [...texts, more] : texts });
}

async function write(tx: PoolClient, deps: AppDeps, caller: Caller, values: Values): Promise<keyof Imported> {
  const now = deps.clock.now();
  const { upstreamId, currency, reportDate, reason } = values;
  const figures = FIGURES.map((name) => values[name]);
  const { rows } = await tx.query<Values & { id: string }>(KNOWN, [upstreamId, currency, reportDate]);
  const [known] = rows;
  if (known && FIGURES.every((name) => new Amount(String(known[name])).equals(String(values[name]))))
    return 'same';
  const id = known?.id ?? newId();
  if (known) await tx.query(UPDATE, [id, reason, ...figures, now, caller.userId]);
  else await tx.query(ADD, [id, upstreamId, currency, reportDate, reason, ...figures, now, caller.userId]);
  const { id: _id, ...before } = known ?? {};
  const after = known ? Object.fromEntries(Object.keys(before).map((name) => [name, values[name]])) : values;
  await logDifference(tx, { resource: 'upstreamEntry', id, before: known && before, after }, caller, now);
  await emit(tx, 'upstreamEntry', id, known ? 'update' : 'add');
  await emitOurs(tx, values);
  return known ? 'updated' : 'added';
}

/** Nobody reports of a day to come. */
const ofTheFuture = (lines: readonly EntryLine[], today: string, zone: string): LineFault[] =>
  lines
    .filter(({ values }) => String(values.reportDate) > today)
    .map(({ no }) => ({ line: no, text: 'entryFuture', values: { today, zone } }));

/**
 * Enters the reports of a text and corrects those that are there: all lines or none.
 * @throws Refused validation with what is wrong with which line
 */
export async function importEntries(
  tx: PoolClient,
  deps: AppDeps,
  caller: Caller,
  { text, reason }: Asked,
): Promise<Imported> {
  const upstreams = await tx.query<{ id: string; code: string; name: string }>(
    'select id::text, code, name from upstream',
  );
  const { lines, faults } = readEntryLines(deps, caller, text, { reason, upstreams: upstreams.rows });
  refuseLines(deps, caller, faults);
  const { today, zone } = await reportDay(deps);
  refuseLines(deps, caller, ofTheFuture(lines, today, zone));
  // Two that enter the same day one after the other.
  await tx.query('lock table upstream_entry in share row exclusive mode');
  const count: Imported = { added: 0, updated: 0, same: 0 };
  for (const { values } of lines) count[await write(tx, deps, caller, values)] += 1;
  return count;
}
