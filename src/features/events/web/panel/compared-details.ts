import { formatDay, type LocalDateTime, localToDay } from '#kit/day.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { isAllDay, lastDayOfAllDay } from '../../all-day.ts';
import { rsvpDeadlinesWith } from '../form/event-form.ts';

export type ComparedDetails = {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly startDate: LocalDateTime;
  readonly endDate: LocalDateTime;
  readonly categoryColor: string;
  readonly capacity: number | null;
  readonly maxGuests: number;
  readonly rsvpClosesMinutesBefore: number | null;
  /** Left out of the lines if missing. */
  readonly recurrence?: RecurrencePattern | null | undefined;
};

/** The details of an event as text, to compare two versions; '–' if empty. */
export function toDetailLines(
  details: ComparedDetails,
  nameCategory: (color: string) => string | undefined,
): { name: string; words: string }[] {
  const { recurrence, rsvpClosesMinutesBefore: minutes } = details;
  const deadline = minutes === null ? '' : String(minutes);
  return [
    { name: 'Title', words: details.title },
    { name: 'Description', words: details.description },
    { name: 'Location', words: details.location },
    { name: 'Category', words: nameCategory(details.categoryColor) ?? '' },
    ...toTimeLines(details),
    ...(recurrence === undefined
      ? []
      : [{ name: 'Recurrence', words: describeRecurrence(recurrence) }]),
    { name: 'Capacity', words: details.capacity === null ? 'No limit' : String(details.capacity) },
    { name: 'Guests per Member', words: String(details.maxGuests) },
    {
      name: 'RSVP Deadline',
      words: rsvpDeadlinesWith(deadline).find(({ value }) => value === deadline)?.label ?? '',
    },
  ].map(({ name, words }) => ({ name, words: words || '–' }));
}

function toTimeLines({ startDate, endDate }: ComparedDetails): { name: string; words: string }[] {
  const [start, end] = isAllDay(startDate, endDate)
    ? [localToDay(startDate), lastDayOfAllDay(endDate)].map((day) => `${formatDay(day)}, all day`)
    : [startDate, endDate].map(localTime);
  return [
    { name: 'Starts', words: start ?? '' },
    { name: 'Ends', words: end ?? '' },
  ];
}

/** 'Nov 20, 2026, 6:00 PM', in local time. */
function localTime(local: LocalDateTime): string {
  const time = Temporal.PlainTime.from(local.slice(11));
  const words = time.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${formatDay(localToDay(local))}, ${words.replaceAll('\u202f', ' ')}`;
}
