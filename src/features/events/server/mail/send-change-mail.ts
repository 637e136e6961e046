/** Sends a queued mail about changed or new occurrences, if they still differ from what the member knew. */
import { sql } from 'kysely';
import { readMailChapter } from '#features/chapters/server/store.ts';
import { linkToUnsubscribe } from '#features/identity/server/shared/link-token.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { type Instant, instantToLocal, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toPattern } from '#kit/recurrence/recurrence-pattern.ts';
import type { Db } from '#server/database/db.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import { type Delivery, deliverMail } from '#server/mail/deliver-mail.ts';
import { toOccurrenceUid } from '../../ical/add-to-calendar.ts';
import type { OwnRsvp } from '../../ical/ical-feed.ts';
import { parseStoredRule } from '../event-store.ts';
import { type AnnouncedChange, composeChangeMail } from './change-mail.ts';
import { type ChangeMail, isSameKnown, type Known } from './queue-change-mails.ts';

type Work = Delivery & {
  readonly services: Pick<IdentityServices, 'db' | 'secret' | 'publicUrl'>;
  /** The sender of all mail: 'Chapter Hub <hub@example.org>', or an address alone. */
  readonly mailFrom: string;
  readonly clock: () => Instant;
};

/** `again` if the job should be retried later. */
export async function sendChangeMail(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const mail = job.data as ChangeMail;
  const { db, secret } = work.services;
  const publicUrl = work.services.publicUrl();
  const now = work.clock();
  const recipient = await findRecipient(db, mail);
  if (!recipient) return 'done';
  const changes = await readChanges(db, mail, now);
  if (changes.length === 0) return 'done';
  const { email, name, timeZone } = recipient;
  const chapter = await readMailChapter(db, mail.chapterId, email);
  const content = composeChangeMail(changes, {
    publicUrl,
    chapter,
    thisYear: Number(instantToLocal(now, timeZone).slice(0, 4)),
    organizer: { name: `${chapter.name} chapter`, email: readAddress(work.mailFrom) },
    attendee: { name, email },
  });
  const { chapterId, memberId } = mail;
  const key = { chapterId, memberId, mail: 'events' } as const;
  const unsubscribe = linkToUnsubscribe(publicUrl, key, secret, now);
  return deliverMail(work, job, { id: job.id, to: email, unsubscribe, ...content });
}

function readAddress(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender;
}

type Recipient = { email: string; name: string; timeZone: string };

/** Undefined if the member left or is disabled, or wants no such mail. */
async function findRecipient(
  db: Db,
  { chapterId, memberId }: ChangeMail,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.email, m.display_name as name, c.time_zone as "timeZone"
    from hub.member m
    join auth.account a on a.id = m.account_id and a.disabled_at is null
    join hub.chapter c on c.id = m.chapter_id
    where m.chapter_id = ${chapterId} and m.id = ${memberId} and m.status = 'active'
      and m.mails_about_events
  `.execute(db);
  return rows[0];
}

type ChangeRow = {
  id: Id<'event'>;
  occurrenceId: Id<'occurrence'>;
  calendarId: Id<'calendar'>;
  title: string;
  description: string;
  location: string;
  startDate: LocalDateTime;
  endDate: LocalDateTime;
  timeZone: string;
  isRecurring: boolean;
  isCanceled: boolean;
  createdBy: string;
  creatorEmail: string | null;
  createdAt: Instant;
  updatedAt: Instant;
  version: number;
  recurrence: string | null;
  /** Null of who was invited and has no RSVP. */
  answer: OwnRsvp['answer'] | null;
  guests: number | null;
  isWaitlisted: boolean | null;
};

/** In chronological order; only of occurrences that are not over and that the member still expects. */
async function readChanges(
  db: Db,
  { chapterId, memberId, known }: ChangeMail,
  now: Instant,
): Promise<AnnouncedChange[]> {
  const { rows } = await sql<ChangeRow>`
    select o.event_id as id, o.id as "occurrenceId", o.calendar_id as "calendarId",
      coalesce(o.title, e.title) as title, coalesce(o.description, e.description) as description,
      coalesce(o.location, e.location) as location, o.local_start as "startDate",
      o.local_end as "endDate", e.time_zone as "timeZone",
      e.recurrence is not null as "isRecurring", e.recurrence,
      o.status = 'cancelled' or e.deleted_at is not null as "isCanceled",
      creator.display_name as "createdBy",
      case when creator.status = 'active' then
        nullif(hub.shown_field(creator.email, creator.privacy, 'email', false), '') end as "creatorEmail", e.created_at as "createdAt",
      e.updated_at as "updatedAt", e.version, r.answer, r.guests,
      r.status = 'waitlisted' as "isWaitlisted"
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    join hub.member creator on creator.chapter_id = e.chapter_id and creator.id = e.created_by
    left join hub.rsvp r on r.chapter_id = o.chapter_id and r.occurrence_id = o.id
      and r.member_id = ${memberId}
    where o.chapter_id = ${chapterId} and o.id = any(${Object.keys(known)}::uuid[])
      and (r.answer in ('going', 'maybe') or r.answer is null and o.members_invited)
      and o.ends_at > ${now}
    order by o.starts_at, o.id
  `.execute(db);
  return rows.flatMap((row) => {
    const before = known[row.occurrenceId];
    const after = toKnown(row);
    return before !== undefined && !isSameKnown(before, after)
      ? [toChange(row, before, after)]
      : [];
  });
}

function toKnown(row: ChangeRow): Known {
  const { startDate, endDate, location, isCanceled } = row;
  return { start: startDate, end: endDate, location, isCanceled, uid: toOccurrenceUid(row) };
}

function toChange(row: ChangeRow, before: Known | null, after: Known): AnnouncedChange {
  const { createdBy, creatorEmail, createdAt, updatedAt, recurrence, ...others } = row;
  const { answer, guests, isWaitlisted, ...occurrence } = others;
  const audit = { createdBy, createdAt, updatedAt };
  return {
    occurrence: { ...occurrence, audit },
    creatorEmail,
    before,
    after,
    recurrence: recurrence === null ? null : toPattern(parseStoredRule(recurrence)),
    rsvp:
      answer === null ? null : { answer, guests: guests ?? 0, isWaitlisted: isWaitlisted ?? false },
  };
}
