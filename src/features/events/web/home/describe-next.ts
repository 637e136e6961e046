import { addDays } from '#kit/calendar/month.ts';
import { nameWeekday } from '#kit/calendar/weekday.ts';
import {
  type Day,
  formatDay,
  type Instant,
  instantToDay,
  instantToLocal,
  localToDay,
} from '#kit/day.ts';
import { cut } from '#kit/text.ts';
import { isAllDay } from '../../all-day.ts';
import { formatStartTime } from '../../format-times.ts';
import type { NextEvent } from './next-events-query.ts';

/** 'Board sync Tuesday at 8 AM; you're going.' `timeZone` is the chapter's. */
export function describeNext(
  next:
    | Pick<NextEvent, 'title' | 'occurrenceStartDate' | 'localStart' | 'localEnd' | 'rsvp'>
    | undefined,
  now: Instant,
  timeZone: string,
): string {
  if (!next) return 'No upcoming events.';
  const { localStart, localEnd, occurrenceStartDate } = next;
  const allDay = isAllDay(localStart, localEnd);
  // The chapter's clock, by which today is today; days without times are the same everywhere.
  const start = allDay ? localStart : instantToLocal(occurrenceStartDate, timeZone);
  const day = describeDay(localToDay(start), instantToDay(now, timeZone));
  const when = allDay ? day : `${day} at ${formatStartTime(start)}`;
  const reply = describeReply(next.rsvp);
  return `${shorten(next.title)} ${when}${reply && `; ${reply}`}.`;
}

/** So many characters leave room for the rest on a phone; the whole title stands below among the next events. */
const maxTitle = 40;

function shorten(title: string): string {
  return title.length > maxTitle ? `${cut(title, maxTitle).trimEnd()}…` : title;
}

/** 'today', 'tomorrow', 'Tuesday', 'on Dec 9', or 'on Jan 4, 2027'. */
function describeDay(day: Day, today: Day): string {
  if (day === today) return 'today';
  if (day === addDays(today, 1)) return 'tomorrow';
  // A week from now has the same name as today.
  if (day > today && day < addDays(today, 7)) return nameWeekday(day);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `on ${isThisYear ? formatDay(day).replace(/, \d{4}$/, '') : formatDay(day)}`;
}

const replies = {
  going: "you're going",
  maybe: 'you might go',
  'not-going': "you're not going",
};

function describeReply({ mine, isOpen }: NextEvent['rsvp']): string {
  if (mine?.status === 'waitlisted') return "you're on the waitlist";
  if (mine) return replies[mine.answer];
  return isOpen ? "you haven't RSVP'd yet" : '';
}
