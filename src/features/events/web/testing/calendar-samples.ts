/** Two calendars for component tests, and a server that keeps their events. */
import { addDays } from '#kit/calendar/month.ts';
import { type Day, type LocalDateTime, localToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import type { Failure } from '#web/testing/network.ts';
import { answer, refuse } from '#web/testing/network.ts';
import { memberId, nextId, sampleId, timeZone } from '#web/testing/session.ts';
import { defaultCategories } from '../../categories/category.ts';
import { defaultCategoryColor } from '../../categories/category-color.ts';
import { categoryCalls } from '../../categories/category-contract.ts';
import { eventCalls } from '../../contract.ts';
import type { EventDetail, Scope } from '../../event.ts';
import { eventFileCalls } from '../../event-file-contract.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { toInstants } from '../../instants.ts';
import { type Calendar, listingCalls } from '../../listing-contract.ts';
import type { Occurrence } from '../../occurrence.ts';
import { maxGuests, type OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { mainCalendar } from './event-samples.ts';

export const learning: Calendar = {
  ...mainCalendar,
  id: sampleId('calendar', 1),
  name: 'Learning',
  isMain: false,
};

const noRsvps: OccurrenceRsvp = {
  going: 0,
  maybe: 0,
  waitlisted: 0,
  capacity: null,
  maxGuests,
  mine: null,
  deadline: null,
  isOpen: true,
};

/** An event of the main calendar, by default from 18:00 to 19:00. */
export function makeEvent(title: string, day: Day, fields: Partial<EventDetail> = {}): EventDetail {
  const { startDate = `${day}T18:00`, endDate = `${day}T19:00` } = fields;
  const now = toInstant(Temporal.Now.instant());
  return {
    id: nextId('event'),
    calendarId: mainCalendar.id,
    occurrenceId: nextId('occurrence'),
    title,
    description: '',
    location: '',
    startDate,
    endDate,
    ...toInstants(startDate, endDate, timeZone),
    timeZone,
    categoryColor: defaultCategoryColor,
    isRecurring: false,
    isException: false,
    recurrencePattern: null,
    series: { startDate, endDate },
    capacity: null,
    maxGuests,
    rsvpClosesMinutesBefore: null,
    rsvp: noRsvps,
    participants: [],
    hidesNames: false,
    fileIds: [],
    createdByUserId: memberId('Maya Chen'),
    audit: { createdBy: 'Maya Chen', createdAt: now, updatedAt: now },
    version: 1,
    ...fields,
  };
}

/** The dates of an event that is each week from this Wednesday on. */
export function makeSeries(title: string, first: Day, count: number): EventDetail[] {
  const id = nextId('event');
  const recurrencePattern = recurrenceOf({ byDay: ['WE'], count });
  return Array.from({ length: count }, (_, week) =>
    makeEvent(title, addDays(first, 7 * week), {
      id,
      isRecurring: true,
      recurrencePattern,
    }),
  );
}

/** A weekly rule, unless the fields say otherwise. */
export const recurrenceOf = (fields: Partial<RecurrencePattern>): RecurrencePattern => ({
  frequency: 'weekly',
  interval: 1,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  bySetPosition: [],
  weekStart: 'SU',
  endBy: null,
  count: null,
  ...fields,
});

/** The address of its panel, by default in its month. */
export const addressOf = (event: EventDetail, more = ''): string =>
  `/calendar?month=${event.startDate.slice(0, 7)}&event=${event.id}&occurrence=${event.occurrenceId}${more}`;

export type KeptCalendar = {
  readonly list: () => readonly EventDetail[];
  /** A change of all dates by someone else. */
  readonly change: (id: Id<'event'>, fields: Partial<EventDetail>) => void;
};

/** Answers what the calendar reads and writes. Each date of a series is kept as an event of its own. */
export function serveCalendar(...initial: readonly EventDetail[]): KeptCalendar {
  let kept = [...initial];
  let calendars = [mainCalendar, learning];
  const nameOf = (id: Id<'calendar'>) => calendars.find((each) => each.id === id)?.name ?? '';
  const listBetween = ({ startDate, endDate }: { startDate: Day; endDate: Day }) =>
    kept
      .filter((event) => localToDay(event.startDate) <= endDate)
      .filter((event) => localToDay(event.endDate) >= startDate)
      .toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1))
      .map(toOccurrence);
  /** All dates of an event have the version of their series. */
  const change = (
    id: Id<'event'>,
    dates: readonly EventDetail[],
    changeDate: (date: EventDetail) => Partial<EventDetail>,
  ) => {
    kept = kept.map((each) =>
      each.id === id
        ? { ...each, ...(dates.includes(each) && changeDate(each)), version: each.version + 1 }
        : each,
    );
  };
  const select = (id: Id<'event'>, scope: Scope, occurrenceId: Id<'occurrence'> | undefined) => {
    const at = kept.find((each) => each.occurrenceId === occurrenceId);
    return kept
      .filter((each) => each.id === id)
      .filter((each) => scope !== 'one' || each === at)
      .filter((each) => scope !== 'following' || !at || each.startDate >= at.startDate);
  };
  const lock = (id: Id<'event'>, headers: Headers): Failure | undefined => {
    const event = kept.find((each) => each.id === id);
    if (event === undefined) return notFound;
    return headers.get('if-match') === `"${event.version}"` ? undefined : changedMeanwhile;
  };

  answer(listingCalls.calendars, () => ({ items: calendars, offersSample: true }));
  answer(listingCalls.list, ({ params, query }) => ({
    items: listBetween(query).filter((each) => each.calendarId === params.calendarId),
  }));
  answer(listingCalls.listAll, ({ query }) => ({
    items: listBetween(query).map((each) => ({ ...each, calendarName: nameOf(each.calendarId) })),
  }));
  answer(eventCalls.createCalendar, ({ body }) => {
    const made = { ...learning, id: nextId('calendar'), name: body.name };
    calendars = [...calendars, made];
    return made;
  });
  answer(eventCalls.changeCalendar, ({ params, body }) => {
    const changed = { ...learning, ...body, id: params.calendarId };
    calendars = calendars.map((each) => (each.id === changed.id ? changed : each));
    return changed;
  });
  answer(eventCalls.detail, ({ params, query }) => {
    const dates = kept.filter((each) => each.id === params.eventId);
    const { occurrenceId } = query;
    return (
      dates.find((each) => occurrenceId === undefined || each.occurrenceId === occurrenceId) ??
      notFound
    );
  });
  answer(eventCalls.create, ({ params, body }) => {
    const { title, startDate, emailsMembers: _, recurrence, hidesNames = false, ...fields } = body;
    const made = makeEvent(title, localToDay(startDate), {
      ...fields,
      hidesNames,
      startDate,
      calendarId: params.calendarId,
      isRecurring: recurrence !== null,
      recurrencePattern: recurrence,
    });
    kept.push(made);
    return made;
  });
  answer(eventCalls.update, ({ params, body, headers }) => {
    const {
      scope,
      occurrenceId,
      recurrence,
      maxGuests: guests,
      hidesNames: hidden,
      startDate,
      endDate,
      ...fields
    } = body;
    const failure = lock(params.eventId, headers);
    if (failure) return failure;
    const split = scope === 'following' && { id: nextId('event') };
    change(params.eventId, select(params.eventId, scope, occurrenceId), (each) => ({
      ...fields,
      ...split,
      ...(each.occurrenceId === occurrenceId && moveTo(startDate, endDate)),
      ...(recurrence !== undefined && { recurrencePattern: recurrence }),
      ...(guests !== undefined && { maxGuests: guests }),
      ...(hidden !== undefined && { hidesNames: hidden }),
      isException: each.isException || (scope === 'one' && each.isRecurring),
    }));
    return kept.find((each) => each.occurrenceId === occurrenceId) ?? notFound;
  });
  answer(eventCalls.remove, ({ params, query, headers }) => {
    const failure = lock(params.eventId, headers);
    if (failure) return failure;
    const removed = select(params.eventId, query.scope, query.occurrenceId);
    kept = kept.filter((each) => !removed.includes(each));
    return { occurrences: removed.length };
  });
  answer(eventCalls.consequences, ({ params, query }) => ({
    occurrences: select(params.eventId, query.scope, query.occurrenceId).length,
    answers: 0,
    expenses: 0,
  }));
  const categories = defaultCategories.map((each) => ({ ...each, upcomingEvents: 0 }));
  answer(categoryCalls.list, { items: categories, version: 1 });
  answer(rsvpCalls.own, { items: [] });
  answer(rsvpCalls.answers, { items: [], rsvp: noRsvps });
  answer(eventFileCalls.list, { items: [] });
  answer(eventMailCalls.detail, { isOn: true, isSent: false });

  return {
    list: () => kept,
    change: (id, fields) => change(id, kept, () => fields),
  };
}

const notFound = refuse(404, 'not_found', 'Event not found');
const changedMeanwhile = refuse(412, 'changed', 'Someone else changed this in the meantime');

const moveTo = (startDate: LocalDateTime, endDate: LocalDateTime) => ({
  startDate,
  endDate,
  ...toInstants(startDate, endDate, timeZone),
});

function toOccurrence(event: EventDetail): Occurrence {
  const { id, startDate, endDate, startsAt, endsAt } = event;
  const { calendarId, occurrenceId, title, description, location, participants } = event;
  const { createdByUserId, categoryColor } = event;
  return {
    eventId: id,
    occurrenceId,
    calendarId,
    title,
    description,
    location,
    occurrenceStartDate: startsAt,
    occurrenceEndDate: endsAt,
    localStart: startDate,
    localEnd: endDate,
    timeZone,
    participants,
    createdByUserId,
    categoryColor,
  };
}
