/** Emails about payments, from the call to the mail server, and what all notices have in common. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestChapter, TestPerson } from '#app/testing/hub.ts';
import { type NoticeHub, startNoticeHub } from '#features/notices/server/testing/notice-hub.ts';
import type { Instant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { withClient } from '#server/database/with-client.ts';
import { type NewPayment, paymentCalls } from '../../contract.ts';

/** 10 AM in the chapters' zone. */
const morning: Instant = '2027-01-12T18:00:00.000Z';

let notices: NoticeHub;
let chapter: TestChapter;
let ana: TestPerson;
let ben: TestPerson;
let tara: TestPerson;

beforeAll(async () => {
  notices = await startNoticeHub(morning);
});
afterAll(() => notices?.close());
beforeEach(async () => {
  notices.setNow(morning);
  chapter = await notices.hub.chapter();
  ana = await chapter.person('Ana Ash');
  ben = await chapter.person('Ben Li');
  tara = await chapter.person('Tara Sol', 'treasurer');
});

const record = async (person: TestPerson, more: Partial<NewPayment> = {}) =>
  (
    await person.call(paymentCalls.record, {
      body: {
        fromMemberId: ana.memberId,
        toMemberId: ben.memberId,
        amount: cents(40_00),
        paidOn: '2027-01-12',
        method: 'check',
        reference: '1042',
        ...more,
      },
    })
  ).value();
const subjectsTo = async (person: TestPerson) =>
  (await notices.mailsTo(person)).map(({ subject }) => subject);
const setMember = (person: TestPerson, change: string) =>
  notices.hub.database.pool.query(`update hub.member set ${change} where id = $1`, [
    person.memberId,
  ]);

describe('a payment to confirm', () => {
  test('is sent to the payee after five minutes, once', async () => {
    const { id } = await record(ana);
    await notices.pass({ minutes: 4 });
    expect(await subjectsTo(ben)).toEqual([]);
    await notices.pass({ minutes: 1 });
    await notices.pass({ minutes: 1 });
    const [mail, ...others] = await notices.mailsTo(ben);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Did you get $40.00 from Ana Ash?');
    expect(mail?.text).toContain(
      'Ana Ash recorded a payment of $40.00 to you, check 1042, January 12, 2027.',
    );
    expect(mail?.text).toContain(`Confirm or Decline:\nhttp://localhost/payments?payment=${id}\n`);
    expect(mail?.text).toContain('Turn them off in Settings:\nhttp://localhost/settings');
    // Who may know the treasurer's address.
    expect(mail?.replyTo).toMatch(/^tara/);
    for (const person of [ana, tara]) expect(await subjectsTo(person)).toEqual([]);
  });

  test('is asked of the payer if the payee recorded it', async () => {
    await record(ben);
    await notices.pass({ minutes: 5 });
    expect(await subjectsTo(ana)).toEqual(['Did you pay Ben Li $40.00?']);
    const [mail] = await notices.mailsTo(ana);
    expect(mail?.text).toContain('Ben Li recorded a payment of $40.00 from you, check 1042,');
    expect(await subjectsTo(ben)).toEqual([]);
  });

  test('is not sent if it was canceled at once, or confirmed before the email left', async () => {
    const first = await record(ana);
    const params = { paymentId: first.id };
    (await ana.call(paymentCalls.withdraw, { params })).value();
    const second = await record(ana, { amount: cents(50_00) });
    await notices.pauseSending();
    notices.setNow('2027-01-12T18:05:00.000Z');
    await notices.runJob('tell-members');
    expect(await notices.countQueued()).toBe(1);
    (await ben.call(paymentCalls.confirm, { params: { paymentId: second.id } })).value();
    notices.resumeSending();
    await notices.untilSent();
    expect(await subjectsTo(ben)).toEqual([]);
  });

  test('is sent to treasurers at most once an hour, with all of them', async () => {
    const tom = await chapter.person('Tom Becker', 'admin');
    await record(ana, { toMemberId: null });
    await record(ben, { fromMemberId: ben.memberId, toMemberId: null, amount: cents(25_00) });
    await notices.pass({ minutes: 5 });
    await record(ana, { toMemberId: null, amount: cents(60_00) });
    await notices.pass({ minutes: 30 });
    for (const person of [tara, tom])
      expect(await subjectsTo(person)).toEqual(['2 payments to confirm']);
    await notices.pass({ minutes: 31 });
    expect(await subjectsTo(tara)).toEqual([
      '2 payments to confirm',
      'Did the chapter get $60.00 from Ana Ash?',
    ]);
    const [both] = await notices.mailsTo(tara);
    expect(both?.text).toContain('Ana Ash recorded a payment of $40.00 to the chapter');
    expect(both?.text).toContain('Ben Li recorded a payment of $25.00 to the chapter');
    expect(both?.link).toBe('http://localhost/payments?status=waiting');
  });

  test('does not name its amount in the subject where the chapter wants it so', async () => {
    await notices.hub.database.pool.query(
      'update hub.chapter set amounts_in_subjects = false where id = $1',
      [chapter.id],
    );
    await record(ana);
    await notices.pass({ minutes: 5 });
    const [mail] = await notices.mailsTo(ben);
    expect(mail?.subject).toBe('Did you get a payment from Ana Ash?');
    expect(mail?.text).toContain('$40.00');
  });
});

describe('a payment that no longer counts', () => {
  const reason = 'The check bounced';

  test('is sent to who recorded it, if it was declined', async () => {
    const { id } = await record(ana);
    (await ben.call(paymentCalls.reject, { params: { paymentId: id }, body: { reason } })).value();
    await notices.pass({ minutes: 5 });
    await notices.pass({ minutes: 5 });
    const [mail, ...others] = await notices.mailsTo(ana);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your $40.00 payment was declined');
    expect(mail?.text).toContain('Ben Li declined the payment of $40.00 from you, check');
    expect(mail?.text).toContain(`Reason: ${reason}`);
    expect(await subjectsTo(ben)).toEqual([]);
  });

  test('is sent to both sides, if a treasurer reversed it', async () => {
    const { id } = await record(tara);
    (
      await tara.call(paymentCalls.takeBack, { params: { paymentId: id }, body: { reason } })
    ).value();
    await notices.pass({ minutes: 5 });
    expect(await subjectsTo(ana)).toEqual(['Your $40.00 payment was reversed']);
    expect(await subjectsTo(ben)).toEqual(['The $40.00 payment from Ana Ash to you was reversed']);
    expect(await subjectsTo(tara)).toEqual([]);
  });
});

describe('no notice', () => {
  test('leaves at night: it does in the morning', async () => {
    notices.setNow('2027-01-13T04:58:00.000Z');
    await record(ana);
    await notices.pass({ minutes: 5 });
    await notices.pass({ hours: 9 });
    expect(await subjectsTo(ben)).toEqual([]);
    await notices.pass({ hours: 1 });
    expect(await subjectsTo(ben)).toHaveLength(1);
  });

  test('that waited for the mail server leaves at night', async () => {
    await record(ana);
    await notices.pauseSending();
    notices.setNow('2027-01-12T18:05:00.000Z');
    await notices.runJob('tell-members');
    notices.setNow('2027-01-13T05:30:00.000Z');
    notices.resumeSending();
    const state = async () => {
      const { rows } = await notices.hub.database.pool.query(
        `select state from jobs.job where data ->> 'chapterId' = $1`,
        [chapter.id],
      );
      return rows.map((row) => row.state);
    };
    await expect.poll(state, { timeout: 60_000 }).toEqual(['retry']);
    expect(await subjectsTo(ben)).toEqual([]);
    notices.setNow('2027-01-13T15:30:00.000Z');
    await notices.hub.database.pool.query(
      `update jobs.job set start_after = now() where state = 'retry'`,
    );
    await notices.untilSent();
    expect(await subjectsTo(ben)).toHaveLength(1);
  });

  test('is of what is older than a day', async () => {
    await record(ana);
    await notices.pass({ hours: 25 });
    expect(await subjectsTo(ben)).toEqual([]);
  });

  test('goes to who wants none, is disabled, or cannot sign in', async () => {
    const [cleo, dan] = [await chapter.person('Cleo Ash'), await chapter.person('Dan Fox')];
    for (const person of [ben, cleo, dan]) await record(ana, { toMemberId: person.memberId });
    await setMember(ben, 'mails_about_money = false');
    await setMember(cleo, `status = 'disabled'`);
    await notices.hub.database.pool.query(
      'update auth.account set disabled_at = now() where id = $1',
      [dan.accountId],
    );
    await notices.pass({ minutes: 5 });
    for (const person of [ben, cleo, dan]) expect(await subjectsTo(person)).toEqual([]);
    const { rows } = await notices.hub.database.pool.query(
      'select from hub.notice_sent where chapter_id = $1',
      [chapter.id],
    );
    expect(rows).toEqual([]);
  });

  test('goes out twice, from two servers or when the clock is set back', async () => {
    await record(ana);
    notices.setNow('2027-01-12T18:05:00.000Z');
    await Promise.all(Array.from({ length: 4 }, () => notices.runJob('tell-members')));
    await notices.untilSent();
    notices.setNow('2027-01-12T17:59:00.000Z');
    await notices.pass({ minutes: 6 });
    expect(await subjectsTo(ben)).toHaveLength(1);
  });

  test('counts as sent that could not be queued: it goes out later', async () => {
    await record(ana);
    notices.setNow('2027-01-12T18:05:00.000Z');
    await withClient(notices.hub.database.ownerUrl, 'test', async (owner) => {
      await owner.query(
        `alter table jobs.job add constraint no_mail check (name <> 'send-mail') not valid`,
      );
      await expect(notices.runJob('tell-members')).rejects.toThrow('could not be queued');
      await owner.query('alter table jobs.job drop constraint no_mail');
    });
    await notices.pass({ minutes: 1 });
    expect(await subjectsTo(ben)).toHaveLength(1);
  });
});

test('who is in two chapters gets an email of each, which names it', async () => {
  const other = await notices.hub.chapter('Elsewhere');
  const nia = await other.person('Nia Noor');
  const there = await other.person('Ben There');
  await notices.hub.database.pool.query('update hub.member set account_id = $1 where id = $2', [
    ben.accountId,
    there.memberId,
  ]);
  await record(ana);
  const body = { fromMemberId: nia.memberId, toMemberId: there.memberId, amount: cents(7_00) };
  const entered = { paidOn: '2027-01-12', method: 'cash' } as const;
  (await nia.call(paymentCalls.record, { body: { ...body, ...entered } })).value();
  await notices.pass({ minutes: 5 });
  const mails = await notices.mailsTo(ben);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Did you get $40.00 from Ana Ash?',
    'Did you get $7.00 from Nia Noor?',
  ]);
  expect(mails.filter(({ text }) => text.includes('for the Elsewhere chapter'))).toHaveLength(1);
});
