/** What an exported chapter shows of this feature, and what members take along of it. */
import { titleOf } from '#features/events/server/store.ts';
import { nameOf } from '#features/members/server/store.ts';
import { amount, time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'expenses',
    title: 'Expenses',
    about:
      'Amounts in US dollars. Negative ones are reversals of corrected expenses, and money back.',
    query: `select t.id, ${time('t.expense_at')} as expense_at, t.title, t.description, t.category,
        ${amount('t.amount_cents')} as amount, t.original_currency,
        ${amount('t.original_cents')} as original_amount, t.original_rate,
        t.reimbursement_type as reimbursement, ${amount('t.reimbursement_cents')} as reimbursed,
        t.status, ${time('t.settled_at')} as settled_at, ${nameOf('t.settled_by')} as settled_by,
        t.settlement_note, t.is_excluded_from_group_totals as excluded_from_group_total,
        t.use_wallet_transactions as uses_wallets, t.corrects_id as corrects, t.replaces_id as replaces,
        t.money_back_for_id as money_back_for, ${titleOf('t.event_id')} as event,
        ${nameOf('t.created_by')} as logged_by, ${time('t.created_at')} as logged_at,
        ${time('t.deleted_at')} as deleted_at
      from hub.expense t where t.chapter_id = $1 order by t.expense_at, t.id`,
  },
  {
    name: 'expense-payers',
    title: 'Who Paid',
    about:
      'Who paid each expense, and what they get back of it; an expense split evenly has no payer.',
    query: `select e.id as expense_id, e.title as expense, p.member_id,
        (select m.display_name from hub.member m
          where m.chapter_id = e.chapter_id and m.id = p.member_id) as member,
        ${amount('p.amount_cents')} as paid, ${amount('p.credit_cents')} as gets_back
      from hub.expense e
      cross join lateral (
        select s.member_id, s.amount_cents, s.credit_cents from hub.expense_payer s
        where s.chapter_id = e.chapter_id and s.expense_id = e.id
        union all
        select e.paid_by, e.amount_cents, hub.payer_credit(e)
        where e.paid_by is not null and not e.has_several_payers
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
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'expenses',
    title: 'Expenses',
    about:
      'Expenses you share or paid, in US dollars: your share, what you paid of each, and what you get back of that.',
    query: `select t.id, ${time('t.expense_at')} as expense_at, t.title, t.description, t.category,
        ${amount('t.amount_cents')}::text as amount,
        ${amount('coalesce(s.share_cents, 0)')}::text as your_share,
        ${amount('coalesce(p.amount_cents, case when t.paid_by = $2 and not t.has_several_payers then t.amount_cents else 0 end)')}::text as you_paid,
        ${amount('coalesce(p.credit_cents, case when t.paid_by = $2 and not t.has_several_payers then hub.payer_credit(t) else 0 end)')}::text as you_get_back,
        t.status, ${time('t.settled_at')} as settled_at, ${time('t.deleted_at')} as deleted_at
      from hub.expense t
      left join hub.expense_participant s
        on s.chapter_id = t.chapter_id and s.expense_id = t.id and s.member_id = $2
      left join hub.expense_payer p
        on p.chapter_id = t.chapter_id and p.expense_id = t.id and p.member_id = $2
      where t.chapter_id = $1
        and (s.member_id is not null or p.member_id is not null or t.paid_by = $2)
      order by t.expense_at, t.id`,
  },
];
