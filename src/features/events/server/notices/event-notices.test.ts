/** Reminders of events, from the RSVP to the mail server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { emailCalls } from '#features/notices/contract.ts';
import { type NoticeHub, startNoticeHub } from '#features/notices/server/testing/notice-hub.ts';
import { type LocalDateTime, localToInstant } from '#kit/day.ts';
import { answer } from '../testing/event-mail-hub.ts';
import { createSeriesScene, type SeriesScene, today } from '../testing/series-scene.ts';

let notices: NoticeHub;
let scene: Omit<SeriesScene, 'hub'>;
beforeAll(async () => {
  notices = await startNoticeHub(today);
});
afterAll(() => notices?.close());
beforeEach(async () => {
  notices.setNow(today);
  scene = await createSeriesScene(notices.hub);
});

const once = { recurrence: null };
/** At this time where the chapter is. */
async function goTo(local: LocalDateTime) {
  notices.setNow(localToInstant(local, 'America/Los_Angeles'));
  await notices.pass({ minutes: 0 });
}
/** Without the summary of a Monday. */
const mailsTo = async (person: TestPerson) =>
  (await notices.mailsTo(person)).filter(({ subject }) => !subject.startsWith('This week'));
const subjectsTo = async (person: TestPerson) =>
  (await mailsTo(person)).map(({ subject }) => subject);

describe('the day before', () => {
  test('who is going or may go reads when, where, and who comes', async () => {
    const shown = await scene.createEvent(once);
    const [ben, cleo] = [
      await scene.chapter.person('Ben Li'),
      await scene.chapter.person('Cleo Ash'),
    ];
    await scene.rsvp(shown, scene.ana);
    await answer(shown, ben, 'maybe');
    await answer(shown, cleo, 'not-going');
    await goTo('2027-03-01T17:59');
    expect(await subjectsTo(scene.ana)).toEqual([]);
    await goTo('2027-03-01T18:00');
    await goTo('2027-03-01T18:15');
    const [mail, ...others] = await mailsTo(scene.ana);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Tomorrow at 6 PM: Forum');
    expect(mail?.text).toContain(
      'Forum: Tue, Mar 2, 6:00 – 8:00 PM (America/Los_Angeles). Location: Board room. Going: Ana Ruiz.',
    );
    expect(mail?.text).toContain("You're going, with 1 guest.");
    expect(mail?.link).toContain(`event=${shown.id}`);
    expect((await mailsTo(ben))[0]?.text).toContain('Your RSVP is maybe. Are you coming?');
    for (const person of [cleo, scene.maya]) expect(await subjectsTo(person)).toEqual([]);
  });

  test('it can be turned off by one press', async () => {
    const shown = await scene.createEvent(once);
    await scene.rsvp(shown, scene.ana);
    await goTo('2027-03-01T18:00');
    const [mail] = await mailsTo(scene.ana);
    const link = /^List-Unsubscribe: <(\S+)>\r$/im.exec(mail?.raw ?? '')?.[1] ?? '';
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im);
    expect(mail?.text).toContain(`Turn them off:\n${link}\n`);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    const url = new URL(link).pathname;
    const reply = await notices.hub.request({ method: 'POST', url, headers, payload });
    expect(reply.statusCode).toBe(200);
    const { rows } = await sql<{
      isOn: boolean;
    }>`select mails_about_events as "isOn" from hub.member
      where id = ${scene.ana.memberId}`.execute(notices.hub.db);
    expect(rows).toEqual([{ isOn: false }]);
  });

  test('what starts late at night is announced the evening before, and what starts early the day before', async () => {
    const late = { startDate: '2027-03-02T22:00', endDate: '2027-03-02T23:00' } as const;
    const early = { startDate: '2027-03-03T06:00', endDate: '2027-03-03T07:00' } as const;
    await scene.rsvp(await scene.createEvent({ ...once, ...late }), scene.ana);
    await scene.rsvp(await scene.createEvent({ ...once, ...early, title: 'Run' }), scene.ana);
    await goTo('2027-03-01T19:45');
    expect(await subjectsTo(scene.ana)).toEqual([]);
    await goTo('2027-03-01T20:00');
    expect(await subjectsTo(scene.ana)).toEqual(['Tomorrow at 10 PM: Forum']);
    await goTo('2027-03-02T06:45');
    await goTo('2027-03-02T07:00');
    expect(await subjectsTo(scene.ana)).toEqual([
      'Tomorrow at 10 PM: Forum',
      'Tomorrow at 6 AM: Run',
    ]);
  });

  test('what a server that was down has missed is announced until it starts', async () => {
    await scene.rsvp(await scene.createEvent(once), scene.ana);
    await goTo('2027-03-02T09:00');
    expect(await subjectsTo(scene.ana)).toEqual(['Today at 6 PM: Forum']);
    const other = await scene.createEvent({ ...once, title: 'Dinner' });
    await scene.rsvp(other, scene.maya);
    await goTo('2027-03-02T18:00');
    expect(await subjectsTo(scene.maya)).toEqual([]);
  });

  test('who answers on that day, or sees it canceled, gets no email', async () => {
    const shown = await scene.createEvent(once);
    const canceled = await scene.createEvent({ ...once, title: 'Dinner' });
    await scene.rsvp(canceled, scene.ana);
    notices.setNow(localToInstant('2027-03-01T17:00', 'America/Los_Angeles'));
    await scene.remove(canceled, 'all');
    notices.setNow(localToInstant('2027-03-02T08:00', 'America/Los_Angeles'));
    await scene.rsvp(shown, scene.maya);
    await goTo('2027-03-02T09:00');
    for (const person of [scene.ana, scene.maya]) {
      expect(
        (await subjectsTo(person)).filter((subject) => !subject.startsWith('Canceled')),
      ).toEqual([]);
    }
  });
});

describe('before RSVPs close', () => {
  const closing = { ...once, rsvpClosesMinutesBefore: 24 * 60 };

  test('who has not answered is asked two days before, once', async () => {
    const shown = await scene.createEvent(closing);
    await answer(shown, scene.ana, 'not-going');
    const ben = await scene.chapter.person('Ben Li');
    await goTo('2027-02-27T17:45');
    expect(await subjectsTo(ben)).toEqual([]);
    await goTo('2027-02-27T18:00');
    await goTo('2027-02-27T18:15');
    const [mail, ...others] = await mailsTo(ben);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('RSVP by Monday: Forum');
    expect(mail?.text).toContain('RSVP by Mon, Mar 1, 6:00 PM.');
    expect(await subjectsTo(scene.maya)).toEqual(['RSVP by Monday: Forum']);
    expect(await subjectsTo(scene.ana)).toEqual([]);
    const later = { startDate: '2027-03-03T18:00', endDate: '2027-03-03T20:00' } as const;
    notices.setNow(today);
    await scene.createEvent({ ...closing, ...later, title: 'Lunch' });
    await goTo('2027-02-28T18:00');
    expect(await subjectsTo(scene.ana)).toEqual(['RSVP by Tuesday: Lunch']);
  });

  test('nobody is asked to come to what is full, new, or a day late', async () => {
    const full = await scene.createEvent({ ...closing, capacity: 1, title: 'Full' });
    await answer(full, scene.ana, 'going');
    notices.setNow(localToInstant('2027-02-27T19:00', 'America/Los_Angeles'));
    await scene.createEvent({ ...closing, title: 'New' });
    await goTo('2027-02-28T09:00');
    expect(await subjectsTo(scene.maya)).toEqual([]);
    notices.setNow(today);
    await scene.createEvent({ ...closing, title: 'Old' });
    await goTo('2027-02-28T18:01');
    expect(await subjectsTo(scene.maya)).toEqual([]);
  });
});

describe('a spot', () => {
  const small = { ...once, capacity: 1 };
  const spotsTo = async (person: TestPerson) =>
    (await mailsTo(person)).filter(({ subject }) => subject.startsWith('You have a spot'));

  test('who was on the waitlist is notified after five minutes, at night too, once', async () => {
    const shown = await scene.createEvent(small);
    await answer(shown, scene.ana, 'going');
    const ben = await scene.chapter.person('Ben Li');
    await answer(shown, ben, 'going');
    notices.setNow(localToInstant('2027-02-25T22:00', 'America/Los_Angeles'));
    await answer(shown, scene.ana, 'not-going');
    await goTo('2027-02-25T22:04');
    expect(await spotsTo(ben)).toEqual([]);
    await goTo('2027-02-25T22:05');
    await goTo('2027-02-25T22:06');
    const [mail, ...others] = await spotsTo(ben);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('You have a spot: Forum, Tuesday 6 PM');
    expect(mail?.text).toContain(
      'Forum: Tue, Mar 2, 6:00 – 8:00 PM (America/Los_Angeles). Location: Board room. Going: Ben Li.',
    );
    expect(mail?.text).toContain("You're no longer on the waitlist. You're going.");
    expect(mail?.link).toContain(`event=${shown.id}`);
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im);
    expect(await spotsTo(scene.ana)).toEqual([]);
  });

  test('no email goes to who has answered since, made the room, or wants no such emails', async () => {
    const shown = await scene.createEvent(small);
    const [ben, cleo, dan] = [
      await scene.chapter.person('Ben Li'),
      await scene.chapter.person('Cleo Ash'),
      await scene.chapter.person('Dan Roe'),
    ];
    const people = [scene.ana, scene.maya, ben, cleo, dan];
    for (const person of people) await answer(shown, person, 'going');
    (await dan.call(emailCalls.change, { body: { mail: 'events', isOn: false } })).value();
    await scene.change(await scene.readOccurrence(shown, 0), 'all', { capacity: null });
    await answer(shown, cleo, 'not-going');
    await notices.pass({ minutes: 5 });
    const spots = await Promise.all(people.map(spotsTo));
    expect(spots.map(({ length }) => length)).toEqual([0, 0, 1, 0, 0]);
    expect((await spotsTo(ben))[0]?.subject).toBe('You have a spot: Forum, Tue, Mar 2, 2027, 6 PM');
  });

  test('no email goes out for a date that was canceled meanwhile, or a day later', async () => {
    const shown = await scene.createEvent(small);
    const late = await scene.createEvent({ ...small, title: 'Dinner' });
    for (const event of [shown, late])
      for (const person of [scene.maya, scene.ana]) await answer(event, person, 'going');
    for (const event of [shown, late]) await answer(event, scene.maya, 'not-going');
    await scene.remove(shown, 'all');
    await notices.pass({ hours: 25 });
    expect(await spotsTo(scene.ana)).toEqual([]);
  });
});
