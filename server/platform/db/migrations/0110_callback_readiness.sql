-- A merchant whose callbacks cannot be delivered is marked in its list, before a delivery fails.
alter table merchant add column callback_readiness text generated always as (
  case when coalesce(callback_url, '') = '' then 'noAddress' when sign_secret is null then 'noSecret' else 'ready' end) stored;
