/** Every write of an event, by who created it and by others, under both event policies. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { settingsBody } from '#features/chapters/server/testing/samples.ts';
import { pdfOf, upload } from '#features/files/server/testing/upload.ts';
import { type EventPolicy, eventPolicies } from '#kit/role.ts';
import { eventCalls } from '../contract.ts';
import type { EventDetail, Scope } from '../event.ts';
import { eventFileCalls } from '../event-file-contract.ts';
import { feedCalls } from '../feed-contract.ts';
import { rsvpCalls } from '../rsvp/rsvp-contract.ts';
import { forum, toChange, today } from './testing/series-scene.ts';

let hub: TestHub;
let chapter: TestChapter;
let creator: TestPerson;
let others: Record<'member' | 'treasurer' | 'admin', TestPerson>;

beforeAll(async () => {
  hub = await startTestHub({ clock: () => today });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  creator = await chapter.person('Maya Chen');
  others = {
    member: await chapter.person('Tom Becker'),
    treasurer: await chapter.person('Diego Alvarez', 'treasurer'),
    admin: await chapter.person('Ana Ruiz', 'admin'),
  };
});

async function choose(eventPolicy: EventPolicy): Promise<void> {
  const { admin } = others;
  const settings = await settingsBody({ admin });
  const raw = JSON.stringify({ ...settings, eventPolicy });
  (await admin.call(chapterCalls.change, { raw })).value();
}

async function findCalendarId() {
  const [calendar] = (await creator.call(eventCalls.calendars)).value().items;
  if (!calendar) throw new Error('a new chapter has no calendar');
  return calendar.id;
}

async function create(by = creator): Promise<EventDetail> {
  const params = { calendarId: await findCalendarId() };
  return (await by.call(eventCalls.create, { params, body: forum })).value();
}

const addressOf = ({ calendarId, id: eventId }: EventDetail) => ({ calendarId, eventId });
const uploadAs = (by: TestPerson) => upload(hub, by, pdfOf(), 'agenda.pdf', 'document');

async function update(by: TestPerson, scope: Scope, edit: Parameters<typeof toChange>[2]) {
  const event = await create();
  return by.call(eventCalls.update, {
    params: addressOf(event),
    body: toChange(event, scope, edit),
  });
}

async function remove(by: TestPerson, scope: Scope) {
  const event = await create();
  const query = { scope, occurrenceId: event.occurrenceId };
  return by.call(eventCalls.remove, { params: addressOf(event), query });
}

async function addFile(by: TestPerson) {
  const { occurrenceId } = await create();
  const fileIds = [await uploadAs(by)];
  return by.call(eventFileCalls.add, { params: { occurrenceId }, body: { fileIds } });
}

async function removeFile(by: TestPerson, bringsBack: boolean) {
  const params = { occurrenceId: (await create()).occurrenceId };
  const fileId = await uploadAs(creator);
  const body = { fileIds: [fileId] };
  (await creator.call(eventFileCalls.add, { params, body })).value();
  const given = { params: { ...params, fileId } };
  if (!bringsBack) return by.call(eventFileCalls.remove, given);
  await creator.call(eventFileCalls.remove, given);
  return by.call(eventFileCalls.add, { params, body });
}

/** What can be done to an event of the creator's. */
const writes: Record<string, (by: TestPerson) => Promise<{ status: number; refusal(): object }>> = {
  'edit a date': (by) => update(by, 'one', { title: 'Salon' }),
  'edit this and following dates': (by) => update(by, 'following', { title: 'Salon' }),
  'edit a series': (by) => update(by, 'all', { title: 'Salon' }),
  'move a date': (by) =>
    update(by, 'one', { startDate: '2027-03-03T18:00', endDate: '2027-03-03T20:00' }),
  'limit who can come': (by) => update(by, 'all', { capacity: 2, maxGuests: 0 }),
  'delete a date': (by) => remove(by, 'one'),
  'delete this and following dates': (by) => remove(by, 'following'),
  'delete a series': (by) => remove(by, 'all'),
  'add a file': addFile,
  'remove a file': (by) => removeFile(by, false),
  'bring a file back': (by) => removeFile(by, true),
};

test.each(Object.entries(writes))('%s: the creator and admins, or any member', async (_, write) => {
  const everyone = { creator, ...others };
  for (const policy of eventPolicies) {
    await choose(policy);
    for (const [who, person] of Object.entries(everyone)) {
      const reply = await write(person);
      const isAllowed = policy === 'open' || who === 'creator' || who === 'admin';
      if (isAllowed) expect(reply.status, `${who}, ${policy}`).toBeLessThan(300);
      else {
        expect(reply.status, `${who}, ${policy}`).toBe(403);
        expect(reply.refusal()).toMatchObject({
          code: 'creator_needed',
          message: "Only this event's creator and admins can change it",
        });
      }
    }
  }
});

test('a refused change leaves the event and the audit log as they were', async () => {
  await choose('creator');
  const event = await create();
  const audited = () =>
    hub.db.selectFrom('audit').select('id').where('chapter_id', '=', chapter.id).execute();
  const before = await audited();
  const sent = { params: addressOf(event), query: { scope: 'all' as const } };
  expect((await others.member.call(eventCalls.remove, sent)).status).toBe(403);
  expect((await creator.call(eventCalls.detail, { params: addressOf(event) })).value()).toEqual(
    event,
  );
  expect(await audited()).toEqual(before);
});

test('an admin who splits a series leaves its rest to its creator', async () => {
  await choose('creator');
  const { occurrenceId: _, ...event } = await create();
  const query = { startDate: '2027-03-01', endDate: '2027-03-31' } as const;
  const { calendarId } = event;
  const listed = await creator.call(eventCalls.list, { params: { calendarId }, query });
  const third = listed.value().items[2]?.occurrenceId;
  if (!third) throw new Error('the series has a third date');
  const shown = { ...event, occurrenceId: third, startDate: '2027-03-16T18:00' as const };
  const body = toChange({ ...shown, endDate: '2027-03-16T20:00' }, 'following', { title: 'Rest' });
  const rest = (
    await others.admin.call(eventCalls.update, { params: addressOf({ ...shown }), body })
  ).value();
  expect([rest.id === event.id, rest.createdByUserId]).toEqual([false, creator.memberId]);
  const sent = { params: addressOf(rest), query: { scope: 'all' as const } };
  expect((await others.treasurer.call(eventCalls.remove, sent)).status).toBe(403);
  expect((await creator.call(eventCalls.remove, sent)).status).toBe(200);
});

test('every member answers for themselves, and creates events of their own', async () => {
  await choose('creator');
  const params = { occurrenceId: (await create()).occurrenceId };
  const answered = await others.member.call(rsvpCalls.answer, {
    params,
    body: { answer: 'going', guests: 1 },
  });
  expect(answered.status).toBe(200);
  const own = await create(others.member);
  const sent = { params: addressOf(own), query: { scope: 'all' as const } };
  expect((await others.member.call(eventCalls.remove, sent)).status).toBe(200);
});

test('calendars, which nobody in particular created, are then changed by admins alone', async () => {
  const params = { calendarId: await findCalendarId() };
  const rename = (by: TestPerson, name: string) =>
    by.call(eventCalls.changeCalendar, { params, body: { name, isMain: true } });
  expect((await rename(others.member, 'Season')).status).toBe(200);
  await choose('creator');
  for (const person of [creator, others.treasurer]) {
    const refused = await rename(person, 'Mine');
    expect([refused.status, refused.refusal().code]).toEqual([403, 'admin_needed']);
  }
  expect((await rename(others.admin, 'Year')).status).toBe(200);
  const body = { name: 'Learning' };
  expect((await creator.call(eventCalls.createCalendar, { body })).status).toBe(201);
});

const toFile = (title: string, status = 'CONFIRMED', sequence = 0) =>
  `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:walk@example.org\nSEQUENCE:${sequence}\nSTATUS:${status}\nDTSTART:20270101T180000\nSUMMARY:${title}\nEND:VEVENT\nEND:VCALENDAR`;

test.each([
  ['update', toFile('Run', 'CONFIRMED', 1), 'updated'],
  ['cancel', toFile('Walk', 'CANCELLED', 1), 'canceled'],
])(
  'a file that would %s what someone else imported changes nothing of it',
  async (_, text, done) => {
    const params = { calendarId: await findCalendarId() };
    const importAs = async (by: TestPerson, file: string, isDryRun = false) => {
      const reply = await by.call(feedCalls.import, {
        params,
        body: { text: file, isDryRun, includesPrivate: false },
      });
      const [item] = reply.value().items;
      return { outcome: item?.outcome, reason: item?.reason };
    };
    await choose('creator');
    await importAs(creator, toFile('Walk'));
    const refused = {
      outcome: 'refused',
      reason: "Only this event's creator and admins can change it",
    };
    expect(await importAs(others.member, text, true)).toEqual(refused);
    expect(await importAs(others.member, text)).toEqual(refused);
    expect((await importAs(others.member, toFile('Walk'))).outcome).toBe('unchanged');
    expect((await importAs(creator, text)).outcome).toBe(done);
  },
);
