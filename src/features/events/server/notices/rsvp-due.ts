/** An email two days before RSVPs close, to who has not answered. */
import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import { formatTime, type Instant, instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { maxLateHours, noticeSource } from '#server/notice-source.ts';
import { maxRsvpClosesMinutesBefore } from '../../event.ts';
import { formatShortDay } from '../../format-times.ts';
import { readFaces } from '../rsvp/faces.ts';
import {
  describeOccurrence,
  joinUpcoming,
  linkToOccurrences,
  type NoticeOccurrence,
  nameDay,
  noticeColumns,
} from './read-occurrences.ts';

type Closing = NoticeOccurrence & { readonly deadline: Instant };

const hoursAhead = 48;

/** In the zone that the line above it names. */
function nameDeadline({ deadline, timeZone }: Closing, now: Instant): string {
  const [today, day] = [instantToDay(now, timeZone), instantToDay(deadline, timeZone)];
  return `${formatShortDay(day, Number(today.slice(0, 4)))}, ${formatTime(deadline, timeZone)}`;
}

export const rsvpDue = noticeSource<Closing>({
  kind: 'rsvp-due',
  switch: 'events',
  when: 'scheduled',
  /** Of an event of which members have known for less than that, they have just heard. */
  async find(db, { chapterId, now, memberId }) {
    const later = (time: Temporal.DurationLike) => toInstant(Temporal.Instant.from(now).add(time));
    const until = later({ hours: hoursAhead, minutes: maxRsvpClosesMinutesBefore });
    const { rows } = await sql<Closing & { memberId: Id<'member'> }>`
      select *
      from (
        select ${noticeColumns}, m.id as "memberId", e.created_at
        from ${joinUpcoming(chapterId, now, until)}
        join hub.member m on m.chapter_id = o.chapter_id and m.status = 'active'
          and (m.id = ${memberId}::uuid or ${memberId}::uuid is null)
        where o.rsvp_closes_minutes_before is not null
          and (o.capacity is null or o.confirmed_heads < o.capacity)
          and not exists (
            select from hub.rsvp r
            where r.chapter_id = o.chapter_id and r.occurrence_id = o.id and r.member_id = m.id)
      ) found
      where deadline > ${later({ hours: hoursAhead - maxLateHours })} and deadline <= ${later({ hours: hoursAhead })}
        and created_at <= deadline - make_interval(hours => ${hoursAhead})
      order by deadline, "occurrenceId", "memberId"
    `.execute(db);
    return rows.map((row) => ({
      to: row.memberId,
      key: `rsvp ${row.occurrenceId} ${row.deadline}`,
      by: null,
      changed: null,
      item: row,
    }));
  },
  async compose(db, occurrences, { chapterId, memberId, publicUrl, now }) {
    const ids = occurrences.map(({ occurrenceId }) => occurrenceId);
    const faces = await readFaces(db, { chapterId, memberId }, ids, now);
    const [first] = occurrences;
    if (!first) throw new Error('a reminder is about an event');
    const day = nameDay(instantToDay(first.deadline, first.timeZone), now, first.timeZone);
    const what =
      occurrences.length === 1 ? toSingleLine(first.title) : plural(occurrences.length, 'event');
    return {
      subject: `RSVP by ${day.replace(/^To/, 'to')}: ${what}`,
      paragraphs: [
        ...occurrences.flatMap((each) => [
          describeOccurrence(each, faces.get(each.occurrenceId), now),
          `RSVP by ${nameDeadline(each, now)}.`,
        ]),
        linkToOccurrences(occurrences, 'View Event and RSVP', publicUrl),
      ],
    };
  },
});
