-- Whether a mail carried the link, which then proves the address; a command's link proves nothing.
alter table auth.password_reset add column is_mailed boolean not null default false;
