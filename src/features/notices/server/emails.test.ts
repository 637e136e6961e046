/** Switches of emails: in the settings, and by links in emails, which programs open, too. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startTestHub,
  type TestChapter,
  type TestHub,
  type TestPerson,
  testSecret,
} from '#app/testing/hub.ts';
import { eventMailCalls } from '#features/events/event-mail-contract.ts';
import { linkToUnsubscribe } from '#features/identity/server/shared/link-token.ts';
import type { Instant } from '#kit/day.ts';
import { type MailSwitch, mailSwitches } from '#kit/mail.ts';
import { emailCalls } from '../contract.ts';

const today: Instant = '2027-01-12T18:00:00.000Z';

let now: Instant = today;
let hub: TestHub;
let chapter: TestChapter;
let ana: TestPerson;

beforeAll(async () => {
  hub = await startTestHub({ clock: () => now });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  now = today;
  chapter = await hub.chapter();
  ana = await chapter.person('Ana Ash');
});

const read = async (person = ana) => (await person.call(emailCalls.detail)).value();
const on = { isSent: false, money: true, events: true, weekly: true };

function linkOf(mail: MailSwitch, person = ana, secret = testSecret): string {
  const { chapterId, memberId } = person;
  return linkToUnsubscribe('https://hub.example.org', { chapterId, memberId, mail }, secret, today);
}
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

/** As a mail program does it: no cookie, and a form as RFC 8058 shows it. */
const post = (link: string, headers: Record<string, string> = {}) =>
  hub.request({
    method: 'POST',
    url: new URL(link).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  });

test('each switch is on until its member turns it off, and that is recorded', async () => {
  expect(await read()).toEqual(on);
  for (const mail of mailSwitches) {
    const body = { mail, isOn: false };
    const changed = (await ana.call(emailCalls.change, { body })).value();
    expect(changed).toEqual({ ...on, [mail]: false });
    (await ana.call(emailCalls.change, { body })).value();
    (await ana.call(emailCalls.change, { body: { mail, isOn: true } })).value();
  }
  const records = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_id', '=', ana.memberId)
    .orderBy('id')
    .execute();
  expect(records.map(({ after }) => after)).toEqual([
    { mailsAboutMoney: false },
    { mailsAboutMoney: true },
    { mailsAboutEvents: false },
    { mailsAboutEvents: true },
    { weeklyMails: false },
    { weeklyMails: true },
  ]);
  expect(records.every(({ actor_id }) => actor_id === ana.memberId)).toBe(true);
});

test('the switch of events is the one of before', async () => {
  (await ana.call(eventMailCalls.change, { body: { isOn: false } })).value();
  expect(await read()).toEqual({ ...on, events: false });
  (await ana.call(emailCalls.change, { body: { mail: 'events', isOn: true } })).value();
  expect((await ana.call(eventMailCalls.detail)).value().isOn).toBe(true);
});

describe('a link in an email', () => {
  test('turns off its one switch by one press, as often as it is pressed', async () => {
    const ben = await chapter.person('Ben Li');
    const link = linkOf('weekly');
    for (const _ of [1, 2]) {
      const reply = await post(link);
      expect([reply.statusCode, reply.headers.location, reply.headers['set-cookie']]).toEqual([
        200,
        undefined,
        undefined,
      ]);
    }
    expect(await read()).toEqual({ ...on, weekly: false });
    expect(await read(ben)).toEqual(on);
    const records = await hub.db
      .selectFrom('audit')
      .select('action')
      .where('chapter_id', '=', chapter.id)
      .where('entity_id', '=', ana.memberId)
      .execute();
    expect(records).toEqual([{ action: 'member.mails' }]);
  });

  test.each(['multipart/form-data; boundary=x', 'text/plain', 'application/json'])(
    'takes a form sent as %s, from any site',
    async (type) => {
      const reply = await post(linkOf('events'), {
        'content-type': type,
        origin: 'https://mail.example.com',
        'sec-fetch-site': 'cross-site',
      });
      expect(reply.statusCode).toBe(200);
      expect((await read()).events).toBe(false);
    },
  );

  test('changes nothing when a scanner opens it or asks for its headers', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await hub.request({ method, url: new URL(linkOf('events')).pathname });
      // Tests have no built app to show.
      expect([200, 404]).toContain(reply.statusCode);
    }
    const body = { token: tokenOf(linkOf('events')) };
    const looked = await hub.request({
      method: 'POST',
      url: '/api/emails/link/look',
      payload: body,
    });
    expect(looked.json()).toEqual({ mail: 'events', isOn: true, chapterName: expect.any(String) });
    expect(await read()).toEqual(on);
  });

  test('turns them off and on again on its page', async () => {
    const token = tokenOf(linkOf('events'));
    for (const isOn of [false, true]) {
      const payload = { token, isOn };
      const reply = await hub.request({ method: 'POST', url: '/api/emails/link', payload });
      expect([reply.statusCode, reply.json().isOn]).toEqual([200, isOn]);
      expect((await read()).events).toBe(isOn);
    }
  });

  test('is valid for a year', async () => {
    const link = linkOf('events');
    now = '2028-01-12T18:00:00.000Z';
    expect((await post(link)).statusCode).toBe(200);
    now = '2028-01-13T18:00:00.000Z';
    expect((await post(link)).statusCode).toBe(404);
  });

  test('is refused if anything of it was changed, or another hub made it', async () => {
    const link = linkOf('events');
    const changed = [...link].map(
      (letter, index) =>
        link.slice(0, index) + (letter === 'A' ? 'B' : 'A') + link.slice(index + 1),
    );
    const links = changed.slice(link.lastIndexOf('/') + 1);
    expect(links).toHaveLength(92);
    for (const each of [
      ...links,
      linkOf('events', ana, 'another secret'),
      `${link}A`,
      link.slice(0, -1),
    ]) {
      expect((await post(each)).statusCode).toBe(404);
    }
    expect(await read()).toEqual(on);
  });

  test('does nothing for who left, and waits while the chapter moves', async () => {
    const link = linkOf('events');
    await hub.db
      .updateTable('member')
      .set({ status: 'disabled' })
      .where('id', '=', ana.memberId)
      .execute();
    expect((await post(link)).statusCode).toBe(404);
    const ben = await chapter.person('Ben Li');
    await hub.db
      .updateTable('chapter')
      .set({ rests_until: '2999-01-01T00:00:00.000Z' })
      .where('id', '=', chapter.id)
      .execute();
    expect((await post(linkOf('events', ben))).statusCode).toBe(503);
  });
});
