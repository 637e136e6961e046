/** The events of the next two weeks, for the summary of a week. */
import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import type { WeekAheadSource } from '#server/notice-source.ts';
import { formatWhen } from '../../format-times.ts';
import { listUpcoming } from './read-occurrences.ts';

const daysAhead = 14;
const daysOfWeek = 7;
/** The others are counted. */
const maxShown = 10;

export const eventsAhead: WeekAheadSource = async (db, context) => {
  const { chapterId, memberId, now, timeZone, publicUrl } = context;
  const inDays = (days: number) => toInstant(Temporal.Instant.from(now).add({ hours: days * 24 }));
  const upcoming = await listUpcoming(db, chapterId, now, inDays(daysAhead));
  if (upcoming.length === 0) return undefined;
  const ids = upcoming.map(({ occurrenceId }) => occurrenceId);
  const { rows } = await sql<{ id: Id<'occurrence'>; answer: string }>`
    select occurrence_id as id, answer from hub.rsvp
    where chapter_id = ${chapterId} and member_id = ${memberId} and occurrence_id = any(${ids}::uuid[])
  `.execute(db);
  const answers = new Map(rows.map(({ id, answer }) => [id, answer]));
  const thisYear = Number(instantToDay(now, timeZone).slice(0, 4));
  const more = upcoming.length - maxShown;
  const soon = upcoming.filter(({ startsAt }) => startsAt <= inDays(daysOfWeek)).length;
  return {
    title: soon > 0 ? plural(soon, 'event') : `no events, ${upcoming.length} next week`,
    paragraphs: [
      ...upcoming.slice(0, maxShown).map((each) => {
        const reply = words[answers.get(each.occurrenceId) ?? ''] ?? "You haven't RSVP'd yet.";
        return `${toSingleLine(each.title)}: ${formatWhen(each, { thisYear })}. ${reply}`;
      }),
      ...(more > 0 ? [`And ${plural(more, 'more event')}.`] : []),
      { action: 'View Events and RSVP', link: `${publicUrl}/events` },
    ],
  };
};

const words: Record<string, string> = {
  going: "You're going.",
  maybe: 'Your RSVP is maybe.',
  'not-going': "You're not going.",
};
