import { expect, test } from 'vitest';
import type { Occurrence } from '#features/events/occurrence.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { findNearestOccurrence, toChoices } from './event-choice.ts';

const forum = testId<'event'>('forum');
const at = (eventId: Id<'event'>, day: Day): Occurrence => ({
  eventId,
  occurrenceId: testId(`${eventId}-${day}`),
  calendarId: testId('main'),
  title: eventId,
  description: '',
  location: '',
  occurrenceStartDate: `${day}T18:00:00.000Z`,
  occurrenceEndDate: `${day}T20:00:00.000Z`,
  localStart: `${day}T10:00`,
  localEnd: `${day}T12:00`,
  timeZone: 'America/Los_Angeles',
  participants: [],
  createdByUserId: testId('maya'),
  categoryColor: '2563eb',
});

test('a recurring event is one choice with the date nearest to now', () => {
  const weekly = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27'] as const;
  const choices = toChoices(
    weekly.map((day) => at(forum, day)),
    '2026-11-21T00:00:00.000Z',
  );
  expect(choices).toEqual([{ id: 'forum', title: 'forum', date: 'Nov 20, 2026' }]);
});

test('the latest event is listed first', () => {
  const choices = toChoices(
    [at(testId('spring'), '2026-03-01'), at(testId('fall'), '2026-10-01')],
    '2026-11-21T00:00:00.000Z',
  );
  expect(choices.map((choice) => choice.id)).toEqual(['fall', 'spring']);
});

test('the occurrence of a recurring event is the one nearest to the expense’s day', () => {
  const weekly = (['2026-11-06', '2026-11-13', '2026-11-20'] as const).map((day) => at(forum, day));
  const near = (day: Day) =>
    findNearestOccurrence([at(testId('other'), day), ...weekly], forum, day)?.occurrenceId;
  expect(near('2026-11-14')).toBe('forum-2026-11-13');
  expect(near('2027-01-01')).toBe('forum-2026-11-20');
  expect(findNearestOccurrence(weekly, testId('dinner'), '2026-11-14')).toBeUndefined();
});
