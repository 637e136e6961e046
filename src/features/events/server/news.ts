/** What is new for members of events, and of those they have an RSVP for. */
import { sql } from 'kysely';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { RecordedChange } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { Found, NewsSource } from '#server/news-source.ts';
import type { EventNews } from '../news/contract.ts';

export const news: NewsSource = {
  actions: [
    'event.create',
    'event.update',
    'event.delete',
    'rsvp.answer',
    'rsvp.withdraw',
    'rsvp.promote',
  ],
  find: findEventNews,
};

type Row = {
  id: Id<'occurrence'>;
  event_id: Id<'event'>;
  calendar_id: Id<'calendar'>;
  title: string;
  local_start: LocalDateTime;
  is_canceled: boolean;
  /** Whether the member is coming, may come or is on the waitlist. */
  concerns: boolean;
};

/**
 * Of each event and occurrence the newest record, and only of what is not over. An event that was added
 * is news for everyone, by its next date; what was moved or canceled for those who have an RSVP for it.
 */
async function findEventNews(
  db: Db,
  reader: { readonly chapterId: Id<'chapter'>; readonly memberId: Id<'member'> },
  records: readonly RecordedChange[],
  now: Instant,
): Promise<Found<EventNews>[]> {
  const changes = pickNewsChanges(records, reader.memberId);
  if (changes.length === 0) return [];
  const rows = await readOccurrences(
    db,
    reader,
    changes.map(({ subject }) => subject),
    now,
  );
  return changes.flatMap(({ kind, subject, canceledIds, record }) => {
    const ofSubject = rows.filter(
      (row) =>
        [row.id, row.event_id].includes(subject as never) &&
        (!canceledIds || canceledIds.includes(row.id)),
    );
    const row =
      kind === 'event-added'
        ? ofSubject.find(({ is_canceled: isCanceled }) => !isCanceled)
        : ofSubject.find(
            (each) => each.concerns && each.is_canceled === (kind === 'event-canceled'),
          );
    if (!row) return [];
    const { title, local_start: localStart, calendar_id: calendarId, event_id: eventId } = row;
    const occurrenceId = kind === 'event-canceled' ? null : row.id;
    const when = { at: record.at, byId: record.actorId };
    return [{ kind, ...when, title, localStart, calendarId, eventId, occurrenceId }];
  });
}

type NewsChange = {
  kind: EventNews['kind'];
  subject: Id;
  /** Of a cancelation, the dates that it canceled; unknown of those before this was recorded. */
  canceledIds?: readonly unknown[] | undefined;
  record: RecordedChange;
};

/**
 * What each record is about, and which event or occurrence; of each only the newest, but every cancelation,
 * because each canceled other dates.
 */
function pickNewsChanges(records: readonly RecordedChange[], memberId: Id<'member'>): NewsChange[] {
  const newest = new Map<string, NewsChange>();
  for (const record of records) {
    const found = toNewsChange(record, memberId);
    if (!found) continue;
    const key = [found.kind, found.subject, found.canceledIds].join(' ');
    if (!newest.has(key)) newest.set(key, { ...found, record });
  }
  return [...newest.values()];
}

function toNewsChange(
  { action, entityId, before, after }: RecordedChange,
  memberId: Id<'member'>,
): Omit<NewsChange, 'record'> | undefined {
  switch (action) {
    case 'event.create':
      return { kind: 'event-added', subject: entityId };
    case 'event.update':
      return isMoved(before, after)
        ? { kind: 'event-moved', subject: findMoved(after) ?? entityId }
        : undefined;
    case 'event.delete': {
      const ids = before?.['canceledIds'];
      const canceledIds = Array.isArray(ids) ? ids : undefined;
      return { kind: 'event-canceled', subject: entityId, canceledIds };
    }
    default: {
      const promoted = after?.['promoted'];
      return Array.isArray(promoted) && promoted.includes(memberId)
        ? { kind: 'spot-given', subject: entityId }
        : undefined;
    }
  }
}

/** An imported event records its times under other names. */
function isMoved(before: RecordedChange['before'], after: RecordedChange['after']): boolean {
  return ['startDate', 'endDate', 'start', 'end'].some((name) => before?.[name] !== after?.[name]);
}

/** The one date that differs from its series now, or else the event, which may have become another. */
function findMoved(after: RecordedChange['after']): Id | undefined {
  return idOf(after, after?.['isException'] === true ? 'occurrenceId' : 'id');
}

function idOf(state: RecordedChange['after'], name: string): Id | undefined {
  const id = state?.[name];
  return typeof id === 'string' ? (id as Id) : undefined;
}

/** Of each event or occurrence what is not over, in order: the next that concerns the member, and the next. */
async function readOccurrences(
  db: Db,
  { chapterId, memberId }: { chapterId: Id<'chapter'>; memberId: Id<'member'> },
  subjects: readonly Id[],
  now: Instant,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with subject as (
      select distinct id from unnest(${[...new Set(subjects)]}::uuid[]) as subject (id)
    ), found as (
      select next.*
      from subject s
      cross join lateral (
        select o.* from hub.event_occurrence o
        where o.chapter_id = ${chapterId} and o.event_id = s.id and o.ends_at > ${now}
          and o.status = 'confirmed'
        order by o.starts_at, o.id limit 1
      ) next
      union all
      select o.* from subject s
      join hub.event_occurrence o on o.chapter_id = ${chapterId} and o.id = s.id
      where o.ends_at > ${now}
      union all
      select o.* from hub.rsvp mine
      join hub.event_occurrence o on o.chapter_id = mine.chapter_id and o.id = mine.occurrence_id
      join subject s on s.id = o.event_id
      where mine.chapter_id = ${chapterId} and mine.member_id = ${memberId} and o.ends_at > ${now}
    )
    select distinct on (o.starts_at, o.id) o.id, o.event_id, o.calendar_id,
      coalesce(o.title, e.title) as title, o.local_start,
      o.status = 'cancelled' or e.deleted_at is not null as is_canceled,
      exists (
        select from hub.rsvp mine
        where mine.chapter_id = o.chapter_id and mine.occurrence_id = o.id
          and mine.member_id = ${memberId} and mine.answer in ('going', 'maybe')
      ) as concerns
    from found o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    order by o.starts_at, o.id`.execute(db);
  return rows;
}
