import { afterEach, expect, test } from 'vitest';
import { startTestHub } from '#app/testing/hub.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventCalls } from '../contract.ts';
import type { NewEvent } from '../event.ts';
import { rsvpCalls } from '../rsvp/rsvp-contract.ts';

const machineZone = process.env['TZ'];
afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = machineZone;
});

const dinner: NewEvent = {
  title: 'Dinner',
  description: '',
  location: '',
  startDate: '2031-03-08T23:30',
  endDate: '2031-03-09T02:30',
  categoryColor: '2563eb',
  recurrence: null,
  capacity: 2,
  maxGuests: 20,
  rsvpClosesMinutesBefore: 90,
};
const daily: NewEvent = {
  ...dinner,
  recurrence: {
    frequency: 'daily',
    interval: 1,
    byDay: [],
    byMonthDay: [],
    bySetPosition: [],
    byMonth: [],
    weekStart: 'SU',
    endBy: '2031-11-03',
    count: null,
  },
};

/** The replies to the event calls of a chapter, without ids and timestamps of writes. */
async function repliesUnder(zone: string): Promise<string> {
  process.env['TZ'] = zone;
  const hub = await startTestHub();
  try {
    const maya = await (await hub.chapter()).person('Maya Chen');
    const calendars = await maya.call(eventCalls.calendars);
    const calendarId = calendars.value().items[0]?.id ?? testId('');
    const params = { calendarId };
    const once = await maya.call(eventCalls.create, { params, body: dinner });
    const series = await maya.call(eventCalls.create, { params, body: daily });
    const { occurrenceId } = once.value();
    const answer = { answer: 'going' as const, guests: 1 };
    const query = { startDate: '2031-03-01', endDate: '2031-11-30' };
    const replies = [
      calendars,
      once,
      series,
      await maya.call(rsvpCalls.answer, { params: { occurrenceId }, body: answer }),
      await maya.call(eventCalls.list, { params, query }),
      await maya.call(eventCalls.detail, { params: { ...params, eventId: series.value().id } }),
      await maya.call(eventCalls.dates, { params, query: { year: 2031 } }),
      await maya.call(eventCalls.upcoming),
      await maya.call(eventCalls.search, { query: { take: 200, year: 2031 } }),
    ];
    const local = Temporal.Now.plainDateTimeISO().hour;
    expect(local).toBe(Temporal.Now.plainDateTimeISO(zone).hour);
    return withoutIds(replies.map(({ status, text }) => `${status} ${text}`).join('\n'));
  } finally {
    await hub.close();
  }
}

/** Replaces each id by the order in which it first appears. */
function withoutIds(text: string): string {
  const known = new Map<string, string>();
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
      const place = known.get(id) ?? `id-${known.size}`;
      known.set(id, place);
      return place;
    })
    .replaceAll(/"(createdAt|updatedAt|answeredAt)":"[^"]*"/g, '"$1":"then"');
}

test('replies are byte-identical in every time zone of the machine', async () => {
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu'];
  const replies: string[] = [];
  for (const zone of zones) replies.push(await repliesUnder(zone));
  expect(replies[0]?.length).toBeGreaterThan(100_000);
  expect(replies[1]).toBe(replies[0]);
  expect(replies[2]).toBe(replies[0]);
});
