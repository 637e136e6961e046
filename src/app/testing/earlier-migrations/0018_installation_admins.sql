-- Who looks after the whole installation: makes chapters, and reads how many there are. Nothing of
-- what is in a chapter follows from it. On an installation that exists already it is whoever was the
-- first admin of its oldest chapter.
create table hub.installation_admin (
  account_id text primary key references auth."user" (id),
  granted_at timestamptz not null
);

insert into hub.installation_admin (account_id, granted_at)
select m.account_id, now()
from hub.member m
join (select id from hub.chapter order by created_at, id limit 1) oldest on oldest.id = m.chapter_id
where m.role = 'admin' and m.status = 'active' and m.account_id is not null
order by m.created_at, m.id
limit 1;

grant select, insert, delete on hub.installation_admin to :app_role;
