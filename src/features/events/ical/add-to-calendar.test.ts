import { expect, test } from 'vitest';
import { localToInstant } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { readText } from '../testing/read-calendar.ts';
import {
  type AddedOccurrence,
  formatOccurrenceFile,
  linkToGoogleCalendar,
  linkToOutlook,
} from './add-to-calendar.ts';

const timeZone = 'Asia/Kathmandu';
const occurrence: AddedOccurrence = {
  id: testId('019a0000-0000-7000-8000-000000000001'),
  occurrenceId: testId('019a0000-0000-7000-8000-000000000002'),
  isRecurring: true,
  title: 'Forum; monthly & more',
  description: 'Line one\nline two',
  location: 'Pier 1, hall A',
  startDate: '2026-11-23T17:30',
  endDate: '2026-11-23T19:00',
  startsAt: localToInstant('2026-11-23T17:30', timeZone),
  endsAt: localToInstant('2026-11-23T19:00', timeZone),
  timeZone,
  audit: {
    createdBy: 'Maya Chen',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  },
  version: 3,
};

test('the file holds one occurrence, with its own id, in the zone of the event', async () => {
  const file = formatOccurrenceFile(occurrence);
  expect(file).toContain(`UID:${occurrence.occurrenceId}@chapter-hub`);
  expect(file).toContain('DTSTART;TZID=Asia/Kathmandu:20261123T173000');
  expect(file).toContain('TZOFFSETTO:+0545');
  expect(file).not.toContain('RRULE');
  const [calendar] = await readText(file);
  const [event] = (calendar?.components ?? []).filter(({ name }) => name === 'VEVENT');
  expect(event?.properties.find(({ name }) => name === 'SUMMARY')?.values).toEqual([
    'Forum; monthly & more',
  ]);
  expect(formatOccurrenceFile({ ...occurrence, isRecurring: false })).toContain(
    `UID:${occurrence.id}@chapter-hub`,
  );
});

test('in an hour that happens twice, the file and the link carry the instants', () => {
  const zone = 'America/Los_Angeles';
  const night = {
    ...occurrence,
    timeZone: zone,
    startDate: '2027-11-07T01:30',
    endDate: '2027-11-07T02:30',
    startsAt: localToInstant('2027-11-07T01:30', zone),
    endsAt: localToInstant('2027-11-07T02:30', zone),
  } as const;
  expect(formatOccurrenceFile(night)).toContain(
    'DTSTART:20271107T083000Z\r\nDTEND:20271107T103000Z',
  );
  const google = new URL(linkToGoogleCalendar(night)).searchParams;
  expect(google.get('dates')).toBe('20271107T083000Z/20271107T103000Z');
});

test('the links carry the local time with its zone, or the instant, and nothing empty', () => {
  const google = new URL(linkToGoogleCalendar(occurrence)).searchParams;
  expect(google.get('dates')).toBe('20261123T173000/20261123T190000');
  expect(google.get('ctz')).toBe(timeZone);
  expect(google.get('text')).toBe(occurrence.title);
  const outlook = new URL(linkToOutlook({ ...occurrence, description: '' })).searchParams;
  expect(outlook.get('startdt')).toBe('2026-11-23T11:45:00.000Z');
  expect(outlook.get('subject')).toBe(occurrence.title);
  expect(outlook.has('body')).toBe(false);
});

test('whole days are days in the file and in the links, and end before the day after', () => {
  const days = {
    ...occurrence,
    startDate: '2026-11-23T00:00',
    endDate: '2026-11-25T00:00',
    startsAt: localToInstant('2026-11-23T00:00', timeZone),
    endsAt: localToInstant('2026-11-25T00:00', timeZone),
  } as const;
  const file = formatOccurrenceFile(days);
  expect(file).toContain('DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261125\r\n');
  expect(file).not.toContain('VTIMEZONE');
  const google = new URL(linkToGoogleCalendar(days)).searchParams;
  expect([google.get('dates'), google.has('ctz')]).toEqual(['20261123/20261125', false]);
  const outlook = new URL(linkToOutlook(days)).searchParams;
  expect(['allday', 'startdt', 'enddt'].map((name) => outlook.get(name))).toEqual([
    'true',
    '2026-11-23',
    '2026-11-25',
  ]);
});
