import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { eventCalls } from '../../contract.ts';
import { eventsKey } from '../../keys.ts';
import type { EventsSearch } from '../search.ts';

export const eventsPerPage = 12;

/** A page of upcoming or past events. Shows the previous page until it is loaded. */
export function eventsQuery({
  when = 'upcoming',
  ...search
}: Omit<EventsSearch, 'when'> & {
  when?: 'upcoming' | 'past' | undefined;
}) {
  const { year, search: words, page = 1 } = search;
  return queryOptions({
    queryKey: [...eventsKey, 'search', when, year, words, page],
    queryFn: ({ signal }) =>
      call(eventCalls.search, {
        query: {
          when,
          ...(year !== undefined && { year }),
          ...(words !== undefined && { search: words }),
          skip: (page - 1) * eventsPerPage,
          take: eventsPerPage,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const figuresQuery = callQuery([...eventsKey, 'figures'], eventCalls.figures, {});
