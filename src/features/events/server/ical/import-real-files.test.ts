/** Files of other programs through the API: none of them fails the hub, and a preview keeps its word. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../../contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { mutatedCalendar } from '../../testing/mutated-calendars.ts';
import { readCalendarFile, realCalendars } from '../../testing/real-calendars.ts';

let hub: TestHub;
let maya: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
  maya = await (await hub.chapter('San Diego')).person('Maya Chen');
  calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
});
afterAll(() => hub?.close());

const importFile = (text: string, isDryRun: boolean, includesPrivate = false) =>
  maya.call(feedCalls.import, {
    params: { calendarId },
    body: { text, isDryRun, includesPrivate },
  });

test('every real file is imported as its preview says, and the second time nothing is new', {
  tags: ['all'],
  timeout: 300_000,
}, async () => {
  for (const given of realCalendars) {
    const text = readCalendarFile(given);
    const preview = await importFile(text, true, true);
    expect([given.file, preview.status]).toEqual([given.file, given.taken === null ? 422 : 200]);
    if (given.taken === null) continue;
    const done = (await importFile(text, false, true)).value();
    expect([given.file, done.items]).toEqual([given.file, preview.value().items]);
    const again = (await importFile(text, true, true)).value().items;
    const outcomes = new Set(again.map(({ outcome }) => outcome));
    expect([given.file, outcomes.has('new') || outcomes.has('updated')]).toEqual([
      given.file,
      false,
    ]);
  }
});

const { amount: files, seed } = planRandom('calendar-imports');

test(
  `a mutated file is imported as its preview says, or refused, and never fails the hub (seed ${seed})`,
  async () => {
    // A chapter of its own, or what others brought would be updated.
    const ana = await (await hub.chapter('Lisbon')).person('Ana Silva');
    const own = (await ana.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
    const send = (text: string, isDryRun: boolean) =>
      ana.call(feedCalls.import, {
        params: { calendarId: own },
        body: { text, isDryRun, includesPrivate: true },
      });
    await fc.assert(
      fc.asyncProperty(mutatedCalendar, async (text) => {
        const preview = await send(text, true);
        const done = await send(text, false);
        expect([200, 413, 422]).toContain(preview.status);
        expect(done.status).toBe(preview.status);
        if (done.status === 200) expect(done.value().items).toEqual(preview.value().items);
      }),
      { numRuns: files, seed, endOnFailure: files > 1_000 },
    );
  },
  Math.max(120_000, files * 500),
);

const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
    '\r\n',
  );

test('a month given twice is imported once', async () => {
  const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2,7,4,9,9,6,11,1;COUNT=8';
  const { items } = (
    await importFile(event('twice', 'DTSTART:20270110T180000', rule), false)
  ).value();
  expect(items.map(({ outcome }) => outcome)).toEqual(['new']);
});

test('a private event is imported only if one says so, and the preview names what it loses', async () => {
  const text = event('private', 'DTSTART:20270110T180000', 'CLASS:PRIVATE', 'COLOR:red');
  expect((await importFile(text, false)).value().items).toEqual([
    {
      uid: 'private',
      title: 'Untitled event',
      startDate: '2027-01-10T18:00',
      endDate: '2027-01-10T18:00',
      isRecurring: false,
      isPrivate: true,
      losses: ['Not kept: color'],
      outcome: 'refused',
      reason: 'The file says it is private',
    },
  ]);
  expect((await importFile(text, false, true)).value().items[0]?.outcome).toBe('new');
});
