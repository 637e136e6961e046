/** Emails about charges, and reminders of what is due, from the charge to the mail server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestChapter, TestPerson } from '#app/testing/hub.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { type NoticeHub, startNoticeHub } from '#features/notices/server/testing/notice-hub.ts';
import { type NewPayment, paymentCalls } from '#features/payments/contract.ts';
import { type Day, type LocalDateTime, localToInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { dueCalls, type NewCharge } from '../../contract.ts';

const zone = 'America/Los_Angeles';
const at = (local: LocalDateTime) => localToInstant(local, zone);

let notices: NoticeHub;
let chapter: TestChapter;
let ana: TestPerson;
let ben: TestPerson;
let tara: TestPerson;
beforeAll(async () => {
  notices = await startNoticeHub(at('2027-01-04T10:00'));
});
afterAll(() => notices?.close());
beforeEach(async () => {
  notices.setNow(at('2027-01-04T10:00'));
  chapter = await notices.hub.chapter();
  ana = await chapter.person('Ana Ash');
  ben = await chapter.person('Ben Li');
  tara = await chapter.person('Tara Sol', 'treasurer');
});

async function charge(more: Partial<NewCharge> = {}, people = [ana, ben, tara]) {
  const items = people.map(({ memberId }) => ({ memberId, amount: cents(250_00) }));
  const body = { title: '2027 dues', dueOn: '2027-01-29' as const, items, ...more };
  return (await tara.call(dueCalls.create, { body })).value();
}
async function goTo(local: LocalDateTime) {
  notices.setNow(at(local));
  await notices.pass({ minutes: 0 });
}
/** Without the summary of a Monday. */
const mailsTo = async (person: TestPerson) =>
  (await notices.mailsTo(person)).filter(({ subject }) => !subject.startsWith('This week'));
const subjectsTo = async (person: TestPerson) =>
  (await mailsTo(person)).map(({ subject }) => subject);
async function remindedAt({ memberId }: TestPerson) {
  const { members } = (await tara.call(dueCalls.list)).value();
  return members.items.find(({ member }) => member.id === memberId)?.remindedAt;
}
const announced = '2027 dues: $250.00 due January 29';
const soon = 'Due Friday, January 29: 2027 dues, $250.00';
const open = '2027 dues: $250.00 is still open';

async function pay(person: TestPerson, by: TestPerson, more: Partial<NewPayment> = {}) {
  const sides = { fromMemberId: person.memberId, toMemberId: null };
  const what = { amount: cents(250_00), paidOn: '2027-01-04' as Day, method: 'check' as const };
  return (await by.call(paymentCalls.record, { body: { ...sides, ...what, ...more } })).value();
}

describe('a new charge', () => {
  test('is sent to every member but the one who made it, once, as it is after five minutes', async () => {
    const { id, items } = await charge({ note: 'Includes the retreat' });
    await notices.pass({ minutes: 4 });
    const item = items.find(({ member }) => member.id === ben.memberId) ?? expect.fail('no item');
    const params = { chargeId: id, itemId: item.id };
    const body = { amount: cents(100_00), reason: 'New member' };
    (await tara.call(dueCalls.waive, { params, body })).value();
    await notices.pass({ minutes: 1 });
    const [mail] = await mailsTo(ana);
    expect(mail?.subject).toBe(announced);
    expect(mail?.text).toContain('2027 dues: $250.00, due January 29. Includes the retreat');
    expect(mail?.text).toContain('Turn them off in Settings');
    expect(await subjectsTo(ben)).toEqual([]);
    await notices.pass({ minutes: 5 });
    expect(await subjectsTo(ben)).toEqual(['2027 dues: $150.00 due January 29']);
    expect(await subjectsTo(ana)).toEqual([announced]);
    expect(await subjectsTo(tara)).toEqual([]);
  });

  test('that a credit or an early payment covers says so, or it would be paid twice', async () => {
    await pay(ana, tara, { amount: cents(400_00) });
    await pay(ben, tara, { amount: cents(100_00) });
    await charge();
    await notices.pass({ minutes: 6 });
    expect(await subjectsTo(ana)).toEqual(['2027 dues: $250.00, covered']);
    const [whole] = await mailsTo(ana);
    expect(whole?.text).toContain('2027 dues: $250.00, due January 29. It is covered.');
    // Nothing is left to pay.
    expect(whole?.text).toContain('View Dues:\n');
    const [part] = await mailsTo(ben);
    expect(part?.subject).toBe(announced);
    expect(part?.text).toContain('due January 29. $100.00 of it is covered.');
    expect(part?.text).toContain('View and Pay:\n');
  });

  test('that was canceled at once is not sent', async () => {
    const { id } = await charge({}, [ana]);
    const params = { chargeId: id };
    (await tara.call(dueCalls.cancel, { params, body: { reason: 'Wrong year' } })).value();
    await notices.pass({ minutes: 6 });
    expect(await subjectsTo(ana)).toEqual([]);
  });
});

describe('a reminder', () => {
  test('comes at 8 AM, a week before and 3, 14 and 30 days after, and then no more', async () => {
    await charge();
    await notices.pass({ minutes: 5 });
    await goTo('2027-01-22T07:45');
    expect(await subjectsTo(ana)).toEqual([announced]);
    await goTo('2027-01-22T08:00');
    const [, mail] = await mailsTo(ana);
    expect(mail?.subject).toBe(soon);
    expect(mail?.text).toContain('2027 dues: $250.00, due Friday, January 29.');
    expect(mail?.text).toContain('Need more time? Ask the treasurer to pause reminders.');
    expect(mail?.text).not.toContain('Settings');
    expect(mail?.link).toBe('http://localhost/dues');
    for (let day = 23; day < 29; day += 1) await goTo(`2027-01-${day}T08:00` as LocalDateTime);
    await goTo('2027-02-01T08:00');
    for (const day of [
      '2027-02-02',
      '2027-02-12',
      '2027-02-15',
      '2027-03-01',
      '2027-03-02',
      '2027-03-31',
    ] as const)
      await goTo(`${day}T08:00`);
    expect(await subjectsTo(ana)).toEqual([announced, soon, open, open, open]);
    const last = (await mailsTo(ana)).at(-1);
    expect(last?.text).toContain('2027 dues: $250.00, was due January 29, 31 days late.');
    expect(last?.text).not.toMatch(/overdue|final|failure/i);
    expect(await remindedAt(ana)).toBe(at('2027-03-01T08:00'));
  });

  test('is one email a day with all that is due', async () => {
    await charge();
    await charge({ title: 'Retreat', dueOn: '2027-01-27' });
    await notices.pass({ minutes: 5 });
    // Both steps were missed: the server was down.
    await goTo('2027-01-22T12:00');
    await goTo('2027-01-22T12:15');
    const [, mail, ...others] = await mailsTo(ana);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('First due Wednesday: 2 charges, $500.00');
    expect(mail?.text).toContain('Retreat: $250.00, due Wednesday.');
    expect(mail?.text).toContain('That is $500.00 in all.');
  });

  test('does not come for what was paid, in part only of what is left, nor while it is paused', async () => {
    await charge();
    await pay(ana, tara);
    await pay(ben, tara, { amount: cents(100_00) });
    const params = { memberId: tara.memberId };
    const body = { until: '2027-02-28' as Day };
    (await tara.call(dueCalls.pause, { params, body })).value();
    await notices.pass({ minutes: 5 });
    await goTo('2027-02-01T08:00');
    expect(await subjectsTo(ana)).toEqual(['2027 dues: $250.00, covered']);
    const [, mail] = await mailsTo(ben);
    expect(mail?.subject).toBe('2027 dues: $150.00 is still open');
    expect(mail?.text).toContain('2027 dues: $150.00 of $250.00, was due January 29, 3 days late.');
    expect(await subjectsTo(tara)).toEqual([]);
    await goTo('2027-03-01T08:00');
    expect((await subjectsTo(tara)).filter((subject) => subject === open)).toHaveLength(1);
  });

  test('does not come for less than the chapter’s smallest payment', async () => {
    await charge({}, [ana]);
    await notices.pass({ minutes: 5 });
    await pay(ana, tara, { amount: cents(249_01) });
    await goTo('2027-02-01T08:00');
    expect(await subjectsTo(ana)).toEqual([announced]);
  });

  test('waits for two weeks while a payment of their own does', async () => {
    await charge();
    await notices.pass({ minutes: 5 });
    notices.setNow(at('2027-01-21T10:00'));
    await pay(ana, ana, { paidOn: '2027-01-21' });
    await goTo('2027-01-22T08:00');
    await goTo('2027-02-01T08:00');
    expect(await subjectsTo(ana)).toEqual([announced]);
    await goTo('2027-02-12T08:00');
    expect(await subjectsTo(ana)).toEqual([announced, open]);
  });

  test('comes on the next day at the earliest where a check bounced', async () => {
    await charge({}, [ana]);
    const { id } = await pay(ana, tara);
    await goTo('2027-01-22T10:00');
    const back = { params: { paymentId: id }, body: { reason: 'Bounced' } };
    (await tara.call(paymentCalls.takeBack, back)).value();
    await goTo('2027-01-22T10:05');
    const bounced = 'Your $250.00 payment was reversed';
    expect(await subjectsTo(ana)).toEqual([bounced]);
    await goTo('2027-01-25T08:00');
    expect(await subjectsTo(ana)).toEqual([bounced, soon.replace('Friday, January 29', 'Friday')]);
  });

  test('that waited for the mail server over night leaves in the morning', async () => {
    await charge();
    await notices.pass({ minutes: 5 });
    await notices.pauseSending();
    notices.setNow(at('2027-02-01T15:00'));
    await notices.runJob('remind-members');
    notices.setNow(at('2027-02-02T07:00'));
    notices.resumeSending();
    await notices.untilSent();
    expect(await subjectsTo(ana)).toEqual([announced, open]);
  });

  test('is not sent if it was paid between looking and sending', async () => {
    await charge();
    await notices.pass({ minutes: 5 });
    await notices.pauseSending();
    notices.setNow(at('2027-01-22T08:00'));
    await notices.runJob('remind-members');
    expect(await notices.countQueued()).toBeGreaterThan(0);
    await pay(ana, tara);
    expect(await remindedAt(ana)).toBeNull();
    notices.setNow(at('2027-01-22T09:00'));
    notices.resumeSending();
    await notices.untilSent();
    expect(await subjectsTo(ana)).toEqual([announced]);
    expect(await subjectsTo(ben)).toEqual([announced, soon]);
    // Only what was really sent, when it was.
    expect(await remindedAt(ana)).toBeNull();
    expect(await remindedAt(ben)).toBe(at('2027-01-22T09:00'));
  });

  test('that waited for the mail server into the weekend leaves on Monday, once', async () => {
    await charge();
    await notices.pass({ minutes: 5 });
    await notices.pauseSending();
    notices.setNow(at('2027-01-22T08:00'));
    await notices.runJob('remind-members');
    notices.setNow(at('2027-01-23T08:00'));
    notices.resumeSending();
    await notices.untilSent();
    await goTo('2027-01-24T08:00');
    expect(await subjectsTo(ana)).toEqual([announced]);
    for (const local of ['2027-01-25T08:00', '2027-01-25T08:15', '2027-01-26T08:00'] as const)
      await goTo(local);
    expect(await subjectsTo(ana)).toEqual([
      announced,
      soon.replace('Friday, January 29', 'Friday'),
    ]);
  });

  test('that the mail server never took in a day leaves with the next', async () => {
    await charge();
    await notices.pass({ minutes: 5 });
    await notices.pauseSending();
    notices.setNow(at('2027-01-22T08:00'));
    await notices.runJob('remind-members');
    const { smtp, database } = notices.hub;
    await database.pool.query(`update jobs.job set retry_limit = 0 where state = 'created'`);
    smtp.behavior = { refusesWith: 451 };
    notices.resumeSending();
    await notices.untilSent();
    smtp.behavior = {};
    expect(await remindedAt(ana)).toBeNull();
    await goTo('2027-01-25T08:00');
    await goTo('2027-01-25T08:15');
    expect(await subjectsTo(ana)).toEqual([
      announced,
      soon.replace('Friday, January 29', 'Friday'),
    ]);
  });
});

test('the summary of a week says of several charges what is due on the first day', async () => {
  await charge({ title: 'Retreat', dueOn: '2027-01-20' });
  await charge();
  const { hub } = notices;
  const created_at = at('2027-01-05T09:00');
  const inChapter = hub.db.updateTable('member').where('chapter_id', '=', chapter.id);
  await inChapter.set({ created_at }).execute();
  await goTo('2027-01-18T08:00');
  const [mail] = await notices.mailsTo(ana);
  expect(mail?.subject).toBe('This week: $250.00 due Wednesday');
  expect(mail?.text).toContain('2027 dues: $250.00, due Friday, January 29.');
});

test('the summary of a week names what is due, and to treasurers who is late', async () => {
  await charge();
  await notices.hub.db
    .updateTable('member')
    .set({ created_at: at('2027-01-04T09:00') })
    .where('chapter_id', '=', chapter.id)
    .execute();
  const admin = await chapter.person('Ada', 'admin');
  const leaving = { params: { memberId: ben.memberId }, body: { status: 'removed' as const } };
  (await admin.call(membershipCalls.changeStatus, leaving)).value();
  await goTo('2027-02-08T08:00');
  const [mail] = await notices.mailsTo(ana);
  expect(mail?.subject).toBe('This week: $250.00 open');
  expect(mail?.text).toContain('2027 dues: $250.00, was due January 29, 10 days late.');
  expect(mail?.text).not.toContain('late in the chapter');
  expect(mail?.raw).toMatch(/^List-Unsubscribe: </im);
  const [books] = await notices.mailsTo(tara);
  // As on Home: of who left, too, something is late.
  const { summary } = (await tara.call(dueCalls.list)).value();
  expect(summary.counts['late-30']).toBe(3);
  expect(books?.subject).toBe('This week: $250.00 open, 3 members late');
  // Their own first, and marked.
  expect(books?.text).toContain(
    '10 days late.\n\n3 members late in the chapter:\n\nAna Ash: $250.00, 10 days late.',
  );
});
