-- Every posting writes several details: the largest amounts of one merchant or type are looked for too rarely for an
-- index each. Past 200,000 matches such a list is refused with what it can be sorted by.
drop index fund_detail_m_amount;
drop index fund_detail_t_amount;

-- Few entries reverse another one; the index need not hold all the others.
alter table journal_entry drop constraint journal_entry_reverses_key;
create unique index journal_entry_reverses on journal_entry (reverses) where reverses is not null;
