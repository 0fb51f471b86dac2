-- The same file twice is refused in its tenant, but where it could not be read: then it is sent again.
alter table bank_batch drop constraint bank_batch_file_hash_key;
create unique index bank_batch_file on bank_batch (tenant_id, file_hash) where status <> 5;
