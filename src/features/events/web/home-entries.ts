import { queryOptions } from '@tanstack/react-query';
import { pluralize } from '#kit/counts.ts';
import { call } from '#web/api/call.ts';
import {
  createSentence,
  createStep,
  createWaitingItem,
  type HomeEntries,
} from '#web/home-entries.ts';
import { eventCalls } from '../contract.ts';
import { eventsKey } from '../keys.ts';
import { ComingUpCard } from './home/coming-up-card.tsx';
import { describeNext } from './home/describe-next.ts';
import { NextEventCard } from './home/next-event-card.tsx';
import { nextEventsQuery } from './home/next-events-query.ts';

/** Whether the chapter has ever had an event, one that is over or has begun included. */
const anyEventQuery = queryOptions({
  queryKey: [...eventsKey, 'any'],
  queryFn: async ({ signal }) => {
    const count = async (when: 'upcoming' | 'past') =>
      (await call(eventCalls.search, { query: { when, take: 1 }, signal })).totalCount;
    const counts = await Promise.all([count('upcoming'), count('past')]);
    return counts.some((found) => found > 0);
  },
});

export const home: HomeEntries = {
  cards: [
    { column: 'day', place: 10, Card: ComingUpCard, reads: [nextEventsQuery] },
    { column: 'areas', place: 10, Card: NextEventCard, reads: [nextEventsQuery] },
  ],
  today: createSentence({
    place: 20,
    read: nextEventsQuery,
    say: ({ items }, { chapter }, now) => ({
      words: describeNext(items[0], now, chapter.timeZone),
    }),
  }),
  waiting: [
    createWaitingItem({
      place: 20,
      read: nextEventsQuery,
      describe: ({ items }) => {
        const count = items.filter(({ rsvp }) => rsvp.isOpen && !rsvp.mine).length;
        const label = `${pluralize(count, 'event')} without your RSVP`;
        return { count, label, link: { to: '/events' } };
      },
    }),
  ],
  steps: [
    createStep({
      place: 50,
      label: 'Plan the first event',
      link: (today) => ({ to: '/calendar', search: { create: today } }),
      read: nextEventsQuery,
      // What comes next mostly suffices; only a chapter with nothing ahead is asked for its past.
      isDone: ({ items }) => items.length > 0 || undefined,
      further: anyEventQuery,
    }),
  ],
};
