-- A chapter that arrives from another server brings its rows as they were there, known differences included. So
-- triggers neither compute nor judge what the owner of the tables imports in a transaction that says so, and the
-- import compares every row and figure before it commits. No table is locked for it: the laws of all other writers
-- hold meanwhile, and others write. Every trigger that an insert fires asks this.
create function hub.is_arriving() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when coalesce(current_setting('hub.arriving', true), '') = 'on' then exists (
    select from pg_namespace n join pg_roles r on r.oid = n.nspowner
    where n.nspname = 'hub' and r.rolname = session_user) else false end
$$;

-- For each row, so that the setting is looked at first, which is all that other transactions pay.
create or replace trigger audit_rests before insert on hub.audit
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.refuse_while_resting();
create or replace trigger chapter_may_be_first after insert on hub.chapter
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.chapter_comes();
create or replace trigger charge_act_applies before insert on hub.charge_act
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.apply_charge_act();
create or replace trigger charge_item_begins_with_charge before insert on hub.charge_item
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.begin_charge_item();
create or replace trigger expense_participant_has_its_sign before insert or update on hub.expense_participant
  for each row when (new.share_cents < 0 and not hub.is_arriving())
  execute function hub.refuse_negative_part();
create or replace trigger expense_payer_has_its_sign before insert on hub.expense_payer
  for each row when (new.amount_cents < 0 and not hub.is_arriving())
  execute function hub.refuse_negative_part();
create or replace trigger ledger_journal_counts_reversal after insert on hub.ledger_journal
  for each row when (new.reverses_id is not null and not hub.is_arriving())
  execute function hub.count_reversal();
create or replace trigger member_dates_asks before insert or update of asks on hub.member
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.date_asks();
create or replace trigger keep_confirmed_heads after insert or update or delete on hub.rsvp
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.keep_confirmed_heads();
create or replace trigger wallet_opens_its_account after insert on hub.wallet
  for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.open_ledger_account();

-- The same for what is final, except to leave.
create or replace trigger expense_override_of_settled_is_final
  before insert or delete on hub.expense_override
  for each row
  when ((current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
    and (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving()))
  execute function hub.refuse_part_of_settled_expense();
create or replace trigger expense_override_participant_of_settled_is_final
  before insert or update or delete on hub.expense_override_participant
  for each row
  when ((current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
    and (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving()))
  execute function hub.refuse_part_of_settled_expense();
create or replace trigger expense_payer_of_settled_is_final before insert or delete on hub.expense_payer
  for each row
  when ((current_setting('hub.leaving', true) is distinct from 'on' or not hub.is_leaving())
    and (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving()))
  execute function hub.refuse_part_of_settled_expense();

-- For each statement.
create or replace trigger expense_added_keeps_figures after insert on hub.expense
  referencing new table as added
  for each statement when (not hub.is_arriving()) execute function hub.keep_figures_of_new_expenses();
create or replace trigger expense_participant_added_keeps_figures after insert on hub.expense_participant
  referencing new table as added
  for each statement when (not hub.is_arriving()) execute function hub.keep_figures_of_new_shares();
create or replace trigger expense_payer_added_keeps_figures after insert on hub.expense_payer
  referencing new table as changed
  for each statement when (not hub.is_arriving()) execute function hub.keep_figures_of_payers();
create or replace trigger ledger_account_is_moved_by_entries before insert or update on hub.ledger_account
  for each statement when (not hub.is_arriving()) execute function hub.refuse_direct_change();
create or replace trigger ledger_entry_continues_chain after insert on hub.ledger_entry
  referencing new table as added
  for each statement when (not hub.is_arriving()) execute function hub.continue_ledger_chain();
create or replace trigger ledger_entry_is_balanced after insert on hub.ledger_entry
  referencing new table as added
  for each statement when (not hub.is_arriving()) execute function hub.check_legs_balance();
create or replace trigger wallet_transaction_begins_true after insert on hub.wallet_transaction
  referencing new table as added
  for each statement when (not hub.is_arriving()) execute function hub.check_new_wallet_transactions();
create or replace trigger wallet_transaction_history_is_kept_by_edits
  before insert on hub.wallet_transaction_history
  for each statement when (not hub.is_arriving()) execute function hub.refuse_direct_change();

-- What is checked when a transaction ends.
drop trigger charge_is_posted on hub.charge;
create constraint trigger charge_is_posted after insert on hub.charge
  deferrable initially deferred for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.check_charge_is_posted('id');
drop trigger charge_act_is_posted on hub.charge_act;
create constraint trigger charge_act_is_posted after insert on hub.charge_act
  deferrable initially deferred for each row
  when (new.posting_id is not null and not hub.is_arriving())
  execute function hub.check_charge_is_posted('posting_id');
drop trigger expense_added_has_its_payers on hub.expense;
create constraint trigger expense_added_has_its_payers after insert on hub.expense
  deferrable initially deferred for each row
  when (new.has_several_payers and not hub.is_arriving())
  execute function hub.check_payers_add_up();
drop trigger expense_correction_is_whole on hub.expense;
create constraint trigger expense_correction_is_whole after insert on hub.expense
  deferrable initially deferred for each row
  when ((new.corrects_id is not null or new.replaces_id is not null) and not hub.is_arriving())
  execute function hub.check_correction();
drop trigger expense_money_back_fits on hub.expense;
create constraint trigger expense_money_back_fits after insert on hub.expense
  deferrable initially deferred for each row
  when ((new.money_back_for_id is not null or new.corrects_id is not null) and not hub.is_arriving())
  execute function hub.check_money_back();
drop trigger expense_payers_add_up on hub.expense_payer;
create constraint trigger expense_payers_add_up after insert or delete on hub.expense_payer
  deferrable initially deferred for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.check_payers_add_up();
drop trigger ledger_journal_is_of_charge on hub.ledger_journal;
create constraint trigger ledger_journal_is_of_charge after insert on hub.ledger_journal
  deferrable initially deferred for each row
  when (new.kind in ('charge', 'charge_off') and not hub.is_arriving())
  execute function hub.check_charge_is_posted('source_id');
drop trigger ledger_journal_is_of_payment on hub.ledger_journal;
create constraint trigger ledger_journal_is_of_payment after insert on hub.ledger_journal
  deferrable initially deferred for each row
  when (new.payment_id is not null and not hub.is_arriving())
  execute function hub.check_journal_is_of_payment();
drop trigger ledger_journal_is_whole on hub.ledger_journal;
create constraint trigger ledger_journal_is_whole after insert on hub.ledger_journal
  deferrable initially deferred for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.check_journal_is_whole();
drop trigger payment_is_posted on hub.payment;
create constraint trigger payment_is_posted after insert or update on hub.payment
  deferrable initially deferred for each row
  when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.check_payment_has_its_journals();

-- A PDF may have letters or pages that can't be read, which is said. Those in which nothing was found are read again.
alter table hub.document_text drop constraint document_text_state_check;
alter table hub.document_text add constraint document_text_state_check
  check (state in ('whole', 'beginning', 'partly', 'none', 'locked', 'unreadable'));
delete from hub.document_text where state = 'none';
