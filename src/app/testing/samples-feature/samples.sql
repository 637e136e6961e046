create table hub.sample (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  member_id uuid not null,
  title text not null,
  amount_cents bigint not null,
  is_checked boolean not null default false,
  created_at timestamptz not null,
  primary key (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
grant select, insert, update on hub.sample to :app_role;

insert into hub.ledger_kind (kind, origin, subject, counter_account)
values ('sample', 'sample', 'source_id', 'company');
