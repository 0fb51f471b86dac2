/**
 * SQL: 1 where a statement's file runs forward in time, -1 where it has the newest line first. Its balances say so:
 * each is the one before it and its own line's amount, whichever neighbour that is. Where they do not tell, the
 * instants do. `batch` is an expression for the batch's id.
 */
export const fileOrder = (batch: string): string => `(
  select coalesce(nullif(sign(sum((balance = above + moved)::int - (above = balance + above_moved)::int)), 0),
    nullif(sign(sum(sign(extract(epoch from booked_at - above_at)))), 0), 1)
  from (
    select booked_at, balance, moved, lag(balance) over next as above, lag(moved) over next as above_moved,
      lag(booked_at) over next as above_at
    from (
      select line, booked_at, balance, case direction when 1 then amount else -amount end as moved
      from bank_bill where batch_id = ${batch}
    ) line
    window next as (order by line)
  ) pair)`;
