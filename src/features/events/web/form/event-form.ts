import { daysBetween, maxEventDays } from '#kit/calendar/window.ts';
import { plural } from '#kit/counts.ts';
import {
  type Day,
  formatLocal,
  isTimeOfDay,
  type LocalDateTime,
  localToDay,
  localToTime,
  type TimeOfDay,
  toTimeOfDay,
} from '#kit/day.ts';
import { isSameInput, mergeInput } from '#web/screen/record/merge-input.ts';
import { allDayTimes, isAllDay, lastDayOfAllDay } from '../../all-day.ts';
import { defaultCategoryColor } from '../../categories/category-color.ts';
import {
  type EventChange,
  type EventDetail,
  maxCapacity,
  type NewEvent,
  type Scope,
} from '../../event.ts';
import { maxGuests } from '../../rsvp/occurrence-rsvp.ts';
import {
  isSameRecurrence,
  noRecurrence,
  type RecurrenceForm,
  toRecurrence,
  toRecurrenceForm,
  validateRecurrence,
} from './recurrence-form.ts';

/** The values of the event form. */
export type EventForm = RecurrenceForm & {
  /** How much of a series the edit covers. */
  scope: Scope;
  title: string;
  description: string;
  location: string;
  categoryColor: string;
  startDate: Day | '';
  /** Empty means the same day as the start. */
  endDate: Day | '';
  startTime: TimeOfDay | '';
  endTime: TimeOfDay | '';
  /** Without its times, which are kept for when it is cleared. */
  isAllDay: boolean;
  /** As entered; empty means no limit. */
  capacity: string;
  /** Guests per member, as entered; empty means the default. */
  maxGuests: string;
  /** Only the host, treasurers and admins see who is coming. */
  hidesNames: boolean;
  /** Minutes before the start when RSVPs close; empty means no deadline. */
  rsvpCloses: string;
};

/** A form with all dates and times filled in, as every valid form has. */
export type FilledEventForm = EventForm & {
  startDate: Day;
  startTime: TimeOfDay;
  endTime: TimeOfDay;
};

export function isFilled(form: EventForm): form is FilledEventForm {
  return form.startDate !== '' && form.startTime !== '' && form.endTime !== '';
}

/** Local times, as an event has them. */
export type Times = { readonly startDate: LocalDateTime; readonly endDate: LocalDateTime };

/**
 * A new event at the times that were chosen on the calendar; otherwise from 9 to 10, or in the next full
 * hour if that has begun already.
 */
export function emptyEventForm(day: Day, now: LocalDateTime, chosen?: Times): FilledEventForm {
  const isPast = day === localToDay(now) && localToTime(now) >= '09:00';
  const usual = isPast ? toNextHour(localToTime(now)) : '09:00';
  const isValid = chosen && chosen.startDate <= chosen.endDate;
  const [startDate, startTime] = isValid ? splitLocal(chosen.startDate) : [day, usual];
  const [endDate, endTime] = isValid ? splitLocal(chosen.endDate) : [day, addHour(usual)];
  const days = isValid && toAllDay(chosen, usual);
  return {
    scope: 'all',
    title: '',
    description: '',
    location: '',
    categoryColor: defaultCategoryColor,
    startDate,
    endDate: endDate === startDate ? '' : endDate,
    startTime,
    endTime,
    isAllDay: false,
    ...days,
    capacity: '',
    maxGuests: '',
    hidesNames: false,
    rsvpCloses: '',
    ...noRecurrence,
  };
}

/** The initial values for editing an event, taken from the shown occurrence. */
export function toEventForm(event: EventDetail): FilledEventForm {
  const { title, description, location, categoryColor, capacity, rsvpClosesMinutesBefore } = event;
  const [startDate, startTime] = splitLocal(event.startDate);
  const [endDate, endTime] = splitLocal(event.endDate);
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
    isAllDay: false,
    ...toAllDay(event, '09:00'),
    capacity: capacity === null ? '' : String(capacity),
    maxGuests: event.maxGuests === maxGuests ? '' : String(event.maxGuests),
    hidesNames: event.hidesNames,
    rsvpCloses: rsvpClosesMinutesBefore === null ? '' : String(rsvpClosesMinutesBefore),
    ...toRecurrenceForm(event.recurrencePattern, startDate),
  };
}

/** The days and, for when it shall have times, an hour; undefined if it is not of whole days. */
function toAllDay({ startDate, endDate }: Times, startTime: TimeOfDay) {
  if (!isAllDay(startDate, endDate)) return undefined;
  const [first, last] = [localToDay(startDate), lastDayOfAllDay(endDate)];
  const lastDay: Day | '' = last === first ? '' : last;
  return { endDate: lastDay, startTime, endTime: addHour(startTime), isAllDay: true };
}

function splitLocal(local: LocalDateTime): [Day, TimeOfDay] {
  return [localToDay(local), localToTime(local)];
}

type Start = Pick<EventForm, 'startDate' | 'startTime'>;
type End = Pick<EventForm, 'endDate' | 'endTime'>;

/**
 * The end after the start time of these times was changed: it moves along, so that the event lasts as
 * long as before. An end that was chosen stays, unless the start passes it. Undefined if there is no
 * length to keep.
 */
export function moveEnd(
  before: Start & End,
  startTime: string,
  isChosen: boolean,
): End | undefined {
  const { startDate, endDate, endTime } = before;
  if (startDate === '' || before.startTime === '' || endTime === '') return undefined;
  if (!isTimeOfDay(startTime)) return undefined;
  const start: LocalDateTime = `${startDate}T${before.startTime}`;
  const end: LocalDateTime = `${endDate || startDate}T${endTime}`;
  if (end < start) return undefined;
  const newStart: LocalDateTime = `${startDate}T${startTime}`;
  if (isChosen && newStart <= end) return { endDate, endTime };
  const length = Temporal.PlainDateTime.from(start).until(end);
  const newEnd = formatLocal(Temporal.PlainDateTime.from(newStart).add(length));
  const [day, time] = splitLocal(newEnd);
  return { endDate: day === startDate ? '' : day, endTime: time };
}

export const requiredFieldsMessage = 'Please fill in all required fields';

export type EventErrors = Partial<Record<keyof EventForm, string>>;

/** The errors by field; empty if the form is valid. */
export function validateEvent(form: EventForm): EventErrors {
  const { title, startDate, endDate, capacity } = form;
  // Whole days end with the last of them.
  const maxDays = form.isAllDay ? maxEventDays - 1 : maxEventDays;
  return {
    ...(title.trim() === '' ? { title: 'Title is required' } : {}),
    ...(startDate === '' ? { startDate: 'Start date is required' } : {}),
    ...(endDate !== '' && endDate < startDate
      ? { endDate: 'The end date cannot be before the start date' }
      : {}),
    ...(startDate !== '' && endDate !== '' && daysBetween(startDate, endDate) > maxDays
      ? { endDate: `An event can last at most ${maxEventDays} days` }
      : {}),
    ...(form.isAllDay ? {} : validateTimes(form)),
    ...(isCapacity(capacity)
      ? {}
      : { capacity: `Must be a whole number from 1 to ${maxCapacity}, or empty` }),
    ...(readMaxGuests(form.maxGuests) === undefined
      ? { maxGuests: `Must be a whole number from 0 to ${maxGuests}, or empty` }
      : {}),
    ...(startDate === '' || form.scope === 'one' ? {} : validateRecurrence(form, startDate)),
  };
}

function validateTimes({ startDate, endDate, startTime, endTime }: EventForm): EventErrors {
  const isSameDay = endDate === '' || endDate === startDate;
  return {
    ...(startTime === '' ? { startTime: 'Start time is required' } : {}),
    ...(endTime === '' ? { endTime: 'End time is required' } : {}),
    ...(isSameDay && startTime !== '' && endTime !== '' && endTime < startTime
      ? { endTime: 'The end time cannot be before the start time' }
      : {}),
  };
}

function isCapacity(entered: string): boolean {
  const text = entered.trim();
  return (
    text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= maxCapacity)
  );
}

/** The guest limit as entered; undefined if it is not valid. */
export function readMaxGuests(entered: string): number | undefined {
  const text = entered.trim();
  if (text === '') return maxGuests;
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return limit <= maxGuests ? limit : undefined;
}

/** Expects a valid form. */
export function toNewEvent(form: FilledEventForm): NewEvent {
  return { ...toFields(form), recurrence: toRecurrence(form, form.startDate) };
}

/**
 * The change that a valid form describes. Contains the recurrence only if it differs and the scope is
 * not a single occurrence.
 */
export function toEventChange(form: FilledEventForm, before: EventDetail): EventChange {
  const { scope } = form;
  const known = before.recurrencePattern;
  const recurrence = toRecurrence(form, form.startDate, known);
  const isKept =
    scope === 'one' ||
    isSameRecurrence(recurrence, form.startDate, known, localToDay(before.startDate));
  return {
    scope,
    occurrenceId: before.occurrenceId,
    ...toFields(form),
    ...(isKept ? {} : { recurrence }),
  };
}

/**
 * What a form says about another version of the event: what it did not change is that version's. Its
 * times count as one field, and so does the recurrence, which moves to the form's start date.
 */
export function mergeEventForm(
  form: FilledEventForm,
  seen: EventDetail,
  over: EventDetail,
): FilledEventForm {
  const [before, newer] = [toEventForm(seen), toEventForm(over)];
  const isMoved = !isSameInput(pickTimes(form), pickTimes(before));
  const times = pickTimes(isMoved ? form : newer);
  const merged = { ...mergeInput(form, before, newer), ...times, scope: form.scope };
  const { startDate } = form;
  const known = seen.recurrencePattern;
  const entered = toRecurrence(form, startDate, known);
  const untouched = toRecurrence(before, startDate, known);
  const isTheirs =
    form.scope === 'one' || isSameRecurrence(entered, startDate, untouched, startDate);
  if (!isTheirs) return { ...merged, ...pickRecurrence(form) };
  const [day] = splitLocal(over.startDate);
  const scope = over.isRecurring ? form.scope : 'all';
  return { ...merged, scope, ...toRecurrenceForm(over.recurrencePattern, day) };
}

function pickTimes({
  startDate,
  endDate,
  startTime,
  endTime,
  isAllDay: isWholeDays,
}: FilledEventForm) {
  return { startDate, endDate, startTime, endTime, isAllDay: isWholeDays };
}

function pickRecurrence(form: RecurrenceForm): RecurrenceForm {
  const { repeats, interval, otherWeekdays, monthly, ends, until, times } = form;
  return { repeats, interval, otherWeekdays, monthly, ends, until, times };
}

/** Whether saving the form would change nothing. */
export function isUnchanged(form: FilledEventForm, before: EventDetail): boolean {
  const same = { ...toEventForm(before), scope: form.scope };
  return (
    JSON.stringify(toEventChange(form, before)) === JSON.stringify(toEventChange(same, before))
  );
}

function toFields(form: FilledEventForm): Omit<NewEvent, 'recurrence'> {
  const { startDate, capacity, rsvpCloses } = form;
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    location: form.location.trim(),
    categoryColor: form.categoryColor,
    ...(form.isAllDay
      ? allDayTimes(startDate, form.endDate || startDate)
      : {
          startDate: `${startDate}T${form.startTime}`,
          endDate: `${form.endDate || startDate}T${form.endTime}`,
        }),
    capacity: capacity.trim() === '' ? null : Number(capacity),
    maxGuests: readMaxGuests(form.maxGuests) ?? maxGuests,
    hidesNames: form.hidesNames,
    rsvpClosesMinutesBefore: rsvpCloses === '' ? null : Number(rsvpCloses),
  };
}

/** The next full hour; late in the evening the last of the day. */
function toNextHour(now: TimeOfDay): TimeOfDay {
  const { hour } = Temporal.PlainTime.from(now);
  return toTimeOfDay(new Temporal.PlainTime(Math.min(hour + 1, 23)));
}

/** One hour after the start, at most the last minute of the day. */
function addHour(startTime: TimeOfDay): TimeOfDay {
  const start = Temporal.PlainTime.from(startTime);
  return start.hour >= 23 ? '23:59' : toTimeOfDay(start.add({ hours: 1 }));
}

const minutesPerUnit = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 };

/** The choices of RSVP deadlines, in minutes before the start. */
const rsvpDeadlines: readonly { value: string; label: string }[] = [
  { value: '', label: 'No deadline' },
  { value: '0', label: 'When it starts' },
  { value: String(minutesPerUnit.hour), label: '1 hour before' },
  { value: String(12 * minutesPerUnit.hour), label: '12 hours before' },
  { value: String(minutesPerUnit.day), label: '1 day before' },
  { value: String(2 * minutesPerUnit.day), label: '2 days before' },
  { value: String(3 * minutesPerUnit.day), label: '3 days before' },
  { value: String(minutesPerUnit.week), label: '1 week before' },
  { value: String(2 * minutesPerUnit.week), label: '2 weeks before' },
  { value: String(30 * minutesPerUnit.day), label: '30 days before' },
];

/** The choices, including the current deadline if it is not one of them. */
export function rsvpDeadlinesWith(current: string): readonly { value: string; label: string }[] {
  if (rsvpDeadlines.some(({ value }) => value === current)) return rsvpDeadlines;
  return [...rsvpDeadlines, { value: current, label: `${formatMinutes(Number(current))} before` }];
}

/** '3 days', '5 hours' or '90 minutes': the largest unit that is exact. */
function formatMinutes(minutes: number): string {
  const [unit, length] = Object.entries(minutesPerUnit)
    .reverse()
    .find(([, each]) => minutes % each === 0) ?? ['minute', 1];
  return plural(minutes / length, unit);
}
