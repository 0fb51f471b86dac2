-- A line that repeats another names it, and counts neither in the sums of its batch nor in those of a list.

alter table bank_bill
  add column repeats text references bank_bill (bill_no);

update bank_bill b set repeats = (
  select o.bill_no from bank_bill o
  where o.bank_account_id = b.bank_account_id and o.direction = b.direction and o.amount = b.amount and o.id <> b.id
    and o.status <> 4
    and case when b.utr is null
      then o.utr is null and o.booked_at = b.booked_at and o.batch_id <> b.batch_id and o.payer is not distinct from b.payer
        and o.description is not distinct from b.description and o.balance is not distinct from b.balance
      else o.utr = b.utr end
  order by o.id limit 1)
where b.status = 4;

alter table bank_bill drop column net, drop column credit, drop column debit;
alter table bank_bill
  add column net numeric(24, 6) generated always as (
    case when status <> 4 then case direction when 1 then amount else -amount end end) stored,
  add column credit numeric(24, 6) generated always as (case when direction = 1 and status <> 4 then amount end) stored,
  add column debit numeric(24, 6) generated always as (case when direction = 2 and status <> 4 then amount end) stored;
