-- The same file twice is refused for its account: what was sent to another one by mistake, or could not be read, is sent again.
alter table bank_batch drop constraint bank_batch_file_hash_key;
create unique index bank_batch_file on bank_batch (bank_account_id, file_hash) where status <> 5;
