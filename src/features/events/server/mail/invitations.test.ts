/** Emails that invite all members of a chapter to a new event. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { eventCalls } from '../../contract.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { answer, type EventMailHub, startEventMailHub } from '../testing/event-mail-hub.ts';
import { createSeriesScene, type SeriesScene, today } from '../testing/series-scene.ts';

let mailHub: EventMailHub;
let scene: Omit<SeriesScene, 'hub'>;

beforeAll(async () => {
  mailHub = await startEventMailHub(() => today);
});
beforeEach(async () => {
  scene = await createSeriesScene(mailHub.hub);
});
afterAll(() => mailHub?.close());

const listWaiting = () => mailHub.listWaiting(scene.chapter);
const letTimePass = () => mailHub.letTimePass(scene.chapter);
const listMailsTo = (person: TestPerson) => mailHub.listMailsTo(person);
const findMailTo = (person: TestPerson) => mailHub.findMailTo(scene.chapter, person);

const invited = { recurrence: null, emailsMembers: true };
const moved = { startDate: '2027-03-03T19:00', endDate: '2027-03-03T21:00' } as const;
const findUid = (content = '') => /^UID:(.*)\r$/m.exec(content)?.[1];

test('every other member is invited, with a file that their calendar adds', async () => {
  const ben = await scene.chapter.person('Ben Li');
  const shown = await scene.createEvent(invited);
  expect((await listWaiting()).map(({ seconds }) => seconds)).toEqual([300, 300]);
  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe('Invitation: Forum');
  expect(mail.text).toContain('There is a new event in the');
  expect(mail.text).toContain(
    'Maya Chen added Forum: Tue, Mar 2, 2027, 6:00 – 8:00 PM (America/Los_Angeles). Location: Board room.',
  );
  expect(mail.text).toContain(`View Event and RSVP:\n${mail.link}\n`);
  expect(mail.link).toContain(`event=${shown.id}`);
  expect(mail.calendars.map(({ method }) => method)).toEqual(['REQUEST']);
  const [calendar] = mail.calendars;
  expect(calendar?.content).toContain('DTSTART;TZID=America/Los_Angeles:20270302T180000');
  expect(calendar?.content).toContain('PARTSTAT=NEEDS-ACTION');
  expect(calendar?.content.match(/^ATTENDEE/gm)).toHaveLength(1);
  expect(await findMailTo(ben)).toMatchObject({ subject: 'Invitation: Forum' });
  expect(await listMailsTo(scene.maya)).toEqual([]);
});

test('who is invited is notified of moves and the end, under the same UID, until they decline', async () => {
  const ben = await scene.chapter.person('Ben Li');
  const shown = await scene.createEvent(invited);
  const invitation = await findMailTo(scene.ana);
  await answer(shown, ben, 'not-going');
  const changed = await scene.change(shown, 'all', moved);
  await letTimePass();
  const [, move] = await listMailsTo(scene.ana);
  expect(move?.subject).toBe('Moved: Forum');
  expect(move?.text).toContain("You haven't RSVP'd yet.");
  expect(move?.text).not.toContain('you RSVP');
  await scene.remove(changed, 'all');
  await letTimePass();
  const [, , end] = await listMailsTo(scene.ana);
  expect(end?.subject).toBe('Canceled: Forum');
  const uid = findUid(invitation.calendars[0]?.content);
  expect(uid).toBe(`${shown.id}@chapter-hub`);
  for (const mail of [move, end]) expect(findUid(mail?.calendars[0]?.content)).toBe(uid);
  expect(end?.calendars[0]?.method).toBe('CANCEL');
  expect(await listMailsTo(ben)).toHaveLength(1);
});

test('who made the event answers, or an admin, by an address that every member may see', async () => {
  const { owner } = mailHub;
  const { ana, maya, chapter } = scene;
  const setPrivacy = (person: TestPerson, email: string) =>
    owner.query(
      `update hub.member set privacy = jsonb_build_object('email', $1::text) where id = $2`,
      [email, person.memberId],
    );
  const findEmail = async ({ memberId }: TestPerson) =>
    (await owner.query('select email from hub.member where id = $1', [memberId])).rows[0].email;
  const admin = await chapter.person('Ada Admin', 'admin');
  await owner.query(`update hub.member set role = 'member' where chapter_id = $1 and id <> $2`, [
    chapter.id,
    admin.memberId,
  ]);
  let sent = 0;
  const findReplyTo = async () => {
    await scene.createEvent(invited);
    await letTimePass();
    const mails = await listMailsTo(ana);
    sent += 1;
    expect(mails).toHaveLength(sent);
    return mails.at(-1)?.replyTo;
  };
  expect(await findReplyTo()).toBe(await findEmail(maya));
  await setPrivacy(maya, 'admins');
  expect(await findReplyTo()).toBe(await findEmail(admin));
  await setPrivacy(admin, 'me');
  expect(await findReplyTo()).toBe('');
});

test('an event that moves before it is announced is announced once, as it is', async () => {
  const shown = await scene.createEvent(invited);
  await scene.change(shown, 'all', moved);
  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe('Invitation: Forum');
  expect(mail.text).toContain('Forum: Wed, Mar 3, 2027, 7:00 – 9:00 PM');
});

test('an event that is deleted before it is announced invites no one', async () => {
  const shown = await scene.createEvent(invited);
  await scene.remove(shown, 'all');
  await letTimePass();
  expect(await listMailsTo(scene.ana)).toEqual([]);
});

test('several new events are one mail', async () => {
  await scene.createEvent(invited);
  await scene.createEvent({ ...invited, title: 'Dinner' });
  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe('2 new events');
  expect(mail.calendars).toHaveLength(2);
});

test('new and changed events are one mail that says so', async () => {
  const shown = await scene.createEvent({ recurrence: null });
  await scene.rsvp(shown, scene.ana);
  await scene.change(shown, 'all', moved);
  await scene.createEvent({ ...invited, title: 'Dinner' });
  const mail = await findMailTo(scene.ana);
  expect(mail.subject).toBe('2 events are new or have changed');
});

test('a series invites to its first date that is not over, and says how it repeats', async () => {
  const series = await scene.createEvent({
    emailsMembers: true,
    startDate: '2026-11-03T18:00',
    endDate: '2026-11-03T20:00',
  });
  const mail = await findMailTo(scene.ana);
  expect(mail.text).toContain('Forum: Tue, Nov 24');
  expect(mail.text).toContain('It repeats: Every week on Tuesday for 8 occurrences.');
  expect(mail.calendars).toHaveLength(1);
  // Only who RSVPs to other dates is notified of them.
  const { calendarId, maya } = scene;
  const query = { startDate: '2026-12-01', endDate: '2026-12-31' } as const;
  const { items } = (await maya.call(eventCalls.list, { params: { calendarId }, query })).value();
  const [later] = items;
  if (!later) throw new Error('the series must go on');
  await scene.remove({ ...series, occurrenceId: later.occurrenceId }, 'one');
  await letTimePass();
  expect(await listMailsTo(scene.ana)).toHaveLength(1);
});

test('a whole day is a day in the mail and the file', async () => {
  await scene.createEvent({
    ...invited,
    startDate: '2027-03-02T00:00',
    endDate: '2027-03-03T00:00',
  });
  const mail = await findMailTo(scene.ana);
  expect(mail.text).toContain('Forum: Tue, Mar 2, 2027, all day.');
  expect(mail.calendars[0]?.content).toContain('DTSTART;VALUE=DATE:20270302');
});

describe('no one is invited', () => {
  test('unless its creator asks for it', async () => {
    await scene.createEvent({ recurrence: null });
    expect(await listWaiting()).toEqual([]);
  });

  test('to an event that is over', async () => {
    const times = { startDate: '2026-11-03T18:00', endDate: '2026-11-03T20:00' } as const;
    await scene.createEvent({ ...invited, ...times });
    expect(await listWaiting()).toEqual([]);
  });

  test('by a file', async () => {
    const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:walk\nDTSTART:20270302T180000\nDTEND:20270302T190000\nSUMMARY:Walk\nEND:VEVENT\nEND:VCALENDAR`;
    const body = { text, isDryRun: false, includesPrivate: false };
    const params = { calendarId: scene.calendarId };
    (await scene.maya.call(feedCalls.import, { params, body })).value();
    expect(await listWaiting()).toEqual([]);
  });

  test('who turned these emails off, left or is disabled', async () => {
    const [off, disabled] = [
      await scene.chapter.person('Off Turner'),
      await scene.chapter.person('Dis Abled'),
    ];
    (await off.call(eventMailCalls.change, { body: { isOn: false } })).value();
    const { owner } = mailHub;
    await owner.query(`update hub.member set status = 'disabled' where id = $1`, [
      disabled.memberId,
    ]);
    await scene.createEvent(invited);
    await findMailTo(scene.ana);
    for (const person of [off, disabled]) expect(await listMailsTo(person)).toEqual([]);
  });
});
