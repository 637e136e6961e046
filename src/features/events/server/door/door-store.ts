/** Reads an occurrence's door list and saves who is here. */
import { sql } from 'kysely';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Attendance } from '../../door/attendance.ts';
import type { DoorList, DoorPerson } from '../../door/door-contract.ts';

export type DoorEvent = DoorList['event'] & { readonly hostId: Id<'member'> };

export async function findDoorEvent(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
): Promise<DoorEvent | undefined> {
  const { rows } = await sql<{
    eventId: Id<'event'>;
    calendarId: Id<'calendar'>;
    title: string;
    localStart: LocalDateTime;
    localEnd: LocalDateTime;
    timeZone: string;
    maxGuests: number;
    isCanceled: boolean;
    hostId: Id<'member'>;
  }>`
    select o.event_id as "eventId", o.calendar_id as "calendarId",
      coalesce(o.title, e.title) as title, o.local_start as "localStart",
      o.local_end as "localEnd", e.time_zone as "timeZone", o.max_guests as "maxGuests",
      o.status = 'cancelled' or e.deleted_at is not null as "isCanceled", e.created_by as "hostId"
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    where o.chapter_id = ${chapterId} and o.id = ${occurrenceId}
  `.execute(db);
  return rows[0];
}

type PersonRow = {
  memberId: Id<'member'>;
  name: string;
  answer: NonNullable<DoorPerson['rsvp']>['answer'] | null;
  guests: number;
  status: NonNullable<DoorPerson['rsvp']>['status'];
  position: number | null;
  answeredAt: Instant;
  isHere: boolean | null;
  guestsHere: number;
  notedAt: Instant;
  notedBy: string;
  version: number;
};

/** Every active member and everyone noted, or only this member, by name. */
export async function listDoorPeople(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberId: Id<'member'> | null = null,
): Promise<DoorPerson[]> {
  const { rows } = await sql<PersonRow>`
    select m.id as "memberId", m.display_name as name, r.answer, r.guests, r.status,
      case when r.status = 'waitlisted' then (
        select count(*) from hub.rsvp before
        where before.chapter_id = r.chapter_id and before.occurrence_id = r.occurrence_id
          and before.status = 'waitlisted' and before.place <= r.place
      ) end as position,
      r.answered_at as "answeredAt", a.is_here as "isHere", a.guests as "guestsHere",
      a.noted_at as "notedAt", keeper.display_name as "notedBy", a.version
    from hub.member m
    left join hub.rsvp r on r.chapter_id = m.chapter_id and r.member_id = m.id
      and r.occurrence_id = ${occurrenceId}
    left join hub.attendance a on a.chapter_id = m.chapter_id and a.member_id = m.id
      and a.occurrence_id = ${occurrenceId}
    left join hub.member keeper on keeper.chapter_id = a.chapter_id and keeper.id = a.noted_by
    where m.chapter_id = ${chapterId} and (m.status = 'active' or a.is_here)
      and (${memberId}::uuid is null or m.id = ${memberId}::uuid)
    order by m.display_name collate "und-x-icu", m.id
  `.execute(db);
  return rows.map(toPerson);
}

function toPerson(row: PersonRow): DoorPerson {
  const { memberId, name, answer, guests, status, position, answeredAt, isHere } = row;
  return {
    memberId,
    name,
    rsvp: answer && { answer, guests, status, position, answeredAt },
    attendance:
      isHere === null
        ? null
        : {
            isHere,
            guests: row.guestsHere,
            notedAt: row.notedAt,
            notedBy: row.notedBy,
            version: row.version,
          },
  };
}

export async function findAttendance(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberId: Id<'member'>,
): Promise<Attendance | undefined> {
  return tx
    .selectFrom('attendance')
    .select([
      'is_here as isHere',
      'guests',
      'noted_at as notedAt',
      'noted_by as notedBy',
      'change_id as changeId',
      'version',
    ])
    .where('chapter_id', '=', chapterId)
    .where('occurrence_id', '=', occurrenceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function saveAttendance(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberId: Id<'member'>,
  attendance: Attendance,
): Promise<void> {
  const { isHere, guests, notedAt, notedBy, changeId, version } = attendance;
  const values = {
    is_here: isHere,
    guests,
    noted_at: notedAt,
    noted_by: notedBy,
    change_id: changeId,
    version,
  };
  await tx
    .insertInto('attendance')
    .values({ chapter_id: chapterId, occurrence_id: occurrenceId, member_id: memberId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['chapter_id', 'occurrence_id', 'member_id']).doUpdateSet(values),
    )
    .execute();
}
