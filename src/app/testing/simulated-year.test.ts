/**
 * A year of all kinds of notices in two chapters of sixty, whose clocks change on different days or not at all, against
 * a real mail server: each email on its day and hour, none twice and none too many, though the sender is stopped and
 * begun again and two servers ask at once.
 */
import { expect, onTestFinished, test } from 'vitest';
import { dueCalls } from '#features/dues/contract.ts';
import { eventCalls } from '#features/events/contract.ts';
import type { EventDetail, NewEvent } from '#features/events/event.ts';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { forum } from '#features/events/server/testing/series-scene.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { fieldsWith } from '#features/expenses/testing/random-expense.ts';
import { type NoticeHub, startNoticeHub } from '#features/notices/server/testing/notice-hub.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import {
  type Day,
  type Instant,
  instantToLocal,
  type LocalDateTime,
  localToInstant,
  type TimeOfDay,
  toDay,
  toInstant,
} from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import type { TestPerson } from './hub.ts';

const zones = ['America/New_York', 'Asia/Kathmandu'] as const;
const memberCount = 60;
const firstDay: Day = '2027-01-04';
const lastDay: Day = '2027-12-31';
/** On both days of New York's clock changes, too. */
const dinners = [
  '01-14',
  '02-12',
  '03-14',
  '04-14',
  '05-14',
  '06-15',
  '07-14',
  '08-13',
  '09-14',
  '10-14',
  '11-07',
  '12-14',
].map((date) => `2027-${date}` as Day);
const retreat: Day = '2027-10-01';
const tasting: Day = '2027-09-20';
/** When something may happen, and shortly before. */
const times: readonly TimeOfDay[] = [
  '06:45',
  '07:00',
  '07:45',
  '08:00',
  '08:15',
  '18:45',
  '19:00',
  '20:00',
  '21:00',
];

type SentMail = { readonly at: LocalDateTime; readonly to: number; readonly subject: string };
type Chapter = Awaited<ReturnType<typeof makeChapter>>;

const letters = 'abcdefghij';
const nameOf = (index: number) => `Member ${letters[Math.trunc(index / 10)]}${letters[index % 10]}`;
/** Never here, while all others are every day. */
const isAway = (index: number) => index < 2;
const goesToDinners = (index: number) => index % 3 === 0;
const paysInTime = (index: number) => index % 2 === 1;
/** To whom something of their own happens. */
const bounced = 59;
const sayer = 58;
const sharer = 57;
const host = 56;
const waiter = 55;
const treasurerIndex = memberCount;

const addDays = (day: Day, days: number) => toDay(Temporal.PlainDate.from(day).add({ days }));
function* daysOf(): Generator<Day> {
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) yield day;
}

async function makeChapter(notices: NoticeHub, zone: string) {
  const { hub } = notices;
  const { pool } = hub.database;
  const chapter = await hub.chapter(zone);
  await pool.query('update hub.chapter set time_zone = $1 where id = $2', [zone, chapter.id]);
  await pool.query('update hub.calendar set time_zone = $1 where chapter_id = $2', [
    zone,
    chapter.id,
  ]);
  const treasurer = await chapter.person('Tara Sol', 'treasurer');
  const members: TestPerson[] = [];
  for (let index = 0; index < memberCount; index += 1)
    members.push(await chapter.person(nameOf(index)));
  await pool.query(
    `update hub.member set created_at = '2027-01-01T00:00:00Z' where chapter_id = $1`,
    [chapter.id],
  );
  await pool.query(
    `insert into hub.home_visit (chapter_id, member_id, seen_at)
    select chapter_id, id, '2028-01-01T00:00:00Z' from hub.member where chapter_id = $1 and id <> all($2)`,
    [chapter.id, members.filter((_, index) => isAway(index)).map(({ memberId }) => memberId)],
  );
  return { zone, chapter, treasurer, members };
}

async function makeEvent({ treasurer }: Chapter, day: Day, more: Partial<NewEvent>) {
  const [calendar] = (await treasurer.call(eventCalls.calendars)).value().items;
  const params = { calendarId: calendar?.id ?? expect.fail('no calendar') };
  const when = { startDate: `${day}T19:00`, endDate: `${day}T21:00` } as const;
  const body = { ...forum, ...when, recurrence: null, ...more };
  return (await treasurer.call(eventCalls.create, { params, body })).value();
}

async function answer(
  person: TestPerson,
  { occurrenceId }: Pick<EventDetail, 'occurrenceId'>,
  given: 'going' | 'not-going',
) {
  const body = { answer: given, guests: 0 };
  (await person.call(rsvpCalls.answer, { params: { occurrenceId }, body })).value();
}

/** Everyone is charged, a third goes to dinners. */
async function begin(chapter: Chapter) {
  const { treasurer, members } = chapter;
  const closing = { title: 'Retreat', rsvpClosesMinutesBefore: 24 * 60 };
  const dated = dinners.map((day) => [day, { title: 'Dinner' }] as const);
  for (const [day, more] of [...dated, [retreat, closing] as const]) {
    const made = await makeEvent(chapter, day, more);
    for (const person of members.filter((_, index) => goesToDinners(index)))
      await answer(person, made, 'going');
  }
  const items = members.map(({ memberId }) => ({ memberId, amount: cents(250_00) }));
  const body = { title: '2027 dues', dueOn: '2027-01-31' as const, items };
  (await treasurer.call(dueCalls.create, { body })).value();
}

/** Every other member pays in time. */
async function pay({ treasurer, members }: Chapter) {
  const items = members
    .filter((_, index) => paysInTime(index))
    .map(({ memberId }) => ({ fromMemberId: memberId, amount: cents(250_00) }));
  const body = { paidOn: '2027-01-20' as const, method: 'check' as const, items };
  (await treasurer.call(paymentCalls.recordBatch, { body })).value();
}

async function bounce({ treasurer, members }: Chapter) {
  const query = { memberId: at(members, bounced).memberId };
  const { payments } = (await treasurer.call(paymentCalls.list, { query })).value();
  const params = { paymentId: payments.items[0]?.id ?? expect.fail('no payment') };
  (await treasurer.call(paymentCalls.takeBack, { params, body: { reason: 'Bounced' } })).value();
}

async function sayPaid({ members }: Chapter) {
  const person = at(members, sayer);
  const body = {
    fromMemberId: person.memberId,
    toMemberId: null,
    amount: cents(250_00),
    paidOn: '2027-02-10' as const,
    method: 'check' as const,
  };
  (await person.call(paymentCalls.record, { body })).value();
}

async function share({ treasurer, members }: Chapter) {
  const participants = [treasurer.memberId, at(members, sharer).memberId];
  const fields = { participants, paidBy: treasurer.memberId, amount: cents(308_00), title: 'Gala' };
  const body = { ...fieldsWith({ ...fields, useWalletTransactions: false }), receiptIds: [] };
  (await treasurer.call(expenseCalls.create, { body })).value();
}

/** Of one spot the host takes the first, and leaves it to who waits. */
async function leaveSpot(chapter: Chapter) {
  const [first, second] = [at(chapter.members, host), at(chapter.members, waiter)];
  const event = await makeEvent(chapter, tasting, { title: 'Tasting', capacity: 1 });
  await answer(first, event, 'going');
  await answer(second, event, 'going');
  await answer(first, event, 'not-going');
}

const at = (members: readonly TestPerson[], index: number) =>
  members[index] ?? expect.fail(`no member ${index}`);

/** What happens, and when in each chapter; sent five minutes later, if that is not at night. */
const acts: readonly {
  readonly local: LocalDateTime;
  readonly act: (chapter: Chapter) => Promise<void>;
}[] = [
  { local: `${firstDay}T10:00`, act: begin },
  { local: '2027-01-20T12:00', act: pay },
  { local: '2027-01-26T10:00', act: bounce },
  { local: '2027-02-10T10:00', act: sayPaid },
  { local: '2027-06-01T22:00', act: share },
  { local: '2027-09-01T22:00', act: leaveSpot },
];

/** Written down by hand, but for the summaries, which depend on everything else. */
function expectNotified(index: number): Omit<SentMail, 'to'>[] {
  const mails: Omit<SentMail, 'to'>[] = [];
  const expectMail = (at: LocalDateTime, subject: string) => mails.push({ at, subject });
  const isMember = index !== treasurerIndex;
  const isDiner = isMember && goesToDinners(index);
  if (isMember) expectMail('2027-01-04T10:05', '2027 dues: $250.00 due January 31');
  if (isDiner) {
    for (const day of dinners) expectMail(`${addDays(day, -1)}T19:00`, 'Tomorrow at 7 PM: Dinner');
    expectMail(`${addDays(retreat, -1)}T19:00`, 'Tomorrow at 7 PM: Retreat');
  } else {
    expectMail(`${addDays(retreat, -3)}T19:00`, 'RSVP by Thursday: Retreat');
  }
  if (isMember && (!paysInTime(index) || index === bounced)) {
    expectMail(`2027-01-${index === bounced ? 27 : 25}T08:00`, 'Due Sunday: 2027 dues, $250.00');
    for (const at of ['2027-02-03T08:00', '2027-02-15T08:00', '2027-03-02T08:00'] as const)
      if (index !== sayer || at !== '2027-02-15T08:00')
        expectMail(at, '2027 dues: $250.00 is still open');
  }
  if (index === bounced) expectMail('2027-01-26T10:05', 'Your $250.00 payment was reversed');
  if (index === treasurerIndex)
    expectMail('2027-02-10T10:05', `Did the chapter get $250.00 from ${nameOf(sayer)}?`);
  if (index === sharer) expectMail('2027-06-02T07:00', 'Your share of Gala is $154.00');
  if (index === waiter) {
    expectMail('2027-09-01T22:05', 'You have a spot: Tasting, Mon, Sep 20, 7 PM');
    expectMail(`${addDays(tasting, -1)}T19:00`, 'Tomorrow at 7 PM: Tasting');
  }
  if (isAway(index)) {
    const mondays = [...daysOf()].filter((day) => Temporal.PlainDate.from(day).dayOfWeek === 1);
    for (const monday of mondays) {
      const isEarly = monday < '2027-02-26' && monday > '2027-01-08';
      const isFirst = monday > '2027-02-26' && Number(monday.slice(-2)) <= 7;
      const aWeekAgo = addDays(monday, -7);
      const hasMail = mails.some(
        ({ at, subject }) =>
          subject !== 'This week' && at >= `${aWeekAgo}T08:00` && at <= `${monday}T08:00`,
      );
      if ((isEarly || isFirst) && !hasMail && hasSomething(index, monday))
        expectMail(`${monday}T08:00`, 'This week');
    }
  }
  return mails;
}

/** Who did not pay has something due or late on every Monday, all others until they pay on January 20. */
function hasSomething(index: number, monday: Day): boolean {
  const end = addDays(monday, 14);
  // The tasting was made in September.
  const isAhead = (day: Day) =>
    day >= monday && day < end && (day !== tasting || monday > '2027-09-01');
  const isDueSoon = monday === '2027-01-18';
  return !paysInTime(index) || isDueSoon || [...dinners, retreat, tasting].some(isAhead);
}

test('every email of a year goes out on its day and hour, once', {
  timeout: 3_000_000,
}, async () => {
  const notices = await startNoticeHub(localToInstant(`${firstDay}T10:00`, zones[0]));
  onTestFinished(notices.close);
  const chapters: Chapter[] = [];
  for (const zone of zones) chapters.push(await makeChapter(notices, zone));
  const happenings = chapters.flatMap((chapter) =>
    acts.flatMap(({ local, act }) => {
      const at = localToInstant(local, chapter.zone);
      const later = toInstant(Temporal.Instant.from(at).add({ minutes: 5 }));
      return [
        { at, act: () => act(chapter) },
        { at: later, act: undefined },
      ];
    }),
  );
  const ticks = [...daysOf()].flatMap((day) =>
    zones.flatMap((zone) =>
      times.map((time) => ({
        at: localToInstant(`${day}T${time}`, zone),
        act: undefined as (() => Promise<void>) | undefined,
      })),
    ),
  );
  const owners = new Map<string, { chapter: Chapter; to: number }>();
  for (const chapter of chapters)
    for (const [to, person] of [...chapter.members, chapter.treasurer].entries()) {
      const [mailbox] = await readMailbox(notices, person);
      owners.set(mailbox ?? '', { chapter, to });
    }

  const mails = new Map<Chapter, SentMail[]>(chapters.map((chapter) => [chapter, []]));
  let seen = 0;
  let count = 0;
  for (const { at, act } of [...happenings, ...ticks].toSorted((one, other) =>
    one.at < other.at ? -1 : 1,
  )) {
    notices.setNow(at);
    await act?.();
    notices.setNow(at);
    count += 1;
    const isStopped = count % 97 === 0;
    if (isStopped) await notices.pauseSending();
    const servers = count % 13 === 0 ? 2 : 1;
    const jobs = ['tell-members', 'remind-members'].flatMap((name) => Array(servers).fill(name));
    await Promise.all(jobs.map((name) => notices.runJob(name)));
    if (isStopped) notices.resumeSending();
    if ((await notices.countQueued()) > 0) await notices.untilSent();
    for (const mail of notices.hub.smtp.mails.slice(seen)) {
      const owner = owners.get(mail.to);
      if (!owner) continue;
      const { chapter, to } = owner;
      const subject = mail.subject.startsWith('This week') ? 'This week' : mail.subject;
      mails.get(chapter)?.push({ at: toLocal(at, chapter), to, subject });
    }
    seen = notices.hub.smtp.mails.length;
  }

  const sorted = (list: readonly SentMail[]) =>
    list.map(({ at, to, subject }) => `${at} ${String(to).padStart(2)} ${subject}`).sort();
  const expected = sorted(
    Array.from({ length: memberCount + 1 }, (_, to) =>
      expectNotified(to).map((each) => ({ ...each, to })),
    ).flat(),
  );
  for (const chapter of chapters) {
    expect([chapter.zone, ...sorted(mails.get(chapter) ?? [])]).toEqual([
      chapter.zone,
      ...expected,
    ]);
  }
  expect(expected.length).toBeGreaterThan(400);
  // Of one who owes, and of one who gets it only if there is an event.
  const summaries = expected.filter((line) => line.includes('This week'));
  expect(Map.groupBy(summaries, (line) => line.slice(17, 19)).size).toBe(2);
});

const toLocal = (at: Instant, { zone }: Chapter) => instantToLocal(at, zone);

async function readMailbox({ hub }: NoticeHub, { accountId }: TestPerson): Promise<string[]> {
  const { rows } = await hub.database.pool.query('select email from auth.account where id = $1', [
    accountId,
  ]);
  return rows.map(({ email }) => email);
}
