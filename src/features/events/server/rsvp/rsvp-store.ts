/** Reads the RSVPs of a chapter. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { OccurrenceRsvp, RsvpAnswer } from '../../rsvp/occurrence-rsvp.ts';
import type { Rsvp } from '../../rsvp/rsvp.ts';
import type { GivenAnswer } from '../../rsvp/rsvp-contract.ts';
import { computeDeadline, isRsvpOpen } from '../../rsvp/rsvp-deadline.ts';
import { isNewAt } from './faces.ts';
import { joinEventOfRsvp, type NameViewer, showsNames } from './shown-names.ts';

type RsvpRow = {
  id: Id<'occurrence'>;
  starts_at: Instant;
  ends_at: Instant;
  capacity: number | null;
  max_guests: number;
  confirmed_heads: number;
  rsvp_closes_minutes_before: number | null;
  is_canceled: boolean;
  maybe: number;
  waitlisted: number;
  answer: RsvpAnswer | null;
  guests: number;
  my_status: Rsvp['status'];
  position: number | null;
};

/** RSVP counts by occurrence, with the member's own RSVP. Unknown occurrences are left out. */
export async function readRsvps(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  occurrenceIds: readonly Id<'occurrence'>[],
  memberId: Id<'member'>,
  now: Instant,
): Promise<Map<Id<'occurrence'>, OccurrenceRsvp>> {
  if (occurrenceIds.length === 0) return new Map();
  const found = await sql<RsvpRow>`
    select o.id, o.starts_at, o.ends_at, o.capacity, o.max_guests, o.confirmed_heads,
      o.rsvp_closes_minutes_before,
      o.status = 'cancelled' or e.deleted_at is not null as is_canceled,
      counted.maybe, counted.waitlisted, mine.answer, mine.guests, mine.status as my_status,
      case when mine.status = 'waitlisted' then (
        select count(*) from hub.rsvp before
        where before.chapter_id = o.chapter_id and before.occurrence_id = o.id
          and before.status = 'waitlisted' and before.place <= mine.place
      ) end as position
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    left join hub.rsvp mine on mine.chapter_id = o.chapter_id and mine.occurrence_id = o.id
      and mine.member_id = ${memberId}
    cross join lateral (
      select count(*) filter (where answer = 'maybe') as maybe,
        count(*) filter (where status = 'waitlisted') as waitlisted
      from hub.rsvp given
      where given.chapter_id = o.chapter_id and given.occurrence_id = o.id
    ) counted
    where o.chapter_id = ${chapterId} and o.id = any(${[...occurrenceIds]}::uuid[])
  `.execute(db);
  return new Map(found.rows.map((row) => [row.id, toRsvp(row, now)]));
}

function toRsvp(row: RsvpRow, now: Instant): OccurrenceRsvp {
  const deadline = computeDeadline(row.starts_at, row.rsvp_closes_minutes_before);
  const { answer, guests, my_status: status, position } = row;
  return {
    going: row.confirmed_heads,
    maybe: row.maybe,
    waitlisted: row.waitlisted,
    capacity: row.capacity,
    maxGuests: row.max_guests,
    mine: answer && { answer, guests, status, position },
    deadline,
    isOpen: isRsvpOpen({ isCanceled: row.is_canceled, endsAt: row.ends_at, deadline }, now),
  };
}

/** Adds RSVPs to occurrences. Those deleted between the two reads are left out. */
export async function attachRsvps<T extends { readonly occurrenceId: Id<'occurrence'> }>(
  db: Db | Tx,
  { chapterId, memberId }: { readonly chapterId: Id<'chapter'>; readonly memberId: Id<'member'> },
  occurrences: readonly T[],
  now: Instant,
): Promise<(T & { rsvp: OccurrenceRsvp })[]> {
  const ids = occurrences.map(({ occurrenceId }) => occurrenceId);
  const rsvps = await readRsvps(db, chapterId, ids, memberId, now);
  return occurrences.flatMap((each) => {
    const rsvp = rsvps.get(each.occurrenceId);
    return rsvp ? [{ ...each, rsvp }] : [];
  });
}

/**
 * All RSVPs: going, waitlisted, maybe, not going, each in order of arrival; of an event without names,
 * only the viewer's own.
 */
export async function listAnswers(
  db: Db | Tx,
  viewer: NameViewer & { readonly chapterId: Id<'chapter'> },
  occurrenceId: Id<'occurrence'>,
  now: Instant,
): Promise<GivenAnswer[]> {
  const found = await sql<GivenAnswer>`
    select "memberId", name, answer, guests, status, position, "answeredAt", "isNew"
    from (
      select r.member_id as "memberId", m.display_name as name, r.answer, r.guests, r.status, r.place,
        case when r.status = 'waitlisted'
          then row_number() over (partition by r.status order by r.place) end as position,
        r.answered_at as "answeredAt", ${isNewAt(now)} as "isNew", ${showsNames(viewer)} as is_named
      from hub.rsvp r
      join hub.member m on m.chapter_id = r.chapter_id and m.id = r.member_id
      ${joinEventOfRsvp}
      where r.chapter_id = ${viewer.chapterId} and r.occurrence_id = ${occurrenceId}
    ) given
    where is_named or "memberId" = ${viewer.memberId}
    order by array_position(array['going', 'maybe', 'not-going'], answer), status, place
  `.execute(db);
  return found.rows;
}

export type Participants = { readonly ids: Id<'member'>[]; readonly names: string[] };

/** The attendees by occurrence, in order of arrival, as far as the viewer may know them. */
export async function readParticipants(
  db: Db | Tx,
  viewer: NameViewer & { readonly chapterId: Id<'chapter'> },
  occurrenceIds: readonly Id<'occurrence'>[],
): Promise<Map<Id<'occurrence'>, Participants>> {
  if (occurrenceIds.length === 0) return new Map();
  const found = await sql<Participants & { id: Id<'occurrence'> }>`
    select r.occurrence_id as id, array_agg(m.id order by r.place) as ids,
      array_agg(m.display_name order by r.place) as names
    from hub.rsvp r
    join hub.member m on m.chapter_id = r.chapter_id and m.id = r.member_id
    ${joinEventOfRsvp}
    where r.chapter_id = ${viewer.chapterId}
      and r.occurrence_id = any(${[...occurrenceIds]}::uuid[])
      and r.answer = 'going' and r.status = 'confirmed' and ${showsNames(viewer)}
    group by r.occurrence_id
  `.execute(db);
  return new Map(found.rows.map(({ id, ...participants }) => [id, participants]));
}

/** Counts the members who are going, waitlisted or maybe, whom a cancellation would affect. */
export async function countRsvps(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  occurrenceIds: readonly Id<'occurrence'>[],
): Promise<number> {
  const found = await sql<{ answers: number }>`
    select count(*) as answers from hub.rsvp
    where chapter_id = ${chapterId} and occurrence_id = any(${[...occurrenceIds]}::uuid[])
      and answer in ('going', 'maybe')
  `.execute(db);
  return found.rows[0]?.answers ?? 0;
}
