/**
 * What is a member's own in a chapter. Each query takes the chapter's id and the member's. Of others it
 * has no more than the member sees on the screen: names, and what a shared expense says to all who share
 * it. Records of own acts come without what was before and after, which may be others' private data.
 */
import { roles } from '#kit/role.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { amount, localTime, nameOf, time } from '../chapter-archive/formats.ts';

/** How much a role may; each may all that those before it may. */
const rank = (role: string) => `array_position('{${roles.join()}}'::text[], ${role})`;

export const ownSheets: readonly Sheet[] = [
  {
    name: 'profile',
    title: 'Profile',
    about: 'What your profile says, with what is hidden from others, and who sees what.',
    query: `select id, external_user_identifier as "external ID", display_name as name, first_name,
        last_name, email, primary_phone as phone, role, status, company, job_title as title, website,
        city, bio, headline, asks, ${time('asks_at')} as asks_kept_at, offers, privacy, mails_about_events as emails_about_events,
        ${time('created_at')} as added_at
      from hub.member t where chapter_id = $1 and id = $2`,
  },
  {
    name: 'groups',
    title: 'Groups',
    about: "The chapter's groups you are in.",
    query: `select g.name as "group"
      from hub.member_group_entry t
      join hub.member_group g on g.chapter_id = t.chapter_id and g.id = t.group_id
      where t.chapter_id = $1 and t.member_id = $2 order by lower(g.name), g.id`,
  },
  {
    name: 'expenses',
    title: 'Expenses',
    about: 'Expenses you share or paid, in US dollars: your share, and what you paid of each.',
    query: `select t.id, ${time('t.expense_at')} as expense_at, t.title, t.description, t.category,
        ${amount('t.amount_cents')}::text as amount,
        ${amount('coalesce(s.share_cents, 0)')}::text as your_share,
        ${amount('coalesce(p.amount_cents, case when t.paid_by = $2 and not t.has_several_payers then t.amount_cents else 0 end)')}::text as you_paid,
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
  {
    name: 'payments',
    title: 'Payments',
    about: 'Payments in US dollars that you made or received.',
    query: `select id, coalesce(${nameOf('from_member_id')}, 'The chapter') as "from",
        coalesce(${nameOf('to_member_id')}, 'The chapter') as "to",
        ${amount('amount_cents')}::text as amount, paid_on, method, reference, note, status, reason
      from hub.payment t where chapter_id = $1 and $2 in (from_member_id, to_member_id)
      order by paid_on, id`,
  },
  {
    name: 'wallets',
    title: 'Wallets',
    about: 'Your wallets, each with its balance, which is the sum of its transactions.',
    query: `select t.id, t.name, t.currency_code as currency,
        ${amount('coalesce(a.balance_cents, 0)')}::text as balance, ${time('t.created_at')} as added_at
      from hub.wallet t
      left join hub.ledger_account a on a.chapter_id = t.chapter_id and a.wallet_id = t.id
      where t.chapter_id = $1 and t.owner_id = $2 order by t.name, t.id`,
  },
  {
    name: 'transactions',
    title: 'Transactions',
    about: 'What was added to (positive) or taken from your wallets. Deleted ones no longer count.',
    query: `select t.id, t.wallet_id, w.name as wallet, w.currency_code as currency,
        ${time('t.occurred_at')} as occurred_at, ${amount('t.amount_cents')}::text as amount,
        t.description, t.reference_id as reference, t.origin, t.expense_id, t.payment_id,
        ${time('t.deleted_at')} as deleted_at
      from hub.wallet_transaction t
      join hub.wallet w on w.chapter_id = t.chapter_id and w.id = t.wallet_id
      where t.chapter_id = $1 and w.owner_id = $2 order by t.occurred_at, t.id`,
  },
  {
    name: 'rsvps',
    title: 'RSVPs',
    about:
      'Your replies to events, in the local time of each or the day of an all-day event, and where you were checked in.',
    query: `select o.id as occurrence_id, coalesce(o.title, e.title) as event,
        case when o.local_start::time = '00:00' and o.local_end::time = '00:00'
            and o.local_end > o.local_start
          then to_char(o.local_start, 'YYYY-MM-DD') else ${localTime('o.local_start')}
        end as starts, e.time_zone, r.answer, r.guests, r.status,
        ${time('r.answered_at')} as answered_at, a.is_here as checked_in, a.guests as guests_here
      from (
        select occurrence_id from hub.rsvp where chapter_id = $1 and member_id = $2
        union
        select occurrence_id from hub.attendance where chapter_id = $1 and member_id = $2
      ) t
      join hub.event_occurrence o on o.chapter_id = $1 and o.id = t.occurrence_id
      join hub.event e on e.chapter_id = $1 and e.id = o.event_id
      left join hub.rsvp r
        on r.chapter_id = $1 and r.occurrence_id = o.id and r.member_id = $2
      left join hub.attendance a
        on a.chapter_id = $1 and a.occurrence_id = o.id and a.member_id = $2
      order by o.starts_at, o.id`,
  },
  {
    name: 'documents',
    title: 'Documents',
    about:
      'Versions of documents you added, each under the name of your file, and what the document is called now if you can see it.',
    query: `select d.id,
        case when d.deleted_at is null and (d.folder_id is null
            or ${rank('m.role')} >= ${rank('coalesce(folder.audience, above.audience)')})
          then d.name end as document,
        f.name as file, f.media_type as type, f.bytes, ${time('t.added_at')} as added_at
      from hub.file_use t
      join hub.file f on f.chapter_id = t.chapter_id and f.id = t.file_id
      join hub.document d on d.chapter_id = t.chapter_id and d.id = t.entity_id
      join hub.member m on m.chapter_id = t.chapter_id and m.id = t.added_by
      left join hub.document_folder folder
        on folder.chapter_id = d.chapter_id and folder.id = d.folder_id
      left join hub.document_folder above
        on above.chapter_id = folder.chapter_id and above.id = folder.parent_id
      where t.chapter_id = $1 and t.kind = 'document' and t.added_by = $2
      order by t.added_at, d.id, t.place`,
  },
  {
    name: 'event-files',
    title: 'Files of Events',
    about: 'Files you added to dates of events.',
    query: `select o.id as occurrence_id, coalesce(o.title, e.title) as event,
        ${localTime('o.local_start')} as starts, f.name as file, f.media_type as type, f.bytes,
        ${time('t.added_at')} as added_at
      from hub.file_use t
      join hub.file f on f.chapter_id = t.chapter_id and f.id = t.file_id
      join hub.event_occurrence o on o.chapter_id = t.chapter_id and o.id = t.entity_id
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
      where t.chapter_id = $1 and t.kind = 'occurrence' and t.added_by = $2
      order by t.added_at, o.id, t.place`,
  },
  {
    name: 'audit',
    title: 'What You Did',
    about: 'The records of your own changes in the audit log.',
    query: `select ${time('t.at')} as at, t.action, t.entity_kind as kind, t.entity_id as id, s.subject
      from hub.audit t
      left join hub.audit_seal s on s.chapter_id = t.chapter_id and s.audit_id = t.id
      where t.chapter_id = $1 and t.actor_id = $2 order by t.at, t.id`,
  },
];
