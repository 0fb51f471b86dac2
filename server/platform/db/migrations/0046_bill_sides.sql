-- A line of a statement by its side and with its sign, so that what came in and what went out are not added up as one.

alter table bank_bill
  add column net numeric(24, 6) generated always as (case direction when 1 then amount else -amount end) stored,
  add column credit numeric(24, 6) generated always as (case direction when 1 then amount end) stored,
  add column debit numeric(24, 6) generated always as (case direction when 2 then amount end) stored;
