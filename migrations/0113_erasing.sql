-- A member who left can be erased: what is theirs goes, what the chapter's books say stays, figure by
-- figure, under "Former member 12". The audit log stays provable (decision 23): an erased record keeps
-- its link, and a later record of the erasure seals what the erased one says now.

-- JSON without a person: in an object that is about them, what it says of them; elsewhere each text that
-- is one of `p_words`, which has what takes its place. Texts that merely mention them stay.
create function hub.erased_json(p jsonb, p_member text, p_number integer, p_words jsonb)
returns jsonb language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  label constant text := 'Former member ' || p_number;
  is_person boolean;
  is_profile boolean;
  is_wallet boolean;
begin
  case jsonb_typeof(p)
    when 'string' then
      return coalesce(p_words -> (p #>> '{}'), p);
    when 'array' then
      return coalesce((
        select jsonb_agg(hub.erased_json(each.value, p_member, p_number, p_words) order by each.place)
        from jsonb_array_elements(p) with ordinality as each (value, place)), p);
    when 'object' then
      is_person := coalesce(
        p_member = any (array[p ->> 'id', p ->> 'memberId', p ->> 'participantId']), false);
      is_profile := is_person and p ? 'displayName';
      is_wallet := coalesce(p ->> 'ownerId' = p_member and p ? 'currencyCode', false);
      return coalesce((
        select jsonb_object_agg(each.key, case
          when is_person and each.key in ('name', 'displayName') then to_jsonb(label)
          when is_person and each.key = 'firstName' then to_jsonb('Former member'::text)
          when is_person and each.key = 'lastName' then to_jsonb(p_number::text)
          when is_profile and each.key = 'email' then to_jsonb(''::text)
          when is_profile and each.key in ('externalUserIdentifier', 'primaryPhone', 'company', 'title',
            'website', 'city', 'bio', 'headline', 'asks', 'offers') then 'null'::jsonb
          when is_wallet and each.key = 'name'
            then to_jsonb(label || ' – ' || (p ->> 'currencyCode'))
          else hub.erased_json(each.value, p_member, p_number, p_words) end)
        from jsonb_each(p) each), p);
    else
      return p;
  end case;
end
$$;

-- A side of a record about the person themselves: their role and status stay.
create function hub.erased_record(p jsonb)
returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when p is not null then coalesce(
    jsonb_object_agg(each.key, each.value) filter (where each.key in ('role', 'status')), '{}') end
  from jsonb_each(case when jsonb_typeof(p) = 'object' then p else '{}' end) each
$$;

-- Every name and address that a member had, as far as their own row, account, invitations and records
-- tell. A separate one for each: two people may share a name, but never an address.
create function hub.names_of_member(p_chapter uuid, p_member uuid)
returns text[] language sql stable set search_path = pg_catalog, pg_temp as $$
  with told as (
    select x.side from hub.audit a cross join lateral (values (a.before), (a.after)) x (side)
    where a.chapter_id = p_chapter and a.entity_kind = 'member' and a.entity_id = p_member
      and jsonb_typeof(x.side) = 'object'
    union all
    select jsonb_build_object('displayName', m.display_name, 'firstName', m.first_name,
      'lastName', m.last_name)
    from hub.member m where m.chapter_id = p_chapter and m.id = p_member
  ), whole as (
    select side ->> 'displayName' as name from told
    union
    select f.name || ' ' || l.name
    from (select distinct side ->> 'firstName' as name from told) f
    cross join (select distinct side ->> 'lastName' as name from told) l
    union
    select side ->> 'firstName' from told where coalesce(side ->> 'lastName', '') = ''
      and side ? 'displayName'
    union
    select a.name from hub.member m join auth.account a on a.id = m.account_id
    where m.chapter_id = p_chapter and m.id = p_member
  )
  select array_agg(distinct btrim(name)) from whole where btrim(name) <> ''
$$;

create function hub.emails_of_member(p_chapter uuid, p_member uuid)
returns text[] language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(distinct found.email), '{}')
  from (
    select lower(m.email) as email from hub.member m
    where m.chapter_id = p_chapter and m.id = p_member
    union
    select a.email from hub.member m join auth.account a on a.id = m.account_id
    where m.chapter_id = p_chapter and m.id = p_member
    union
    select lower(i.email) from hub.invitation i
    where i.chapter_id = p_chapter and i.member_id = p_member
    union
    select lower(x.side ->> 'email')
    from hub.audit a cross join lateral (values (a.before), (a.after)) x (side)
    where a.chapter_id = p_chapter and a.entity_kind = 'member' and a.entity_id = p_member
  ) found
  where found.email like '%@%'
$$;

-- What a member's wallets hold, oldest first; what is just being added to them is waited for, and nothing
-- is added until the commit.
create function hub.lock_balances(p_chapter uuid, p_member uuid)
returns table (currency_code text, balance_cents bigint)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select a.currency_code, a.balance_cents
  from hub.ledger_account a
  join hub.wallet w on w.chapter_id = a.chapter_id and w.id = a.wallet_id
  where w.chapter_id = p_chapter and w.owner_id = p_member
  order by a.wallet_id
  for no key update of a
$$;

-- Erases a member who left from every table but the audit log, whose records `erase_from_audit` goes
-- through next, with the words this returns. The caller has decided that they may be erased, and holds
-- the lock on memberships, so that numbers follow one another.
create function hub.erase_member(p_chapter uuid, p_member uuid, p_now timestamptz)
returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person hub.member;
  number integer;
  new_name text;
  names text[];
  emails text[];
  words jsonb;
begin
  select * into person from hub.member m
  where m.chapter_id = p_chapter and m.id = p_member and m.status <> 'active'
    and m.former_number is null
  for update;
  if not found then
    raise exception 'member % cannot be erased', p_member using errcode = 'restrict_violation';
  end if;
  number := 1 + coalesce((select max(m.former_number) from hub.member m where m.chapter_id = p_chapter), 0);
  new_name := 'Former member ' || number;
  names := hub.names_of_member(p_chapter, p_member);
  emails := hub.emails_of_member(p_chapter, p_member);
  -- What the hub itself made from the name. Of someone with a namesake only what an id tells is erased:
  -- the rest may be the namesake's.
  select coalesce(jsonb_object_agg(w.said, w.instead), '{}') into words
  from (
    select left(b.before || n.name || b.after, b.most) as said, b.before || new_name || b.after as instead
    from unnest(names) n (name)
    cross join (values ('', '', 1000), ('Manual override for ', '', 200), ('Payment to ', '', 255),
      ('Payment from ', '', 255), ('Taken back: payment to ', '', 255),
      ('Taken back: payment from ', '', 255),
      ('', ', who saved this last, is no longer an active member', 1000)) b (before, after, most)
    where not exists (
      select from hub.member other
      where other.chapter_id = p_chapter and other.id <> p_member and other.display_name = n.name)
    union all
    select unnest(emails), ''
  ) w;

  update hub.member set former_number = number, display_name = new_name, first_name = 'Former member',
    last_name = number::text, email = '', account_id = null, external_user_identifier = null,
    primary_phone = null, company = null, job_title = null, website = null, city = null, bio = null,
    headline = null, asks = null, offers = null, privacy = null, locked_fields = '{}', role = 'member',
    status = 'removed', enabled_at = null, updated_at = p_now, version = version + 1
  where chapter_id = p_chapter and id = p_member;
  delete from hub.member_photo where chapter_id = p_chapter and member_id = p_member;
  delete from hub.member_group_entry where chapter_id = p_chapter and member_id = p_member;
  delete from hub.calendar_feed where chapter_id = p_chapter and member_id = p_member;
  delete from hub.calendar_import where chapter_id = p_chapter and member_id = p_member;
  delete from hub.home_visit where chapter_id = p_chapter and member_id = p_member;
  update hub.invitation set email = '',
    revoked_at = case when accepted_at is null then coalesce(revoked_at, p_now) end
  where chapter_id = p_chapter
    and (member_id = p_member or member_id is null and lower(email) = any (emails));

  perform set_config('hub.erasing', 'on', true);
  update hub.wallet set name = new_name || ' – ' || currency_code, updated_at = p_now
  where chapter_id = p_chapter and owner_id = p_member;
  update hub.wallet_transaction t
  set description = case when t.description like 'Taken back: payment %' then 'Taken back: payment '
      else 'Payment ' end
    || case when p.from_member_id = p_member then 'from ' else 'to ' end || new_name
  from hub.payment p, hub.wallet w
  where p.chapter_id = p_chapter and p_member in (p.from_member_id, p.to_member_id)
    and t.chapter_id = p_chapter and t.payment_id = p.id
    and w.chapter_id = p_chapter and w.id = t.wallet_id and w.owner_id <> p_member;
  update hub.expense_override o set label = 'Manual override for ' || new_name
  where o.chapter_id = p_chapter and o.manual_member_id = p_member
    and o.label in (select left('Manual override for ' || n, 200) from unnest(names) n);
  update hub.recurring_expense r
  set failure_message = new_name || ', who saved this last, is no longer an active member'
  where r.chapter_id = p_chapter and r.saved_by = p_member and r.failure_code = 'author_left';
  update hub.recurring_expense r
  set template = hub.erased_json(r.template, p_member::text, number, words)
  where r.chapter_id = p_chapter
    and r.template <> hub.erased_json(r.template, p_member::text, number, words);
  perform set_config('hub.erasing', '', true);

  -- Replies that are kept for a day, so that a request that comes again is not done again.
  delete from hub.idempotency_key where chapter_id = p_chapter and member_id = p_member;
  update hub.idempotency_key k
  set reply = hub.erased_json(k.reply::jsonb, p_member::text, number, words)::text
  where k.chapter_id = p_chapter and case when left(k.reply, 1) in ('{', '[')
    then k.reply::jsonb <> hub.erased_json(k.reply::jsonb, p_member::text, number, words) end;

  -- The account is theirs, and stays if it is used elsewhere on this server.
  if person.account_id is not null then
    delete from hub.account_chapter where account_id = person.account_id and chapter_id = p_chapter;
    if not exists (select from hub.account_chapter c where c.account_id = person.account_id)
      and not exists (select from hub.member m where m.account_id = person.account_id)
      and not exists (select from hub.installation_admin i where i.account_id = person.account_id) then
      delete from jobs.job j
      where j.name = 'send-mail'
        and (j.data ->> 'accountId' = person.account_id or j.data ->> 'email' = any (emails));
      delete from auth.account a where a.id = person.account_id;
    else
      update auth.session set active_chapter_id = null
      where account_id = person.account_id and active_chapter_id = p_chapter::text;
      update auth.account set last_chapter_id = null
      where id = person.account_id and last_chapter_id = p_chapter::text;
    end if;
  end if;
  return words;
end
$$;

-- Erases a member from the next so many records after `p_after`: the last one it read, null at the end,
-- and the hash of what each changed one now says. Only between `erase_member` and the record of it, and
-- only from records that are linked.
create function hub.erase_from_audit(p_chapter uuid, p_member uuid, p_words jsonb, p_after uuid,
  p_most integer)
returns table (last_id uuid, erased jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number integer;
  -- What every text to replace contains, as JSON has it: most records are read for these few alone.
  needles text[] := p_member::text || array(
    select btrim(to_json(w)::text, '"') from jsonb_object_keys(p_words) w
    where not exists (
      select from jsonb_object_keys(p_words) shorter where shorter <> w and strpos(w, shorter) > 0));
  entry record;
  changed hub.audit;
  is_own boolean;
  wallet_name text;
begin
  select m.former_number into number from hub.member m
  where m.chapter_id = p_chapter and m.id = p_member and m.former_number is not null
    and not exists (
      select from hub.audit_seal s
      where s.chapter_id = p_chapter and s.entity_kind = 'member' and s.entity_id = p_member
        and s.action = 'member.erase');
  if not found then
    raise exception 'member % is not being erased', p_member using errcode = 'restrict_violation';
  end if;
  erased := '{}';
  perform set_config('hub.erasing', 'on', true);
  select page.id into last_id
  from (
    select a.id from hub.audit a
    where a.chapter_id = p_chapter and (p_after is null or a.id > p_after)
    order by a.id limit p_most
  ) page
  order by page.id desc limit 1;
  for entry in
    select a.id, a.entity_kind, a.entity_id, a.before, a.after, s.seq, s.subject
    from hub.audit a
    join hub.audit_seal s on s.chapter_id = a.chapter_id and s.audit_id = a.id
    cross join lateral (
      select coalesce(a.before::text, '') || coalesce(a.after::text, '') as said) t
    where a.chapter_id = p_chapter and (p_after is null or a.id > p_after) and a.id <= last_id
      and (a.entity_id = p_member or p_words ? s.subject
        or exists (select from unnest(needles) n where strpos(t.said, n) > 0))
  loop
    is_own := entry.entity_kind = 'member' and entry.entity_id = p_member;
    select w.name into wallet_name from hub.wallet w
    where w.chapter_id = p_chapter and entry.entity_kind = 'wallet' and w.id = entry.entity_id
      and w.owner_id = p_member;
    if is_own or wallet_name is not null or p_words ? entry.subject then
      update hub.audit_seal s
      set subject = case when is_own then 'Former member ' || number
        else coalesce(wallet_name, nullif(p_words ->> entry.subject, '')) end
      where s.chapter_id = p_chapter and s.seq = entry.seq;
    end if;
    update hub.audit a set before = x.before, after = x.after
    from (
      select case when is_own then hub.erased_record(entry.before)
          else hub.erased_json(entry.before, p_member::text, number, p_words) end as before,
        case when is_own then hub.erased_record(entry.after)
          else hub.erased_json(entry.after, p_member::text, number, p_words) end as after
    ) x
    where a.chapter_id = p_chapter and a.id = entry.id
      and (x.before, x.after) is distinct from (entry.before, entry.after)
    returning a.* into changed;
    if found then
      erased := erased || jsonb_build_object(entry.id, hub.erased_hash(changed));
    end if;
  end loop;
  perform set_config('hub.erasing', '', true);
  return next;
end
$$;

-- Links the record of an erasure in its own transaction, after the records it names: until it is linked,
-- what it names would look changed. Sealing has locked the head.
create function hub.seal_erasure(p_chapter uuid, p_member uuid, p_now timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head hub.audit_head;
  entry hub.audit;
begin
  select * into strict head from hub.audit_head h where h.chapter_id = p_chapter for no key update;
  select * into strict entry from hub.audit a
  where a.chapter_id = p_chapter and a.xid = pg_current_xact_id() and a.action = 'member.erase'
    and a.entity_id = p_member;
  head.seq := head.seq + 1;
  head.hash := hub.audit_hash(head.hash, head.seq, p_now, entry);
  insert into hub.audit_seal (chapter_id, seq, audit_id, at, actor_id, action, entity_kind, entity_id,
    subject, sealed_at, hash)
  values (p_chapter, head.seq, entry.id, entry.at, entry.actor_id, entry.action, entry.entity_kind,
    entry.entity_id, hub.audit_subject(entry), p_now, head.hash);
  update hub.audit_head h set seq = head.seq, hash = head.hash where h.chapter_id = p_chapter;
end
$$;

revoke all
  on function hub.lock_balances, hub.erase_member, hub.erase_from_audit, hub.seal_erasure from public;
grant execute
  on function hub.lock_balances, hub.erase_member, hub.erase_from_audit, hub.seal_erasure to :app_role;
