-- An amount finds one share: bands of an agent on a channel and side do not overlap, their ends included.
-- Type 1 is collect, 2 pay, 3 both.
alter table extension_rate add constraint extension_rate_bands exclude using gist (
  int8range(merchant_id, merchant_id, '[]') with &&,
  int8range(channel_id, channel_id, '[]') with &&,
  int4range(case when type = 2 then 2 else 1 end, case when type = 1 then 1 else 2 end, '[]') with &&,
  numrange(min_amount, max_amount, '[]') with &&
);
