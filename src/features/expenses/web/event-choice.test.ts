import { expect, test } from 'vitest';
import type { Occurrence } from '#features/events/contract.ts';
import { choicesOf } from './event-choice.ts';

const at = (eventId: string, day: string): Occurrence => ({
  eventId,
  occurrenceId: `${eventId}-${day}`,
  calendarId: 'main',
  title: eventId,
  description: '',
  location: '',
  occurrenceStartDate: `${day}T18:00:00.000Z`,
  occurrenceEndDate: `${day}T20:00:00.000Z`,
  localStart: `${day}T10:00`,
  localEnd: `${day}T12:00`,
  timeZone: 'America/Los_Angeles',
  participants: [],
  createdByUserId: 'maya',
  categoryColor: '2563eb',
});

test('an event that repeats is one choice, dated by the time nearest to now', () => {
  const weekly = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27'];
  const choices = choicesOf(
    weekly.map((day) => at('forum', day)),
    '2026-11-21T00:00:00.000Z',
  );
  expect(choices).toEqual([{ id: 'forum', title: 'forum', date: 'Nov 20, 2026' }]);
});

test('the latest event comes first', () => {
  const choices = choicesOf(
    [at('spring', '2026-03-01'), at('fall', '2026-10-01')],
    '2026-11-21T00:00:00.000Z',
  );
  expect(choices.map((choice) => choice.id)).toEqual(['fall', 'spring']);
});
