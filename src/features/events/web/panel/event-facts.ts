/** An event as its two versions are compared, fact by fact, in words. */
import { dayOfLocal, formatDay, type LocalDateTime } from '#kit/day.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { describeColor } from '../../category-color.ts';
import { rsvpDeadlinesWith } from '../form/event-form.ts';

export type EventFacts = {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly startDate: LocalDateTime;
  readonly endDate: LocalDateTime;
  readonly categoryColor: string;
  readonly capacity: number | null;
  readonly rsvpClosesMinutesBefore: number | null;
  /** Missing: not said. */
  readonly recurrence?: RecurrencePattern | null | undefined;
};

/** What there is to compare, each with its words; '–' for what is empty. */
export function factLines(facts: EventFacts): { name: string; words: string }[] {
  const { recurrence, rsvpClosesMinutesBefore: minutes } = facts;
  const deadline = minutes === null ? '' : String(minutes);
  return [
    { name: 'Title', words: facts.title },
    { name: 'Description', words: facts.description },
    { name: 'Location', words: facts.location },
    { name: 'Category', words: describeColor(facts.categoryColor) },
    { name: 'Starts', words: localTime(facts.startDate) },
    { name: 'Ends', words: localTime(facts.endDate) },
    ...(recurrence === undefined
      ? []
      : [{ name: 'Recurrence', words: describeRecurrence(recurrence) }]),
    { name: 'Capacity', words: facts.capacity === null ? 'No limit' : String(facts.capacity) },
    {
      name: 'RSVP Deadline',
      words: rsvpDeadlinesWith(deadline).find(({ value }) => value === deadline)?.label ?? '',
    },
  ].map(({ name, words }) => ({ name, words: words || '–' }));
}

/** 'Nov 20, 2026, 6:00 PM', on the wall clock it stands on. */
function localTime(local: LocalDateTime): string {
  const time = Temporal.PlainTime.from(local.slice(11));
  const words = time.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${formatDay(dayOfLocal(local))}, ${words.replaceAll('\u202f', ' ')}`;
}
