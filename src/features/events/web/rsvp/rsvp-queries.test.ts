import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { eventsBetweenQuery } from '../queries.ts';
import { eventQuery } from '../shared/event-query.ts';
import { cancelReplies } from './rsvp-queries.ts';

test('an RSVP cancels pending reads that would overwrite it, but not those of months', async () => {
  const client = new QueryClient();
  const calendarId = testId<'calendar'>('018eecc9-5000-7490-82a2-94e8ad913354');
  const eventId = testId<'event'>('018eecc9-5000-7490-82a2-94e8ad913355');
  const month = eventsBetweenQuery(calendarId, '2026-11-01', '2026-11-30').queryKey;
  const detail = eventQuery(calendarId, eventId).queryKey;
  const replies: (() => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      replies.push(() => resolve('there'));
    });
  const readings = [month, detail].map((queryKey) => client.fetchQuery({ queryKey, queryFn }));
  const ends = Promise.allSettled(readings);
  await cancelReplies(client);
  for (const reply of replies) reply();
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(client.getQueryData<unknown>(month)).toBe('there');
});
