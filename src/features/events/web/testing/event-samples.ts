/** Events for component tests, and a server that lists them. */
import { type Day, localToDay } from '#kit/day.ts';
import { answer } from '#web/testing/network.ts';
import { memberId, nextId, sampleId, timeZone } from '#web/testing/session.ts';
import { defaultCategoryColor } from '../../categories/category-color.ts';
import { toInstants } from '../../instants.ts';
import { type Calendar, listingCalls } from '../../listing-contract.ts';
import type { Occurrence } from '../../occurrence.ts';

export const mainCalendar: Calendar = {
  id: sampleId('calendar', 0),
  name: 'Main',
  isMain: true,
  timeZone,
};

/** An event of two hours in the evening. */
export function makeOccurrence(title: string, day: Day): Occurrence {
  const [localStart, localEnd] = [`${day}T18:00`, `${day}T20:00`] as const;
  const { startsAt, endsAt } = toInstants(localStart, localEnd, timeZone);
  return {
    eventId: nextId('event'),
    occurrenceId: nextId('occurrence'),
    calendarId: mainCalendar.id,
    title,
    description: '',
    location: '',
    occurrenceStartDate: startsAt,
    occurrenceEndDate: endsAt,
    localStart,
    localEnd,
    timeZone,
    participants: [],
    createdByUserId: memberId('Maya Chen'),
    categoryColor: defaultCategoryColor,
  };
}

/** Answers the calls that list events, all of which are in the main calendar. */
export function serveEvents(...occurrences: readonly Occurrence[]): void {
  const listBetween = ({ startDate, endDate }: { startDate: Day; endDate: Day }) =>
    occurrences.filter(
      ({ localStart }) => localToDay(localStart) >= startDate && localToDay(localStart) <= endDate,
    );
  answer(listingCalls.calendars, { items: [mainCalendar], offersSample: false });
  answer(listingCalls.list, ({ query }) => ({ items: listBetween(query) }));
  answer(listingCalls.listAll, ({ query }) => ({
    items: listBetween(query).map((each) => ({ ...each, calendarName: mainCalendar.name })),
  }));
}
