import type * as z from 'zod/mini';
import { callQuery } from '#web/api/call-query.ts';
import { eventsKey } from '../../keys.ts';
import { upcomingCall } from '../../summary-contract.ts';

export type NextEvent = z.output<typeof upcomingCall.reply>['items'][number];

const shownEvents = 5;

/**
 * The next events, of which the first is the next one. Separate from the feature's other queries, so that
 * Home does not load the code of their writes.
 */
export const nextEventsQuery = callQuery([...eventsKey, 'next events'], upcomingCall, {
  query: { take: shownEvents },
});
