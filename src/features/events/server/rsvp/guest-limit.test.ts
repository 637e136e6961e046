import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { eventCalls } from '../../contract.ts';
import type { EventDetail, Scope } from '../../event.ts';
import { openRsvpScene, type RsvpScene, sendRsvp } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
let maya: TestPerson;
let tom: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  scene = await openRsvpScene();
  [maya, tom] = scene.people as [TestPerson, TestPerson];
  const [calendar] = (await maya.call(eventCalls.calendars)).value().items;
  calendarId = calendar?.id as Id<'calendar'>;
});
afterAll(() => scene?.hub.close());

const day = Temporal.Now.plainDateISO().add({ months: 2 });
async function create(fields: Record<string, unknown> = {}): Promise<EventDetail> {
  const raw = JSON.stringify({
    title: 'Supper',
    startDate: `${day.toString()}T18:00:00`,
    endDate: `${day.toString()}T21:00:00`,
    ...fields,
  });
  return (await maya.call(eventCalls.create, { params: { calendarId }, raw })).value();
}

const read = async ({ id }: EventDetail, occurrenceId: Id<'occurrence'>) =>
  (
    await tom.call(eventCalls.detail, {
      params: { calendarId, eventId: id },
      query: { occurrenceId },
    })
  ).value();

async function change(event: EventDetail, scope: Scope, maxGuests: number | undefined) {
  const { title, description, location, startDate, endDate, categoryColor } = event;
  const { capacity, rsvpClosesMinutesBefore, occurrenceId } = event;
  return maya.call(eventCalls.update, {
    params: { calendarId, eventId: event.id },
    body: {
      scope,
      occurrenceId,
      title,
      description,
      location,
      startDate,
      endDate,
      categoryColor,
      capacity,
      rsvpClosesMinutesBefore,
      ...(maxGuests === undefined ? {} : { maxGuests }),
    },
  });
}

test('an event takes 20 guests per member unless it says fewer', async () => {
  expect((await create()).maxGuests).toBe(20);
  const { maxGuests, rsvp } = await create({ maxGuests: 2 });
  expect([maxGuests, rsvp.maxGuests]).toEqual([2, 2]);
});

test('no member brings more guests than the event allows', async () => {
  const { occurrenceId } = await create({ maxGuests: 2 });
  const refused = await sendRsvp(tom, occurrenceId, 'going', 3);
  expect([refused.status, refused.refusal()]).toMatchObject([
    409,
    {
      code: 'too_many_guests',
      field: 'guests',
      message: 'Each member can bring at most 2 guests to this event',
    },
  ]);
  expect((await sendRsvp(tom, occurrenceId, 'going', 2)).value().mine?.guests).toBe(2);
  const alone = await create({ maxGuests: 0 });
  const withGuest = await sendRsvp(tom, alone.occurrenceId, 'going', 1);
  expect(withGuest.refusal().message).toBe(
    'This event is for members only, so no one can bring guests',
  );
  expect((await sendRsvp(tom, alone.occurrenceId, 'maybe', 9)).status).toBe(200);
});

test('who brings more than a lowered limit keeps their guests and can only bring fewer', async () => {
  const event = await create();
  const { occurrenceId } = event;
  (await sendRsvp(tom, occurrenceId, 'going', 5)).value();
  (await change(event, 'all', 2)).value();
  expect((await read(event, occurrenceId)).rsvp).toMatchObject({
    maxGuests: 2,
    mine: { guests: 5 },
  });
  expect((await sendRsvp(tom, occurrenceId, 'going', 6)).refusal().code).toBe('too_many_guests');
  expect((await sendRsvp(tom, occurrenceId, 'going', 4)).value().mine?.guests).toBe(4);
  expect((await sendRsvp(tom, occurrenceId, 'going', 5)).refusal().code).toBe('too_many_guests');
  (await sendRsvp(tom, occurrenceId, 'not-going')).value();
  expect((await sendRsvp(tom, occurrenceId, 'going', 3)).refusal().code).toBe('too_many_guests');
});

test('one date of a series may have its own limit, which an edit of all others keeps', async () => {
  const recurrence = { frequency: 'weekly', interval: 1, count: 3 };
  const series = await create({ recurrence, maxGuests: 4 });
  const own = (await change(series, 'one', 0)).value();
  expect(own).toMatchObject({ maxGuests: 0, isException: true });
  const next = (
    await maya.call(eventCalls.list, {
      params: { calendarId },
      query: {
        startDate: day.add({ days: 7 }).toString() as never,
        endDate: day.add({ days: 7 }).toString() as never,
      },
    })
  )
    .value()
    .items.find(({ eventId }) => eventId === series.id);
  const second = await read(series, next?.occurrenceId as Id<'occurrence'>);
  expect([second.maxGuests, second.isException]).toEqual([4, false]);
  (await change(second, 'all', 1)).value();
  expect((await read(series, second.occurrenceId)).maxGuests).toBe(1);
  expect((await read(series, own.occurrenceId)).maxGuests).toBe(0);
});

test('a client that does not know the limit leaves it as it is', async () => {
  const event = await create({ maxGuests: 3 });
  expect((await change(event, 'all', undefined)).value().maxGuests).toBe(3);
});
