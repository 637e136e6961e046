-- The chapter that sign-in with a provider admits to by its allow-list. It was the oldest that is here, which
-- changes when an older one comes from another server, and when this one leaves.
insert into hub.installation (key, value)
select 'first_chapter', id from hub.chapter order by created_at, id limit 1;

-- Whichever comes to an installation without chapters.
create function hub.note_first_chapter(p_chapter uuid) returns void language sql as $$
  insert into hub.installation (key, value)
  select 'first_chapter', p_chapter
  where not exists (select from hub.chapter where id <> p_chapter)
  on conflict (key) do update set value = excluded.value
$$;

create function hub.chapter_comes() returns trigger language plpgsql as $$
begin
  perform hub.note_first_chapter(new.id);
  return null;
end
$$;
create trigger chapter_may_be_first after insert on hub.chapter
  for each row execute function hub.chapter_comes();
