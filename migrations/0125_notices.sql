-- Which notices members got by email, so that none goes out twice: not after a restart, from two servers, or when
-- the clock is set back. The row and the job that sends are written in one transaction. It is no inbox: nothing
-- says whether a notice was read, and rows are deleted after a year and a bit.
create table hub.notice_sent (
  chapter_id uuid not null,
  member_id uuid not null,
  -- What it told: 'payment 0190… waiting'.
  key text not null check (key <> '' and char_length(key) <= 200),
  -- Of which source it was.
  kind text not null check (kind <> ''),
  sent_at timestamptz not null,
  primary key (chapter_id, member_id, key),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create index notice_sent_lately on hub.notice_sent (chapter_id, sent_at);
create index notice_sent_last on hub.notice_sent (chapter_id, kind, member_id, sent_at desc);
grant select, insert, delete on hub.notice_sent to :app_role;

-- What members want emails about, beside events.
alter table hub.member
  add column mails_about_money boolean not null default true,
  add column mails_weekly boolean not null default true;

-- Whether the subjects of emails say amounts, which a locked phone shows to anyone.
alter table hub.chapter add column amounts_in_subjects boolean not null default true;

-- What was declined or reversed lately. Few payments are.
create index payment_undone on hub.payment (chapter_id, updated_at)
  where status in ('rejected', 'taken_back');
