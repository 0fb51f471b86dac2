-- Notes of the staff on orders. Merchants' connections are granted nothing of them.

create table order_note (
  id bigint not null,
  merchant_id bigint not null references merchant,
  order_kind text not null
    check (order_kind in ('collectOrder', 'payOrder', 'withdrawal', 'adjustment', 'rechargeOrder', 'manualOrder')),
  order_id bigint not null,
  order_no text not null,
  -- the author
  user_id bigint not null references sys_user,
  -- the newest text; empty once it is withdrawn
  body text not null check (length(body) <= 4000),
  status text not null default 'written' check (status in ('written', 'corrected', 'withdrawn')),
  changed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (id, merchant_id),
  check ((status = 'withdrawn') = (body = '')),
  check ((status = 'written') = (changed_at is null))
);
comment on table order_note is 'Notes of the staff on orders, each with its newest text.';
create index order_note_order on order_note (order_id, created_at);
create index order_note_created on order_note (created_at, id);
create index order_note_merchant on order_note (merchant_id, created_at, id);

create table order_note_text (
  note_id bigint not null,
  merchant_id bigint not null,
  version integer not null,
  -- empty where it was withdrawn
  body text not null,
  written_at timestamptz not null,
  primary key (note_id, version, merchant_id),
  foreign key (note_id, merchant_id) references order_note (id, merchant_id)
);
comment on table order_note_text is 'Every text that a note has had. Append-only.';

create table order_note_mention (
  note_id bigint not null,
  merchant_id bigint not null,
  user_id bigint not null references sys_user on delete cascade,
  order_id bigint not null,
  primary key (note_id, user_id, merchant_id),
  foreign key (note_id, merchant_id) references order_note (id, merchant_id)
);
comment on table order_note_mention is 'Who the newest text of a note mentions, of those who may see its order.';
create index order_note_mention_user on order_note_mention (user_id, order_id);

grant select, insert, update on order_note to paydesk_server;
grant select, insert on order_note_text to paydesk_server;
grant select, insert, delete on order_note_mention to paydesk_server;

-- Unlogged: after a crash, whoever looks is counted again within seconds.
create unlogged table order_viewer (
  user_id bigint not null references sys_user on delete cascade,
  order_kind text not null,
  order_id bigint not null,
  seen_at timestamptz not null,
  primary key (user_id, order_kind, order_id)
);
comment on table order_viewer is 'Who has which order open, as of the last sign of it.';
create index order_viewer_order on order_viewer (order_kind, order_id);
grant select, insert, update, delete on order_viewer to paydesk_server;
