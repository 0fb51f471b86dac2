import type { BankBook } from '../../../contract/bankBook.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';
import { BILL } from './billStore.ts';
import { fileOrder } from './fileOrder.ts';
import { BILL_STATUS, MATCHED_BILL } from '../../platform/db/statuses.ts';

const BOOK = {
  name: 'bank-book',
  text: `with line as (
    select status, batch_id, line, booked_at, balance, case direction when 1 then amount else -amount end as amount
    from bank_bill where bank_account_id = $1 and status not in (${BILL.duplicate}, ${BILL.withdrawn})
  ), first as (
    select batch_id from line where balance is not null group by batch_id order by max(booked_at), batch_id limit 1
  ), way as materialized (
    select batch_id, ${fileOrder('first.batch_id')} as forward from first
  ), begun as (
    select l.balance - l.amount as opening from line l join way on way.batch_id = l.batch_id
    where l.balance is not null order by l.booked_at, l.line * way.forward limit 1
  ), sums as (
    select coalesce(sum(amount) filter (where status in ${MATCHED_BILL} and amount > 0), 0) as came,
      coalesce(-sum(amount) filter (where status in ${MATCHED_BILL} and amount < 0), 0) as went,
      count(*) filter (where status = ${BILL_STATUS.unmatched})::int as open,
        coalesce(sum(amount) filter (where status = ${BILL_STATUS.unmatched}), 0) as open_sum,
      count(*) filter (where status = ${BILL_STATUS.ignored})::int as ignored,
      coalesce(sum(amount) filter (where status = ${BILL_STATUS.ignored}), 0) as ignored_sum
    from line
  )
  select trim_scale(begun.opening)::text as opening, trim_scale(sums.came)::text as "in",
    trim_scale(sums.went)::text as out, trim_scale(begun.opening + sums.came - sums.went)::text as book,
    trim_scale(a.statement_balance)::text as statement,
    trim_scale(a.statement_balance - (begun.opening + sums.came - sums.went))::text as difference,
    json_build_object('count', sums.open, 'amount', trim_scale(sums.open_sum)::text) as open,
    json_build_object('count', sums.ignored, 'amount', trim_scale(sums.ignored_sum)::text) as ignored,
    trim_scale(a.statement_balance - begun.opening - sums.came + sums.went - sums.open_sum - sums.ignored_sum)::text
      as unexplained
  from bank_account a cross join sums left join begun on true where a.id = $1`,
};

/** What its matched lines make of an account, beside what the bank says it holds. */
export const bankAccountHalf: ServerHalf = {
  async detail(pool, id) {
    const { rows } = await pool.query<BankBook>({ ...BOOK, values: [id] });
    return { book: rows[0] ?? null };
  },
};
