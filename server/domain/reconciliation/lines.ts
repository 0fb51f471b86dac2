import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import type { Line, ReadRow } from '../statements/line.ts';
import { BILL_STATUS } from '../../platform/db/statuses.ts';

export interface BatchRow {
  id: string;
  batchNo: string;
  tenantId: string;
  bankAccountId: string;
  currency: string;
}

const STATED = ['direction', 'amount', 'booked_at'];
const STATED_OR_EMPTY = ['payer', 'description', 'balance'];
/** SQL: a line without a reference says the same as another one. */
export const sameWords = (line: string, other: string): string =>
  [
    `${line}.utr is null`,
    ...STATED.map((name) => `${line}.${name} = ${other}.${name}`),
    ...STATED_OR_EMPTY.map((name) => `${line}.${name} is not distinct from ${other}.${name}`),
  ].join(' and ');
/** SQL: a line has the reference of another one, for the same money. What left another balance is another movement. */
export const sameReference = (line: string, other: string): string =>
  [
    `reference_form(${line}.utr) = reference_form(${other}.utr)`,
    ...['direction', 'amount'].map((name) => `${line}.${name} = ${other}.${name}`),
    `(${line}.balance is null or ${other}.balance is null or ${line}.balance = ${other}.balance)`,
  ].join(' and ');

/** SQL: what line brought went back by the same reference before other was booked, so that other is money again. */
const wentBack = (line: string, other: string): string => `exists (select from bank_bill r
    where r.bank_account_id = $3 and reference_form(r.utr) = reference_form(${line}.utr) and r.direction <> ${line}.direction
      and r.amount = ${line}.amount and r.status not in (${BILL_STATUS.duplicate}, ${BILL_STATUS.withdrawn})
      and r.booked_at > ${line}.booked_at and r.booked_at < ${other}.booked_at)`;

/**
 * A line counts once, whichever file brings it: by its reference (and, where both have one, its balance), else where everything it says is the same in another
 * file. Within one file two lines without a reference may well be the same by chance: they are counted, and of three in
 * one file the third is new where another one had two.
 */
const INSERT = `
with given as (
  select *, reference_form(utr) as form from unnest($6::bigint[], $7::int[], $8::smallint[], $9::numeric[], $10::text[], $11::text[], $12::text[],
    $13::timestamptz[], $14::boolean[], $15::numeric[])
    as g(id, line, direction, amount, utr, payer, description, booked_at, whole_day, balance)
), counted as (
  select g.*, row_number() over (
      partition by g.direction, g.amount, g.payer, g.description, g.booked_at, g.balance, g.utr order by g.line
    ) as nth,
    (select count(*) from given r where r.form = g.form and r.direction <> g.direction and r.amount = g.amount
      and r.line < g.line) as returns
  from given g
), judged as (
  select g.*, case when g.utr is null then (select e.bill_no from (
      select b.bill_no, b.batch_id = $1 as here, row_number() over (partition by b.batch_id = $1 order by b.id) as nth,
        count(*) filter (where b.batch_id = $1) over () as before
      from bank_bill b
      where b.bank_account_id = $3 and ${sameWords('b', 'g')}
        and b.status <> ${BILL_STATUS.withdrawn} and (b.status <> ${BILL_STATUS.duplicate} or b.batch_id = $1)
      ) e where not e.here and e.nth = e.before + g.nth)
    else coalesce((select b.bill_no from bank_bill b
      where b.bank_account_id = $3 and ${sameReference('b', 'g')}
        and b.status not in (${BILL_STATUS.duplicate}, ${BILL_STATUS.withdrawn}) and not ${wentBack('b', 'g')}
        order by b.id limit 1),
      case when row_number() over twins > 1 then $4 || '-' || first_value(g.line) over twins end) end as repeats
  from counted g
  window twins as (partition by g.form, g.direction, g.amount, g.balance, g.returns order by g.line)
), made as (
  insert into bank_bill (id, tenant_id, batch_id, bank_account_id, line, bill_no, direction, currency, amount, utr, payer,
    description, booked_at, whole_day, balance, returns, repeats, status)
  select id, $2, $1, $3, line, $4 || '-' || line, direction, $5, amount, utr, payer, description, booked_at, whole_day,
    balance, returns + (select count(*) from bank_bill r where r.bank_account_id = $3
      and reference_form(r.utr) = judged.form and r.direction <> judged.direction and r.amount = judged.amount
      and r.status not in (${BILL_STATUS.duplicate}, ${BILL_STATUS.withdrawn}) and r.booked_at < judged.booked_at),
    repeats, case when repeats is null then 0 else 4 end
  from judged order by line on conflict (batch_id, line) do nothing
  returning id
)
insert into outbox (resource, row_id, change, merchant_id) select 'bankBill', id, 'add', null from made`;

/** Writes a piece of a statement; lines of one account come one piece after another, so that twins are seen. */
export async function insertLines(tx: PoolClient, batch: BatchRow, read: readonly ReadRow[]): Promise<void> {
  const good = read.flatMap((row) => ('line' in row ? [row] : []));
  if (good.length === 0) return;
  await tx.query('select from bank_account where id = $1 for no key update', [batch.bankAccountId]);
  const column = <T>(of: (line: Line) => T) => good.map(({ line }) => of(line));
  await tx.query({
    name: 'bank-lines',
    text: INSERT,
    values: [
      batch.id,
      batch.tenantId,
      batch.bankAccountId,
      batch.batchNo,
      batch.currency,
      good.map(() => newId()),
      good.map(({ number }) => number),
      column(({ direction }) => direction),
      column(({ amount }) => amount),
      column(({ utr }) => utr),
      column(({ payer }) => payer),
      column(({ description }) => description),
      column(({ bookedAt }) => bookedAt.toISOString()),
      column(({ wholeDay }) => wholeDay),
      column(({ balance }) => balance),
    ],
  });
}
