-- What a bank prints for no reference at all is none: it told lines of different payments for the same. Those that are
-- matched lose it too, so that the same line in another file is known by all it says.
update bank_bill set utr = null, version = version + 1 where utr !~ '[1-9]';
-- A line that a person calls another payment goes on naming the one whose reference it has.
drop index bank_bill_once;
create unique index bank_bill_once on bank_bill (bank_account_id, direction, utr, amount)
  where utr is not null and status <> 4 and repeats is null;
