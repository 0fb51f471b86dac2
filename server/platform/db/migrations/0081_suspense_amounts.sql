-- A line may be of money that was told of and waits in suspense: by its amount.
create index platform_posting_suspense on platform_posting (currency, amount) where account = 'suspense';
