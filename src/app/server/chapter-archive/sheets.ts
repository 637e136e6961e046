/**
 * What people know of a chapter, as tables they can read. Most name data of several areas; an area adds
 * those of its own. Times are UTC unless a zone is named.
 */
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { areaSheets } from '../areas.ts';
import { amount, localTime, nameOf, time } from './formats.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'members',
    title: 'Members',
    about: 'Everyone in the directory, with disabled and former members.',
    query: `select id, display_name as name, first_name, last_name, email, primary_phone as phone, role,
        status, company, job_title as title, website, city, bio, headline, asks, ${time('asks_at')} as asks_kept_at, offers,
        ${time('created_at')} as added_at
      from hub.member t where chapter_id = $1 order by lower(display_name), id`,
  },
  {
    name: 'groups',
    title: 'Groups',
    about: 'Members the chapter keeps as one, such as its board.',
    query: `select g.name as "group", t.member_id, ${nameOf('t.member_id')} as member
      from hub.member_group_entry t
      join hub.member_group g on g.chapter_id = t.chapter_id and g.id = t.group_id
      where t.chapter_id = $1 order by lower(g.name), g.id, 3, t.member_id`,
  },
  {
    name: 'expenses',
    title: 'Expenses',
    about: 'Amounts in US dollars. Negative ones are reversals of corrected expenses.',
    query: `select t.id, ${time('t.expense_at')} as expense_at, t.title, t.description, t.category,
        ${amount('t.amount_cents')} as amount, t.original_currency,
        ${amount('t.original_cents')} as original_amount, t.original_rate,
        t.reimbursement_type as reimbursement, ${amount('t.reimbursement_cents')} as reimbursed,
        t.status, ${time('t.settled_at')} as settled_at, ${nameOf('t.settled_by')} as settled_by,
        t.settlement_note, t.is_excluded_from_group_totals as excluded_from_group_total,
        t.use_wallet_transactions as uses_wallets, t.corrects_id as corrects, t.replaces_id as replaces,
        (select e.title from hub.event e where e.chapter_id = t.chapter_id and e.id = t.event_id) as event,
        ${nameOf('t.created_by')} as logged_by, ${time('t.created_at')} as logged_at,
        ${time('t.deleted_at')} as deleted_at
      from hub.expense t where t.chapter_id = $1 order by t.expense_at, t.id`,
  },
  {
    name: 'expense-payers',
    title: 'Who Paid',
    about: 'Who paid each expense; an expense split evenly has no payer.',
    query: `select e.id as expense_id, e.title as expense, p.member_id,
        (select m.display_name from hub.member m
          where m.chapter_id = e.chapter_id and m.id = p.member_id) as member,
        ${amount('p.amount_cents')} as paid
      from hub.expense e
      cross join lateral (
        select s.member_id, s.amount_cents from hub.expense_payer s
        where s.chapter_id = e.chapter_id and s.expense_id = e.id
        union all
        select e.paid_by, e.amount_cents where e.paid_by is not null and not e.has_several_payers
      ) p
      where e.chapter_id = $1 order by e.expense_at, e.id, p.member_id`,
  },
  {
    name: 'expense-shares',
    title: 'Shares',
    about:
      'What each participant owes of each expense. The shares of an expense add up to its amount.',
    query: `select t.expense_id, e.title as expense, t.member_id, ${nameOf('t.member_id')} as member,
        ${amount('t.share_cents')} as share
      from hub.expense_participant t
      join hub.expense e on e.chapter_id = t.chapter_id and e.id = t.expense_id
      where t.chapter_id = $1 order by e.expense_at, t.expense_id, t.member_id`,
  },
  {
    name: 'recurring-expenses',
    title: 'Recurring Expenses',
    about: 'Rules from which expenses are made; the template is JSON.',
    query: `select id, frequency, interval_count as every, first_day, last_day, next_day,
        ${time('paused_at')} as paused_at, ${time('ended_at')} as ended_at, template
      from hub.recurring_expense t where chapter_id = $1 order by created_at, id`,
  },
  {
    name: 'files',
    title: 'Files',
    about:
      'Receipts of expenses and transactions, files of dates of events, and versions of documents. Each is in the folder files, by its id.',
    query: `select t.id, t.name, t.media_type as type, t.bytes, u.kind as "of", u.entity_id as of_id,
        ${nameOf('t.uploaded_by')} as added_by, ${time('u.added_at')} as added_at,
        ${time('u.removed_at')} as removed_at
      from hub.file t
      left join hub.file_use u on u.chapter_id = t.chapter_id and u.file_id = t.id
      where t.chapter_id = $1 and t.finished_at is not null order by t.finished_at, t.id, u.entity_id`,
  },
  {
    name: 'payments',
    title: 'Payments',
    about: 'Payments in US dollars between members, or between a member and the chapter.',
    query: `select id, coalesce(${nameOf('from_member_id')}, 'The chapter') as from,
        coalesce(${nameOf('to_member_id')}, 'The chapter') as to, ${amount('amount_cents')} as amount,
        paid_on, method, reference, note, status, ${nameOf('said_by')} as recorded_by,
        ${nameOf('decided_by')} as decided_by, ${time('decided_at')} as decided_at, reason
      from hub.payment t where chapter_id = $1 order by paid_on, id`,
  },
  {
    name: 'wallets',
    title: 'Wallets',
    about: 'Each wallet with its balance, which is the sum of its transactions.',
    query: `select t.id, t.name, t.owner_id, ${nameOf('t.owner_id')} as owner,
        t.currency_code as currency, ${amount('coalesce(a.balance_cents, 0)')} as balance,
        ${time('t.created_at')} as added_at
      from hub.wallet t
      left join hub.ledger_account a on a.chapter_id = t.chapter_id and a.wallet_id = t.id
      where t.chapter_id = $1 order by 4, t.name, t.id`,
  },
  {
    name: 'transactions',
    title: 'Transactions',
    about: 'What was added to (positive) or taken from wallets. Deleted ones no longer count.',
    query: `select t.id, t.wallet_id, w.name as wallet, ${nameOf('w.owner_id')} as owner,
        w.currency_code as currency, ${time('t.occurred_at')} as occurred_at,
        ${amount('t.amount_cents')} as amount, t.description, t.reference_id as reference, t.origin,
        t.expense_id, t.payment_id, t.metadata_json as metadata, ${nameOf('t.user_id')} as "user",
        ${time('t.deleted_at')} as deleted_at
      from hub.wallet_transaction t
      join hub.wallet w on w.chapter_id = t.chapter_id and w.id = t.wallet_id
      where t.chapter_id = $1 order by t.occurred_at, t.id`,
  },
  {
    name: 'events',
    title: 'Events',
    about: 'Every date of every event, in the local time of its zone.',
    query: `select t.id, t.event_id, c.name as calendar, coalesce(t.title, e.title) as title,
        coalesce(t.description, e.description) as description,
        coalesce(t.location, e.location) as location, ${localTime('t.local_start')} as starts,
        ${localTime('t.local_end')} as ends, e.time_zone, t.status,
        e.recurrence is not null as is_series, t.capacity, t.confirmed_heads as heads,
        ${time('e.deleted_at')} as deleted_at
      from hub.event_occurrence t
      join hub.event e on e.chapter_id = t.chapter_id and e.id = t.event_id
      join hub.calendar c on c.chapter_id = t.chapter_id and c.id = t.calendar_id
      where t.chapter_id = $1 order by t.starts_at, t.id`,
  },
  {
    name: 'rsvps',
    title: 'RSVPs',
    about: 'Who replied to each date of an event, and who was noted at the door.',
    query: `select coalesce(r.occurrence_id, a.occurrence_id) as occurrence_id,
        coalesce(o.title, e.title) as event, ${localTime('o.local_start')} as starts,
        t.id as member_id, t.display_name as member, r.answer, r.guests, r.status,
        ${time('r.answered_at')} as answered_at, a.is_here as checked_in, a.guests as guests_here
      from hub.rsvp r
      full join hub.attendance a on a.chapter_id = r.chapter_id
        and a.occurrence_id = r.occurrence_id and a.member_id = r.member_id
      join hub.member t on t.chapter_id = coalesce(r.chapter_id, a.chapter_id)
        and t.id = coalesce(r.member_id, a.member_id)
      join hub.event_occurrence o on o.chapter_id = t.chapter_id
        and o.id = coalesce(r.occurrence_id, a.occurrence_id)
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
      where t.chapter_id = $1 order by o.starts_at, o.id, 5, 4`,
  },
  {
    name: 'audit',
    title: 'Audit Log',
    about: 'Every change, with what was before and after as JSON, in the order of its hash chain.',
    query: `select s.seq as number, ${time('t.at')} as at, ${nameOf('t.actor_id')} as who, t.action,
        t.entity_kind as kind, t.entity_id as id, s.subject, t.before, t.after, s.hash
      from hub.audit t
      left join hub.audit_seal s on s.chapter_id = t.chapter_id and s.audit_id = t.id
      where t.chapter_id = $1 order by s.seq nulls last, t.id`,
  },
  ...areaSheets,
];
