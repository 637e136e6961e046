-- When the mail server took the email; null while it waits, and if it was never sent.
alter table hub.notice_sent add column delivered_at timestamptz;
update hub.notice_sent set delivered_at = sent_at;
grant update (delivered_at) on hub.notice_sent to :app_role;
