import { daysBetween, maxEventDays } from '#kit/calendar/window.ts';
import {
  type Day,
  dayOfLocal,
  type LocalDateTime,
  type TimeOfDay,
  timeOfLocal,
  toTimeOfDay,
} from '#kit/day.ts';
import { plural } from '#kit/words.ts';
import { defaultCategoryColor } from '../../category-color.ts';
import {
  type EventChange,
  type EventDetail,
  maxCapacity,
  type NewEvent,
  type Scope,
} from '../../event.ts';
import {
  formOfRecurrence,
  meansTheSame,
  noRecurrence,
  type RecurrenceForm,
  recurrenceFaults,
  recurrenceOf,
} from './recurrence-form.ts';

/** What a person types about an event. */
export type EventForm = RecurrenceForm & {
  /** Of a series: how much of it is meant. One time alone does not repeat. */
  scope: Scope;
  title: string;
  description: string;
  location: string;
  categoryColor: string;
  startDate: Day | '';
  /** Empty: the same day as it starts. */
  endDate: Day | '';
  startTime: TimeOfDay | '';
  endTime: TimeOfDay | '';
  /** As typed; empty: without a limit. */
  capacity: string;
  /** Minutes before the start until which answers are taken; empty: until it is over. */
  rsvpCloses: string;
};

/** A form that says when: every form without faults does. */
export type FilledEventForm = EventForm & {
  startDate: Day;
  startTime: TimeOfDay;
  endTime: TimeOfDay;
};

export function isFilled(form: EventForm): form is FilledEventForm {
  return form.startDate !== '' && form.startTime !== '' && form.endTime !== '';
}

export function emptyEventForm(startDate: Day): FilledEventForm {
  return {
    scope: 'all',
    title: '',
    description: '',
    location: '',
    categoryColor: defaultCategoryColor,
    startDate,
    endDate: '',
    startTime: '09:00',
    endTime: '10:00',
    capacity: '',
    rsvpCloses: '',
    ...noRecurrence,
  };
}

/** What the form about an event that is there starts with: the occurrence that is shown. */
export function formOfEvent(event: EventDetail): FilledEventForm {
  const { title, description, location, categoryColor, capacity, rsvpClosesMinutesBefore } = event;
  const [startDate, startTime] = halvesOf(event.startDate);
  const [endDate, endTime] = halvesOf(event.endDate);
  return {
    scope: event.isRecurring ? 'one' : 'all',
    title,
    description,
    location,
    categoryColor,
    startDate,
    endDate: endDate === startDate ? '' : endDate,
    startTime,
    endTime,
    capacity: capacity === null ? '' : String(capacity),
    rsvpCloses: rsvpClosesMinutesBefore === null ? '' : String(rsvpClosesMinutesBefore),
    ...formOfRecurrence(event.recurrencePattern, startDate),
  };
}

function halvesOf(local: LocalDateTime): [Day, TimeOfDay] {
  return [dayOfLocal(local), timeOfLocal(local)];
}

export const requiredFieldsMessage = 'Please fill in all required fields';

export type EventFaults = Partial<Record<keyof EventForm, string>>;

/** What is wrong with the form, by field; empty when nothing is. */
export function faultsOf(form: EventForm): EventFaults {
  const { title, startDate, endDate, startTime, endTime, capacity } = form;
  const isSameDay = endDate === '' || endDate === startDate;
  return {
    ...(title.trim() === '' ? { title: 'Title is required' } : {}),
    ...(startDate === '' ? { startDate: 'Start date is required' } : {}),
    ...(endDate !== '' && endDate < startDate
      ? { endDate: 'The end date cannot be before the start date' }
      : {}),
    ...(startDate !== '' && endDate !== '' && daysBetween(startDate, endDate) > maxEventDays
      ? { endDate: `An event can last at most ${maxEventDays} days` }
      : {}),
    ...(startTime === '' ? { startTime: 'Start time is required' } : {}),
    ...(endTime === '' ? { endTime: 'End time is required' } : {}),
    ...(isSameDay && startTime !== '' && endTime !== '' && endTime < startTime
      ? { endTime: 'The end time cannot be before the start time' }
      : {}),
    ...(isCapacity(capacity)
      ? {}
      : { capacity: `Must be a whole number from 1 to ${maxCapacity}, or empty` }),
    ...(startDate === '' || form.scope === 'one' ? {} : recurrenceFaults(form, startDate)),
  };
}

function isCapacity(typed: string): boolean {
  const text = typed.trim();
  return (
    text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= maxCapacity)
  );
}

/** The event that a form without faults describes. */
export function newEventOf(form: FilledEventForm): NewEvent {
  return { ...factsOf(form), recurrence: recurrenceOf(form, form.startDate) };
}

/**
 * The change of an event that a form without faults describes. How it repeats is said only where it
 * is another rule now: one time alone has none of its own.
 */
export function changeOf(form: FilledEventForm, before: EventDetail): EventChange {
  const { scope } = form;
  const known = before.recurrencePattern;
  const recurrence = recurrenceOf(form, form.startDate, known);
  const isKept =
    scope === 'one' ||
    meansTheSame(recurrence, form.startDate, known, dayOfLocal(before.startDate));
  return {
    scope,
    occurrenceId: before.occurrenceId,
    ...factsOf(form),
    ...(isKept ? {} : { recurrence }),
  };
}

/**
 * The form of one version of an event, to be saved over another that somebody else has made of it
 * meanwhile: it repeats as the other does, unless how it repeats was changed in the form. Their rule
 * follows to the day of the form.
 */
export function formOver(
  form: FilledEventForm,
  seen: EventDetail,
  over: EventDetail,
): FilledEventForm {
  const { startDate } = form;
  const known = seen.recurrencePattern;
  const typed = recurrenceOf(form, startDate, known);
  const untouched = recurrenceOf(formOfEvent(seen), startDate, known);
  const isTheirs = form.scope === 'one' || meansTheSame(typed, startDate, untouched, startDate);
  if (!isTheirs) return form;
  const [day] = halvesOf(over.startDate);
  const scope = over.isRecurring ? form.scope : 'all';
  return { ...form, scope, ...formOfRecurrence(over.recurrencePattern, day) };
}

/** Whether the form says what the event is already. */
export function isUnchanged(form: FilledEventForm, before: EventDetail): boolean {
  const same = { ...formOfEvent(before), scope: form.scope };
  return JSON.stringify(changeOf(form, before)) === JSON.stringify(changeOf(same, before));
}

function factsOf(form: FilledEventForm): Omit<NewEvent, 'recurrence'> {
  const { startDate, capacity, rsvpCloses } = form;
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    location: form.location.trim(),
    categoryColor: form.categoryColor,
    startDate: `${startDate}T${form.startTime}`,
    endDate: `${form.endDate || startDate}T${form.endTime}`,
    capacity: capacity.trim() === '' ? null : Number(capacity),
    rsvpClosesMinutesBefore: rsvpCloses === '' ? null : Number(rsvpCloses),
  };
}

/** The end that keeps an event's hour when its start moves; never past the day's last minute. */
export function hourAfter(startTime: TimeOfDay): TimeOfDay {
  const start = Temporal.PlainTime.from(startTime);
  return start.hour >= 23 ? '23:59' : toTimeOfDay(start.add({ hours: 1 }));
}

const minutesOf = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 };

/** Until when answers are taken: minutes before the start, as the select offers them. */
export const rsvpDeadlines: readonly { value: string; label: string }[] = [
  { value: '', label: 'No deadline' },
  { value: '0', label: 'When it starts' },
  { value: String(minutesOf.hour), label: '1 hour before' },
  { value: String(12 * minutesOf.hour), label: '12 hours before' },
  { value: String(minutesOf.day), label: '1 day before' },
  { value: String(2 * minutesOf.day), label: '2 days before' },
  { value: String(3 * minutesOf.day), label: '3 days before' },
  { value: String(minutesOf.week), label: '1 week before' },
  { value: String(2 * minutesOf.week), label: '2 weeks before' },
  { value: String(30 * minutesOf.day), label: '30 days before' },
];

/** The deadlines to choose from, with the one that is there already where it is another. */
export function rsvpDeadlinesWith(current: string): readonly { value: string; label: string }[] {
  if (rsvpDeadlines.some(({ value }) => value === current)) return rsvpDeadlines;
  return [...rsvpDeadlines, { value: current, label: `${wordsOf(Number(current))} before` }];
}

/** '3 days', '5 hours', '90 minutes': the largest unit that says it exactly. */
function wordsOf(minutes: number): string {
  const [unit, length] = Object.entries(minutesOf)
    .reverse()
    .find(([, each]) => minutes % each === 0) ?? ['minute', 1];
  return plural(minutes / length, unit);
}
