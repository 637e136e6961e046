-- What moved to another server is deleted here, final rows included. Only the owner of the tables does that,
-- chapter by chapter, in a transaction that says so: no table is locked for it, and the laws of all other
-- writers hold meanwhile.
create function hub.is_leaving() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when coalesce(current_setting('hub.leaving', true), '') = 'on' then exists (
    select from pg_namespace n join pg_roles r on r.oid = n.nspowner
    where n.nspname = 'hub' and r.rolname = session_user) else false end
$$;

create or replace function hub.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and hub.is_leaving() then
    return old;
  end if;
  raise exception '% of % is refused: its rows are append-only', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create or replace function hub.refuse_change_unless_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and hub.is_erasing() then
    return new;
  end if;
  if tg_op = 'DELETE' and hub.is_leaving() then
    return old;
  end if;
  raise exception '% of % is refused: its rows are append-only', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- For each row, so that the setting is looked at first, which is all that other transactions pay.
create or replace trigger expense_settled_is_final before update or delete on hub.expense
  for each row
  when (current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
  execute function hub.refuse_settled_expense();
create or replace trigger expense_participant_of_settled_is_final
  before update or delete on hub.expense_participant
  for each row
  when (current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
  execute function hub.refuse_part_of_settled_expense();
create or replace trigger expense_override_of_settled_is_final
  before insert or delete on hub.expense_override
  for each row
  when (current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
  execute function hub.refuse_part_of_settled_expense();
create or replace trigger expense_override_participant_of_settled_is_final
  before insert or update or delete on hub.expense_override_participant
  for each row
  when (current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
  execute function hub.refuse_part_of_settled_expense();
create or replace trigger expense_payer_of_settled_is_final before insert or delete on hub.expense_payer
  for each row
  when (current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
  execute function hub.refuse_part_of_settled_expense();

-- Figures of what is leaving leave, too.
create or replace trigger expense_participant_removed_keeps_figures after delete on hub.expense_participant
  referencing old table as removed
  for each statement when (not hub.is_leaving()) execute function hub.keep_figures_of_shares();
create or replace trigger expense_payer_removed_keeps_figures after delete on hub.expense_payer
  referencing old table as changed
  for each statement when (not hub.is_leaving()) execute function hub.keep_figures_of_payers();
