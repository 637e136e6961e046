import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import type { Id } from '#kit/id.ts';
import { eventCalls } from '../../contract.ts';
import type { EventDetail } from '../../event.ts';
import { attendanceCalls } from '../../rsvp/attendance-contract.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ana: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  chapter = await hub.chapter();
  ana = await chapter.person('Ana', 'admin');
});
afterAll(() => hub?.close());

async function answer(
  person: TestPerson,
  occurrenceId: Id<'occurrence'>,
  body: { answer: 'going' | 'maybe'; guests: number } = { answer: 'going', guests: 0 },
): Promise<void> {
  (await person.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
}

async function addEvent(title: string, capacity: number | null = null, by = ana) {
  const [calendar] = (await ana.call(eventCalls.calendars)).value().items;
  if (!calendar) throw new Error('a chapter has a calendar');
  const day = Temporal.Now.plainDateISO('America/Los_Angeles').add({ days: 1 }).toString();
  const times = { startDate: `${day}T18:00:00`, endDate: `${day}T20:00:00` };
  return (
    await by.call(eventCalls.create, {
      params: { calendarId: calendar.id },
      raw: JSON.stringify({ title, ...times, capacity }),
    })
  ).value();
}

/** What an update must say. */
const pickChange = (event: EventDetail) => {
  const { title, description, location, startDate, endDate, categoryColor } = event;
  const { capacity, rsvpClosesMinutesBefore } = event;
  return {
    title,
    description,
    location,
    startDate,
    endDate,
    categoryColor,
    capacity,
    rsvpClosesMinutesBefore,
  };
};

async function facesOf(title: string, person = ana) {
  const { items } = (await person.call(eventCalls.upcoming)).value();
  return items.find((each) => each.title === title)?.faces;
}

test('the first five who are going are named in order of arrival, and all are counted', async () => {
  const { occurrenceId } = await addEvent('Dinner');
  expect(await facesOf('Dinner')).toEqual({ people: [], count: 0 });
  const people: TestPerson[] = [];
  for (let at = 0; at < 7; at += 1) people.push(await chapter.person(`Guest ${at}`));
  const [first, second] = people as [TestPerson, TestPerson];
  await hub.db
    .updateTable('member')
    .set({ created_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', first.memberId)
    .execute();
  // One after the other, so that they arrive in this order.
  for (const person of people) await answer(person, occurrenceId);
  await answer(await chapter.person('Undecided'), occurrenceId, { answer: 'maybe', guests: 0 });
  expect(await facesOf('Dinner')).toEqual({
    people: [0, 1, 2, 3, 4].map((at) => ({
      id: people[at]?.memberId,
      name: `Guest ${at}`,
      isNew: at > 0,
    })),
    count: 7,
  });
  // Members without access have no face, though a disabled member keeps their spot.
  for (const [person, status] of [
    [first, 'disabled'],
    [second, 'removed'],
  ] as const) {
    const params = { memberId: person.memberId };
    (await ana.call(membershipCalls.changeStatus, { params, body: { status } })).value();
  }
  const faces = await facesOf('Dinner');
  expect(faces?.count).toBe(5);
  expect(faces?.people.map(({ name }) => name)).toEqual([2, 3, 4, 5, 6].map((at) => `Guest ${at}`));
});

test('who waits for a spot is not shown, and guests have no face', async () => {
  const { occurrenceId } = await addEvent('Small table', 2);
  const [lea, kim] = [await chapter.person('Lea'), await chapter.person('Kim')];
  await answer(lea, occurrenceId, { answer: 'going', guests: 1 });
  await answer(kim, occurrenceId);
  expect(await facesOf('Small table')).toMatchObject({ people: [{ name: 'Lea' }], count: 1 });
});

test('a host hides who is coming from all but themselves, treasurers and admins, at every date', async () => {
  const host = await chapter.person('Hosea');
  const [mona, lea] = [await chapter.person('Mona'), await chapter.person('Leo')];
  const treasurer = await chapter.person('Trudy', 'treasurer');
  const event = await addEvent('Quiet table', null, host);
  const { occurrenceId, calendarId, id: eventId } = event;
  await answer(mona, occurrenceId);
  await answer(lea, occurrenceId);
  const hide = (by: TestPerson, hidesNames: boolean) =>
    by.call(eventCalls.update, {
      params: { calendarId, eventId },
      body: { ...pickChange(event), scope: 'all', occurrenceId, hidesNames },
    });
  const refused = await hide(mona, true);
  expect([refused.status, refused.refusal().code]).toEqual([403, 'not_the_host']);
  expect((await facesOf('Quiet table', mona))?.people).toHaveLength(2);
  expect((await hide(host, true)).value()).toMatchObject({
    hidesNames: true,
    participants: ['Mona', 'Leo'],
  });
  // Edits by others change nothing about that.
  (
    await mona.call(eventCalls.update, {
      params: { calendarId, eventId },
      body: { ...pickChange(event), scope: 'all', occurrenceId, location: 'The pier' },
    })
  ).value();

  for (const [person, names] of [
    [host, ['Mona', 'Leo']],
    [treasurer, ['Mona', 'Leo']],
    [ana, ['Mona', 'Leo']],
    [mona, []],
  ] as const) {
    const faces = await facesOf('Quiet table', person);
    expect(faces?.people.map(({ name }) => name)).toEqual(names);
    expect(faces?.count).toBe(2);
    const params = { calendarId, eventId };
    const detail = (await person.call(eventCalls.detail, { params })).value();
    expect([detail.participants, detail.rsvp.going]).toEqual([names, 2]);
    const { items } = (await person.call(eventCalls.search)).value();
    const card = items.find(({ title }) => title === 'Quiet table');
    expect(card?.participants).toEqual(names);
    expect(card?.participantIds).toHaveLength(names.length);
  }
  const answersTo = async (person: TestPerson) =>
    (await person.call(rsvpCalls.answers, { params: { occurrenceId } }))
      .value()
      .items.map(({ name }) => name);
  expect(await answersTo(host)).toEqual(['Mona', 'Leo']);
  expect(await answersTo(mona)).toEqual(['Mona']);
  const eventsOf = async (person: TestPerson, by: TestPerson) =>
    (await by.call(attendanceCalls.ofMember, { params: { memberId: person.memberId } }))
      .value()
      .items.map(({ title }) => title);
  expect(await eventsOf(mona, mona)).toEqual(['Quiet table']);
  expect(await eventsOf(mona, lea)).toEqual([]);
  expect(await eventsOf(mona, ana)).toEqual(['Quiet table']);
});

test('where names are hidden, members who wait for a spot still read how many are before them', async () => {
  const host = await chapter.person('Hostess');
  const event = await addEvent('Full table', 1, host);
  const { occurrenceId, calendarId, id: eventId } = event;
  for (const name of ['First', 'Second', 'Third']) {
    await answer(await chapter.person(name), occurrenceId);
  }
  const last = await chapter.person('Last');
  await answer(last, occurrenceId);
  const body = { ...pickChange(event), scope: 'all', occurrenceId, hidesNames: true } as const;
  (await host.call(eventCalls.update, { params: { calendarId, eventId }, body })).value();
  const { items, rsvp } = (
    await last.call(rsvpCalls.answers, { params: { occurrenceId } })
  ).value();
  expect(items.map(({ name, position }) => [name, position])).toEqual([['Last', 3]]);
  expect([rsvp.mine?.position, rsvp.waitlisted]).toEqual([3, 3]);
});

test('another chapter sees none of it', async () => {
  const stranger = await (await hub.chapter()).person('Sam');
  expect((await stranger.call(eventCalls.upcoming)).value().items).toEqual([]);
});
