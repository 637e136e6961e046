import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, test } from 'vitest';
import { type LocalDateTime, toInstant } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { toInstants } from '../instants.ts';
import { formatOccurrenceFile } from './add-to-calendar.ts';
import { type ChangedOccurrence, type ChangeFile, formatChangeFile } from './change-file.ts';

const occurrence: ChangedOccurrence = {
  id: testId('019a0000-0000-7000-8000-000000000001'),
  occurrenceId: testId('019a0000-0000-7000-8000-000000000002'),
  isRecurring: true,
  title: 'Forum; monthly & more',
  description: 'Line one\nline two',
  location: 'Pier 1, hall A',
  startDate: '2026-12-03T18:00',
  endDate: '2026-12-03T20:00',
  timeZone: 'America/New_York',
  audit: {
    createdBy: 'Maya Chen',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
  },
  version: 3,
};
const sent: ChangeFile = {
  isCanceled: false,
  organizer: { name: 'Nice chapter', email: 'hub@example.org' },
  attendee: { name: 'Ann "Annie" Bell\r\nX-EVIL:1', email: 'ann@example.org' },
  rsvp: { answer: 'going', isWaitlisted: false },
};

const withTimes = (startDate: LocalDateTime, endDate: LocalDateTime) => ({
  ...occurrence,
  startDate,
  endDate,
});

function readByIcalJs(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const tzid = String(zone.getFirstPropertyValue('tzid'));
    ICAL.TimezoneService.register(new ICAL.Timezone(zone), tzid);
  }
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('the file must have an event');
  const event = new ICAL.Event(component);
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: Number(event.sequence),
    title: event.summary,
    status: component.getFirstPropertyValue('status'),
    startsAt: toInstant(
      Temporal.Instant.fromEpochMilliseconds(event.startDate.toJSDate().getTime()),
    ),
    endsAt: toInstant(Temporal.Instant.fromEpochMilliseconds(event.endDate.toJSDate().getTime())),
  };
}

function readByNodeIcal(file: string) {
  const calendar = nodeIcal.sync.parseICS(file);
  const event = Object.values(calendar).find((each) => each?.type === 'VEVENT');
  if (event?.type !== 'VEVENT' || !event.end) throw new Error('the file must have an event');
  return {
    method: event.method,
    uid: event.uid,
    sequence: Number(event.sequence),
    title: event.summary,
    status: event.status,
    startsAt: toInstant(Temporal.Instant.fromEpochMilliseconds(event.start.getTime())),
    endsAt: toInstant(Temporal.Instant.fromEpochMilliseconds(event.end.getTime())),
  };
}

test.each<[string, LocalDateTime, LocalDateTime, string]>([
  ['an evening', '2026-12-03T18:00', '2026-12-03T20:00', 'America/New_York'],
  [
    'a start in the hour that is skipped',
    '2027-03-14T02:30',
    '2027-03-14T04:00',
    'America/New_York',
  ],
  [
    'an end in the hour that comes twice',
    '2026-10-31T22:00',
    '2026-11-01T01:30',
    'America/New_York',
  ],
  ['a night across the change', '2026-10-24T22:00', '2026-10-25T06:00', 'Europe/Paris'],
  ['a zone without a law', '2027-02-20T19:00', '2027-02-20T21:00', 'Africa/Casablanca'],
])('two libraries read a change at the moments of the hub: %s', (_, start, end, timeZone) => {
  const file = formatChangeFile({ ...withTimes(start, end), timeZone }, sent);
  const expected = {
    method: 'REQUEST',
    uid: `${occurrence.occurrenceId}@chapter-hub`,
    sequence: 3,
    title: 'Forum; monthly & more',
    status: 'CONFIRMED',
    ...toInstants(start, end, timeZone),
  };
  expect(readByIcalJs(file)).toEqual(expected);
  expect(readByNodeIcal(file)).toEqual(expected);
});

test('whole days are days, and end before the day after', () => {
  const file = formatChangeFile(withTimes('2026-12-03T00:00', '2026-12-05T00:00'), sent);
  expect(file).toContain('DTSTART;VALUE=DATE:20261203\r\nDTEND;VALUE=DATE:20261205\r\n');
  expect(file).not.toContain('VTIMEZONE');
});

test('a cancelation is of the entry that "Add to calendar" made, with a later SEQUENCE', () => {
  const added = formatOccurrenceFile({
    ...occurrence,
    ...toInstants(occurrence.startDate, occurrence.endDate, occurrence.timeZone),
  });
  const canceled = formatChangeFile({ ...occurrence, version: 4 }, { ...sent, isCanceled: true });
  const [before, after] = [readByIcalJs(added), readByIcalJs(canceled)];
  expect(after).toEqual({ ...before, method: 'CANCEL', status: 'CANCELLED', sequence: 4 });
  const single = formatChangeFile({ ...occurrence, isRecurring: false }, sent);
  expect(readByIcalJs(single).uid).toBe(`${occurrence.id}@chapter-hub`);
});

test('organizer and attendee are named, no reply is asked for, and a name adds no line', () => {
  const lines = formatChangeFile(occurrence, sent).replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toContain('ORGANIZER;CN="Nice chapter":mailto:hub@example.org');
  expect(lines).toContain(
    `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Ann 'Annie' Bell X-EVIL:1":mailto:ann@example.org`,
  );
});

test.each([
  ['going', false, 'ACCEPTED', 'OPAQUE'],
  ['going', true, 'TENTATIVE', 'TRANSPARENT'],
  ['maybe', false, 'TENTATIVE', 'TRANSPARENT'],
] as const)('an RSVP of %s, waitlisted %s, is %s and %s', (answer, isWaitlisted, part, busy) => {
  const file = formatChangeFile(occurrence, { ...sent, rsvp: { answer, isWaitlisted } });
  expect(file).toContain(`PARTSTAT=${part};`);
  expect(file).toContain(`TRANSP:${busy}`);
});
