-- A statement that was sent amiss is withdrawn with all its lines, and its file may be sent again.
alter table bank_batch drop constraint bank_batch_status_check;
alter table bank_batch add constraint bank_batch_status_check check (status between 0 and 6);
alter table bank_batch add column remark text;
alter table bank_bill drop constraint bank_bill_status_check;
alter table bank_bill add constraint bank_bill_status_check check (status between 0 and 5);
drop index bank_batch_file;
create unique index bank_batch_file on bank_batch (tenant_id, file_hash) where status not in (5, 6);
drop index bank_bill_once;
create unique index bank_bill_once on bank_bill (bank_account_id, direction, utr, amount)
  where utr is not null and status not in (4, 5) and repeats is null;
create index bank_bill_repeats on bank_bill (repeats) where repeats is not null;
