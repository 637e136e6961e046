/** An email the day before, to who is going or may go. */
import { sql } from 'kysely';
import { addDays } from '#kit/calendar/month.ts';
import { plural } from '#kit/counts.ts';
import { type Instant, localToDay, localToInstant, localToTime, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { noticeSource } from '#server/notice-source.ts';
import { isAllDay } from '../../all-day.ts';
import { formatStartTime } from '../../format-times.ts';
import { readFaces } from '../rsvp/faces.ts';
import {
  describeGoing,
  describeOccurrence,
  joinUpcoming,
  linkToOccurrences,
  type NoticeOccurrence,
  nameDay,
  noticeColumns,
} from './read-occurrences.ts';

type Answered = NoticeOccurrence & { readonly answer: 'going' | 'maybe'; readonly guests: number };
type Row = Answered & { readonly memberId: Id<'member'>; readonly answeredAt: Instant };

/** What starts late at night is announced the evening before, because nothing is at night. */
const latestTime = '20:00';
const mostHoursAhead = 48;

/** At the same time the day before, which is not 24 hours when clocks change. */
function whenDue({ localStart, timeZone }: NoticeOccurrence): Instant {
  const time = localToTime(localStart);
  const dayBefore = addDays(localToDay(localStart), -1);
  return localToInstant(`${dayBefore}T${time < latestTime ? time : latestTime}`, timeZone);
}

function composeSubject(occurrences: readonly NoticeOccurrence[], now: Instant): string {
  const [first] = occurrences;
  if (!first) throw new Error('a reminder is about an event');
  const day = nameDay(localToDay(first.localStart), now, first.timeZone);
  if (occurrences.length > 1) return `${day}: ${plural(occurrences.length, 'event')}`;
  const { title, localStart, localEnd } = first;
  const time = isAllDay(localStart, localEnd) ? '' : ` at ${formatStartTime(localStart)}`;
  return `${day}${time}: ${toSingleLine(title)}`;
}

function describeAnswer({ answer, guests }: Answered): string {
  if (answer === 'maybe') return 'Your RSVP is maybe. Are you coming?';
  return describeGoing(guests);
}

export const tomorrow = noticeSource<Answered>({
  kind: 'event-tomorrow',
  switch: 'events',
  when: 'scheduled',
  async find(db, { chapterId, now, memberId }) {
    const until = toInstant(Temporal.Instant.from(now).add({ hours: mostHoursAhead }));
    const { rows } = await sql<Row>`
      select ${noticeColumns}, r.member_id as "memberId", r.answer, r.guests, r.answered_at as "answeredAt"
      from ${joinUpcoming(chapterId, now, until)}
      join hub.rsvp r on r.chapter_id = o.chapter_id and r.occurrence_id = o.id
      where r.answer in ('going', 'maybe') and r.status = 'confirmed'
        and (r.member_id = ${memberId}::uuid or ${memberId}::uuid is null)
      order by o.starts_at, o.id, r.member_id
    `.execute(db);
    return rows
      .filter((row) => {
        const due = whenDue(row);
        // Who has just answered knows.
        return due <= now && row.answeredAt <= due;
      })
      .map((row) => ({
        to: row.memberId,
        key: `tomorrow ${row.occurrenceId} ${row.startsAt}`,
        by: null,
        changed: null,
        item: row,
      }));
  },
  async compose(db, occurrences, { chapterId, memberId, publicUrl, now }) {
    const ids = occurrences.map(({ occurrenceId }) => occurrenceId);
    const faces = await readFaces(db, { chapterId, memberId }, ids, now);
    return {
      subject: composeSubject(occurrences, now),
      paragraphs: [
        ...occurrences.flatMap((each) => [
          describeOccurrence(each, faces.get(each.occurrenceId), now),
          describeAnswer(each),
        ]),
        linkToOccurrences(occurrences, 'View Event or Change RSVP', publicUrl),
      ],
    };
  },
});
