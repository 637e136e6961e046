-- Mails go out by a queue (docs/decisions). A job names what it tells about and holds no link: the
-- token of a link is derived from the row and the hub's secret when the mail is written.
select jobs.create_queue('send-mail', '{
  "policy": "standard", "retryLimit": 18, "retryDelay": 20, "retryBackoff": true,
  "retryDelayMax": 7200, "expireInSeconds": 120, "deleteAfterSeconds": 3600
}');

-- `link_number`: each new link of an invitation has the next one, and the one before is dead.
-- `mail_state` none: an admin passes the link on. `mail_at`: when the mail came into its state.
alter table hub.invitation
  add column link_number integer not null default 1,
  add column mail_state text not null default 'none'
    check (mail_state in ('none', 'queued', 'sent', 'failed')),
  add column mail_failure text,
  add column mail_at timestamptz,
  add check ((mail_state = 'none') = (mail_at is null)),
  add check (mail_state <> 'failed' or mail_failure is not null);

create index invitation_unanswered on hub.invitation (chapter_id, email)
  where accepted_at is null and revoked_at is null;

-- The newest request of an account to choose another password. Used ones stay until the next, so
-- that a mail sent twice does not bring its link back to life.
create table auth.password_reset (
  account_id text primary key references auth."user" ("id") on delete cascade,
  id uuid not null unique,
  token_hash text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
grant select, insert, update on auth.password_reset to :app_role;
