import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#web/api/call.ts';
import { eventsKey } from '../../keys.ts';
import { upcomingCall } from '../../summary-contract.ts';

export type NextEvent = z.output<typeof upcomingCall.reply>['items'][number];

/**
 * The next event; null if there is none. Separate from the feature's other queries, so that Home
 * does not load the code of their writes.
 */
export const nextEventQuery = queryOptions({
  queryKey: [...eventsKey, 'next'],
  queryFn: async ({ signal }) =>
    (await call(upcomingCall, { query: { take: 1 }, signal })).items[0] ?? null,
});
