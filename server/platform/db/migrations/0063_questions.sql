-- What a second person is asked, as a list: by order and command, with what the first one said and what became of it.

alter table approval
  add column order_id bigint generated always as (row_id) stored,
  add column order_no text generated always as (row_no) stored,
  add column command text generated always as (resource || '/' || action) stored,
  add column utr text generated always as (input ->> 'utr') stored,
  add column said text generated always as (input ->> 'reason') stored,
  -- A person's own words; what closes a question by itself leaves a code as its reason.
  add column answer text generated always as (case when checker_id is not null then reason end) stored,
  add column outcome text generated always as (
    case when status = 1 then 'waiting' when status = 2 then 'agreed' when checker_id is not null then 'refused'
      when reason = 'expired' then 'expired' else 'withdrawn' end) stored;
create index approval_merchant on approval (merchant_id, created_at, id);
create index approval_due on approval (expires_at) where status = 1;
grant select on approval to paydesk_merchant;

-- A notice for one person alone.
alter table sys_notice add column user_id bigint references sys_user on delete cascade;
