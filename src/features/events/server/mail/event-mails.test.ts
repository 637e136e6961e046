/** Emails about occurrences that members have an RSVP for, from the change to the mail server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestPerson } from '#app/testing/hub.ts';
import type { ReceivedMail } from '#features/identity/server/testing/mail-server.ts';
import type { Instant } from '#kit/day.ts';
import { eventCalls } from '../../contract.ts';
import type { EventDetail, Scope } from '../../event.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { answer, type EventMailHub, startEventMailHub } from '../testing/event-mail-hub.ts';
import {
  createSeriesScene,
  type SeriesScene,
  toChange,
  today,
  weekly,
} from '../testing/series-scene.ts';

let mailHub: EventMailHub;
let hub: EventMailHub['hub'];
let owner: EventMailHub['owner'];
let scene: Omit<SeriesScene, 'hub'>;
let now: Instant = today;

beforeAll(async () => {
  mailHub = await startEventMailHub(() => now);
  ({ hub, owner } = mailHub);
});
beforeEach(async () => {
  now = today;
  scene = await createSeriesScene(hub);
});
afterAll(() => mailHub?.close());

const listWaiting = () => mailHub.listWaiting(scene.chapter);
const letTimePass = () => mailHub.letTimePass(scene.chapter);
const listMailsTo = (person: TestPerson) => mailHub.listMailsTo(person);
const findMailTo = (person: TestPerson) => mailHub.findMailTo(scene.chapter, person);

const once = { recurrence: null };
const moved = { startDate: '2027-03-03T19:00', endDate: '2027-03-03T21:00' } as const;

function changeBy(person: TestPerson, shown: EventDetail, scope: Scope, edit: object) {
  return person.call(eventCalls.update, {
    params: { calendarId: scene.calendarId, eventId: shown.id },
    body: toChange(shown, scope, edit),
  });
}

test('who is going or may go is notified of a move, once; who changed it or is not going is not', async () => {
  const shown = await scene.createEvent(once);
  const [ben, cleo] = [
    await scene.chapter.person('Ben Li'),
    await scene.chapter.person('Cleo Ash'),
  ];
  await scene.rsvp(shown, scene.ana);
  await scene.rsvp(shown, scene.maya);
  await answer(shown, ben, 'maybe');
  await answer(shown, cleo, 'not-going');
  const changed = await scene.change(shown, 'all', { ...moved, location: 'Pier 7' });
  expect((await listWaiting()).map(({ seconds }) => seconds)).toEqual([300, 300]);

  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe('Moved: Forum');
  expect(mail.text).toContain(
    'Forum has moved. Before: Tue, Mar 2, 2027, 6:00 – 8:00 PM. Now: Wed, Mar 3, 2027, 7:00 – 9:00 PM (America/Los_Angeles).',
  );
  expect(mail.text).toContain('Location before: Board room. Location now: Pier 7.');
  expect(mail.text).toContain('Your RSVP is still going, with 1 guest.');
  expect(mail.link).toContain(`event=${shown.id}`);
  const [calendar, ...others] = mail.calendars;
  expect(others).toEqual([]);
  expect(calendar?.method).toBe('REQUEST');
  expect(calendar?.content).toContain('DTSTART;TZID=America/Los_Angeles:20270303T190000');
  expect(calendar?.content).toContain(`SEQUENCE:${changed.version}\r\n`);
  expect(changed.version).toBeGreaterThan(shown.version);
  expect((await findMailTo(ben)).text).toContain('Your RSVP is still maybe.');
  expect(await listMailsTo(cleo)).toEqual([]);
  expect(await listMailsTo(scene.maya)).toEqual([]);
});

test('a new title, and a change of what is over, notify no one', async () => {
  const shown = await scene.createEvent(once);
  await scene.rsvp(shown, scene.ana);
  await scene.change(shown, 'all', { title: 'Grand Forum', capacity: 40 });
  expect(await listWaiting()).toEqual([]);
  const past = '2026-11-20T19:00:00.000Z';
  await sql`update hub.event_occurrence set starts_at = ${past}, ends_at = ${past}
    where id = ${shown.occurrenceId}`.execute(hub.db);
  await scene.remove(shown, 'all');
  expect(await listWaiting()).toEqual([]);
});

test('a canceled series is one mail, with a file for each date the member has an RSVP for', async () => {
  const event = await scene.createEvent();
  const [second, fourth] = [
    await scene.readOccurrence(event, 1),
    await scene.readOccurrence(event, 3),
  ];
  await scene.rsvp(second, scene.ana);
  await answer(fourth, scene.ana, 'maybe');
  await scene.remove(event, 'all');
  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe('Canceled: Forum');
  expect(mail.text).toContain('Forum is canceled. It was Tue, Mar 9, 2027');
  expect(mail.text).toContain('Forum is canceled. It was Tue, Mar 23, 2027');
  expect(mail.calendars.map(({ method }) => method)).toEqual(['CANCEL', 'CANCEL']);
  expect(mail.calendars.map(({ content }) => /UID:(.*)@/.exec(content)?.[1])).toEqual([
    second.occurrenceId,
    fourth.occurrenceId,
  ]);
});

test.each([
  ['one', 1],
  ['following', 2],
] as const)('canceling %s announces %i of two dates', async (scope, count) => {
  const event = await scene.createEvent();
  for (const index of [2, 4]) await scene.rsvp(await scene.readOccurrence(event, index), scene.ana);
  await scene.remove(await scene.readOccurrence(event, 2), scope);
  const mail = await findMailTo(scene.ana);
  expect(mail.calendars.map(({ method }) => method)).toEqual(Array(count).fill('CANCEL'));
});

test('this and following moved keeps the ids by which calendars know the dates', async () => {
  const event = await scene.createEvent();
  const third = await scene.readOccurrence(event, 2);
  await scene.rsvp(await scene.readOccurrence(event, 0), scene.ana);
  await scene.rsvp(third, scene.ana);
  const times = { startDate: '2027-03-16T07:00', endDate: '2027-03-16T08:00' } as const;
  const after = await scene.change(third, 'following', times);
  expect(after.id).not.toBe(event.id);
  const mail = await findMailTo(scene.ana);
  expect(mail.text).toContain('Now: Tue, Mar 16, 2027, 7:00 – 8:00 AM');
  expect(mail.text).not.toContain('Mar 2');
  expect(mail.calendars).toHaveLength(1);
  expect(mail.calendars[0]?.content).toContain(`UID:${third.occurrenceId}@chapter-hub`);
  expect(after.version).toBeGreaterThan(third.version);
});

test('changes within a few minutes are one mail, from what was known to what is true', async () => {
  const shown = await scene.createEvent(once);
  const other = await scene.createEvent({ ...once, title: 'Dinner' });
  await scene.rsvp(shown, scene.ana);
  await scene.rsvp(other, scene.ana);
  const first = await scene.change(shown, 'all', moved);
  await scene.change(first, 'all', {
    startDate: '2027-03-05T12:00',
    endDate: '2027-03-05T13:00',
  });
  await scene.remove(other, 'all');
  expect(await listWaiting()).toHaveLength(1);
  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe("2 events you RSVP'd to have changed");
  expect(mail.text).toContain(
    'Before: Tue, Mar 2, 2027, 6:00 – 8:00 PM. Now: Fri, Mar 5, 2027, 12:00 – 1:00 PM',
  );
  expect(mail.text).toContain('Dinner is canceled.');
  expect(mail.calendars.map(({ method }) => method).sort()).toEqual(['CANCEL', 'REQUEST']);
});

test('changes that go on are announced half an hour after the first', async () => {
  const shown = await scene.createEvent(once);
  await scene.rsvp(shown, scene.ana);
  const first = await scene.change(shown, 'all', moved);
  const start = Temporal.Instant.from(today);
  now = start.add({ minutes: 28 }).toString({ smallestUnit: 'millisecond' }) as Instant;
  const second = await scene.change(first, 'all', { location: 'Pier 7' });
  expect((await listWaiting()).map(({ seconds }) => seconds)).toEqual([120]);
  now = start.add({ minutes: 45 }).toString({ smallestUnit: 'millisecond' }) as Instant;
  await scene.change(second, 'all', { location: 'Pier 9' });
  // At once: nothing hurries it, and it may be gone before anyone could see it wait.
  await expect.poll(() => listMailsTo(scene.ana), { timeout: 30_000 }).toHaveLength(1);
  expect((await findMailTo(scene.ana)).text).toContain('Location now: Pier 9.');
});

const listFiles = (mail: ReceivedMail | undefined) =>
  mail?.calendars.map(({ method, content }) => [method, /UID:(.*)@/.exec(content)?.[1]]);

test('an event that begins to repeat, or no longer does, takes its former entry out of calendars', async () => {
  const shown = await scene.createEvent(once);
  await answer(shown, scene.ana, 'going');
  const repeated = await scene.change(shown, 'all', { recurrence: weekly });
  expect(repeated).toMatchObject({ id: shown.id, occurrenceId: shown.occurrenceId });
  const first = await findMailTo(scene.ana);
  expect(first.subject).toBe('Repeats now: Forum');
  expect(first.text).toContain(
    'Forum, Tue, Mar 2, 2027, 6:00 – 8:00 PM (America/Los_Angeles), repeats now: Every week on Tuesday for 8 occurrences.',
  );
  expect(first.text).toContain('Open the attached files');
  expect(listFiles(first)).toEqual([
    ['CANCEL', shown.id],
    ['REQUEST', shown.occurrenceId],
  ]);

  const second = await scene.readOccurrence(repeated, 1);
  await answer(second, scene.ana, 'going');
  await scene.change(repeated, 'all', { recurrence: null, ...moved });
  await letTimePass();
  const [, last] = await listMailsTo(scene.ana);
  expect(last?.text).toContain('It no longer repeats.');
  expect(last?.text).toContain('Forum is canceled. It was Tue, Mar 9, 2027');
  expect(listFiles(last)?.toSorted()).toEqual(
    [
      ['CANCEL', shown.occurrenceId],
      ['REQUEST', shown.id],
      // By the UID it had in the series, not that of the event, which is the date that stays.
      ['CANCEL', second.occurrenceId],
    ].toSorted(),
  );
});

test('a change that was taken back says nothing', async () => {
  const shown = await scene.createEvent(once);
  await scene.rsvp(shown, scene.ana);
  const { startDate, endDate } = shown;
  const changed = await scene.change(shown, 'all', moved);
  await scene.change(changed, 'all', { startDate, endDate });
  expect(await listWaiting()).toHaveLength(1);
  await letTimePass();
  expect(await listMailsTo(scene.ana)).toEqual([]);
});

test('of two who change an event each is notified of what the other did', async () => {
  const shown = await scene.createEvent(once);
  for (const person of [scene.ana, scene.maya]) await scene.rsvp(shown, person);
  const first = (await changeBy(scene.maya, shown, 'all', moved)).value();
  (await changeBy(scene.ana, first, 'all', { location: 'Pier 7' })).value();
  const mail = await findMailTo(scene.maya);
  expect(mail.subject).toBe('New location: Forum');
  // Ana saw the new times when she changed the place.
  expect(await listMailsTo(scene.ana)).toEqual([]);
});

test('a mail that could not be sent yet is replaced by one about everything since', async () => {
  const shown = await scene.createEvent(once);
  await scene.rsvp(shown, scene.ana);
  hub.smtp.behavior = { refusesWith: 451 };
  const first = await scene.change(shown, 'all', moved);
  await expect
    .poll(
      async () => {
        await owner.query(
          `update jobs.job set start_after = now() where data ->> 'chapterId' = $1 and state = 'created'`,
          [scene.chapter.id],
        );
        return (await listWaiting()).map(({ state }) => state);
      },
      { timeout: 60_000 },
    )
    .toEqual(['retry']);
  // Or it would be tried again meanwhile on a slow machine.
  await owner.query(
    `update jobs.job set start_after = now() + interval '1 hour' where data ->> 'chapterId' = $1`,
    [scene.chapter.id],
  );
  await scene.remove(first, 'all');
  expect((await listWaiting()).map(({ state }) => state)).toEqual(['created']);
  hub.smtp.behavior = {};
  const mail = await findMailTo(scene.ana);
  expect(mail.text).toContain('Forum is canceled. It was Tue, Mar 2, 2027, 6:00 – 8:00 PM');
});

test('a change that is rolled back queues no mail', async () => {
  const shown = await scene.createEvent(once);
  await scene.rsvp(shown, scene.ana);
  await owner.query('alter table hub.audit add constraint never check (false) not valid');
  try {
    expect((await scene.sendChange(shown, 'all', moved)).status).toBe(500);
    expect((await scene.remove(shown, 'all')).status).toBe(500);
  } finally {
    await owner.query('alter table hub.audit drop constraint never');
  }
  expect(await listWaiting()).toEqual([]);
});

test('who turned these emails off, left, is disabled or withdrew gets none', async () => {
  const shown = await scene.createEvent(once);
  const names = ['Off Turner', 'Dis Abled', 'Gone By', 'With Drawn'];
  const people: TestPerson[] = [];
  for (const name of names) people.push(await scene.chapter.person(name));
  const [off, disabled, gone, withdrawn] = people;
  if (!off || !disabled || !gone || !withdrawn) throw new Error('four people are needed');
  for (const person of [scene.ana, ...people]) await scene.rsvp(shown, person);
  expect((await off.call(eventMailCalls.detail)).value()).toEqual({ isOn: true, isSent: true });
  const set = await off.call(eventMailCalls.change, { body: { isOn: false } });
  expect(set.value()).toEqual({ isOn: false, isSent: true });
  expect((await off.call(eventMailCalls.detail)).value().isOn).toBe(false);
  await scene.change(shown, 'all', moved);
  await answer(shown, withdrawn, 'not-going');
  await owner.query(`update hub.member set status = 'disabled' where id = $1`, [disabled.memberId]);
  await owner.query('update auth.account set disabled_at = now() where id = $1', [gone.accountId]);
  await findMailTo(scene.ana);
  for (const person of people) expect(await listMailsTo(person)).toEqual([]);
});

test('a newer file that moves an imported event notifies those with an RSVP', async () => {
  const { calendarId, maya, ana } = scene;
  const file = (hour: string, sequence: number) => ({
    params: { calendarId },
    body: {
      text: `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:walk\nSEQUENCE:${sequence}\nDTSTART:20270302T${hour}0000\nDTEND:20270302T230000\nSUMMARY:Walk\nEND:VEVENT\nEND:VCALENDAR`,
      isDryRun: false,
      includesPrivate: false,
    },
  });
  (await maya.call(feedCalls.import, file('18', 0))).value();
  const query = { startDate: '2027-03-01', endDate: '2027-03-31' } as const;
  const { items } = (await maya.call(eventCalls.list, { params: { calendarId }, query })).value();
  const [occurrenceId] = items.map((each) => each.occurrenceId);
  if (!occurrenceId) throw new Error('the event must be imported');
  const body = { answer: 'going' as const, guests: 0 };
  (await ana.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
  (await maya.call(feedCalls.import, file('20', 1))).value();
  expect((await findMailTo(ana)).subject).toBe('Moved: Walk');
});

test('a newer file that restores a canceled date says that it is on again', async () => {
  const { calendarId, maya, ana } = scene;
  const importDates = async (sequence: number, status: string) => {
    const event = (lines: string) =>
      `BEGIN:VEVENT\nUID:walks\nSEQUENCE:${sequence}\n${lines}\nSUMMARY:Walk\nEND:VEVENT`;
    const series = 'DTSTART:20270302T180000\nDTEND:20270302T190000\nRRULE:FREQ=WEEKLY;COUNT=3';
    const second = `RECURRENCE-ID:20270309T180000\nDTSTART:20270309T180000\nDTEND:20270309T190000\nSTATUS:${status}`;
    const text = `BEGIN:VCALENDAR\n${event(series)}\n${event(second)}\nEND:VCALENDAR`;
    const body = { text, isDryRun: false, includesPrivate: false };
    (await maya.call(feedCalls.import, { params: { calendarId }, body })).value();
    await letTimePass();
  };
  await importDates(0, 'CONFIRMED');
  const query = { startDate: '2027-03-09', endDate: '2027-03-09' } as const;
  const { items } = (await maya.call(eventCalls.list, { params: { calendarId }, query })).value();
  const [second] = items;
  if (!second) throw new Error('the date must be imported');
  await answer(second, ana, 'going');
  await importDates(1, 'CANCELLED');
  await importDates(2, 'CONFIRMED');
  const [canceled, again] = await listMailsTo(ana);
  expect(canceled?.subject).toBe('Canceled: Walk');
  expect(again?.subject).toBe('On again: Walk');
  expect(again?.text).toContain('Walk is on again: Tue, Mar 9, 2027, 6:00 – 7:00 PM');
  expect(again?.text).toContain('Your RSVP is still going.');
  expect(again?.calendars.map(({ method }) => method)).toEqual(['REQUEST']);
});

test('without a mail server nothing is queued', async () => {
  const silent = await startTestHub({ clock: () => today });
  try {
    const own = await createSeriesScene(silent);
    const shown = await own.createEvent(once);
    await own.rsvp(shown, own.ana);
    await own.change(shown, 'all', moved);
    const { rows } = await sql`select from jobs.job where name = 'send-mail'`.execute(silent.db);
    expect(rows).toEqual([]);
    expect((await own.ana.call(eventMailCalls.detail)).value().isSent).toBe(false);
  } finally {
    await silent.close();
  }
});
