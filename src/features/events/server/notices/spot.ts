/** An email to who was on the waitlist and has a spot now. */
import { sql } from 'kysely';
import { daysBetween } from '#kit/calendar/window.ts';
import { plural } from '#kit/counts.ts';
import { type Instant, instantToDay, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { hoursBefore, maxLateHours, noticeSource } from '#server/notice-source.ts';
import { isAllDay } from '../../all-day.ts';
import { formatShortDay, formatStartTime } from '../../format-times.ts';
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

type Promoted = NoticeOccurrence & { readonly guests: number };
type Row = Promoted & {
  readonly memberId: Id<'member'>;
  readonly promotedAt: Instant;
  readonly by: Id<'member'> | null;
};

/** 'Thursday 7 PM', or further away 'Thu, Mar 25, 7 PM'. */
function nameStart({ localStart, localEnd, timeZone }: NoticeOccurrence, now: Instant): string {
  const [today, day] = [instantToDay(now, timeZone), localToDay(localStart)];
  const isNear = daysBetween(today, day) < 7;
  const name = isNear
    ? nameDay(day, now, timeZone).replace(/^To/, 'to')
    : formatShortDay(day, Number(today.slice(0, 4)));
  if (isAllDay(localStart, localEnd)) return name;
  return `${name}${isNear ? '' : ','} ${formatStartTime(localStart)}`;
}

export const spot = noticeSource<Promoted>({
  kind: 'event-spot',
  switch: 'events',
  when: 'soon',
  isSentAtNight: true,
  /** Who has answered since then has seen it. */
  async find(db, { chapterId, now, memberId }) {
    const { rows } = await sql<Row>`
      select ${noticeColumns}, r.member_id as "memberId", r.guests, r.promoted_at as "promotedAt", (
        select a.actor_id from audit a
        where a.chapter_id = o.chapter_id and a.entity_kind = 'occurrence' and a.entity_id = o.id
          and a.after -> 'promoted' @> to_jsonb(r.member_id)
        order by a.id desc limit 1) as by
      from ${joinUpcoming(chapterId, now)}
      join hub.rsvp r on r.chapter_id = o.chapter_id and r.occurrence_id = o.id
      where r.promoted_at >= ${hoursBefore(now, maxLateHours)} and r.answered_at <= r.promoted_at
        and r.answer = 'going' and r.status = 'confirmed'
        and (r.member_id = ${memberId}::uuid or ${memberId}::uuid is null)
      order by o.starts_at, o.id, r.member_id
    `.execute(db);
    return rows.map((row) => ({
      to: row.memberId,
      key: `spot ${row.occurrenceId} ${row.promotedAt}`,
      by: row.by,
      changed: { first: row.promotedAt, last: row.promotedAt },
      item: row,
    }));
  },
  async compose(db, occurrences, { chapterId, memberId, publicUrl, now }) {
    const ids = occurrences.map(({ occurrenceId }) => occurrenceId);
    const faces = await readFaces(db, { chapterId, memberId }, ids, now);
    const [only, ...others] = occurrences;
    return {
      subject:
        only && others.length === 0
          ? `You have a spot: ${toSingleLine(only.title)}, ${nameStart(only, now)}`
          : `You have a spot at ${plural(occurrences.length, 'event')}`,
      paragraphs: [
        ...occurrences.flatMap((each) => [
          describeOccurrence(each, faces.get(each.occurrenceId), now),
          `You're no longer on the waitlist. ${describeGoing(each.guests)}`,
        ]),
        linkToOccurrences(occurrences, 'View Event or Change RSVP', publicUrl),
      ],
    };
  },
});
