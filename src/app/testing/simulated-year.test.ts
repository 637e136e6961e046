/**
 * A year of notices in two chapters, whose clocks change on different days or not at all, against a real mail server:
 * each email on its day and hour, none twice, though the sender is stopped and begun again and two servers ask at once.
 */
import { expect, onTestFinished, test } from 'vitest';
import { dueCalls } from '#features/dues/contract.ts';
import { eventCalls } from '#features/events/contract.ts';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { forum } from '#features/events/server/testing/series-scene.ts';
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
} from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import type { TestPerson } from './hub.ts';

const zones = ['America/New_York', 'Asia/Kathmandu'] as const;
const memberCount = 12;
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
/** When something may happen, and shortly before. */
const times: readonly TimeOfDay[] = [
  '06:45',
  '07:00',
  '07:45',
  '08:00',
  '08:15',
  '10:05',
  '18:45',
  '19:00',
  '20:00',
  '21:00',
];

type Told = { readonly at: LocalDateTime; readonly to: number; readonly subject: string };
type Chapter = Awaited<ReturnType<typeof makeChapter>>;

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
    members.push(await chapter.person(`Member ${'abcdefghijkl'[index]}`));
  await pool.query(
    `update hub.member set created_at = '2027-01-01T00:00:00Z' where chapter_id = $1`,
    [chapter.id],
  );
  // All but the first are here every day.
  await pool.query(
    `insert into hub.home_visit (chapter_id, member_id, seen_at)
    select chapter_id, id, '2028-01-01T00:00:00Z' from hub.member where chapter_id = $1 and id <> $2`,
    [chapter.id, members[0]?.memberId],
  );
  return { zone, chapter, treasurer, members };
}

/** Everyone is charged, a third goes to dinners. */
async function begin(notices: NoticeHub, { zone, treasurer, members }: Chapter) {
  notices.setNow(localToInstant(`${firstDay}T10:00`, zone));
  const [calendar] = (await treasurer.call(eventCalls.calendars)).value().items;
  const calendarId = calendar?.id ?? expect.fail('no calendar');
  for (const day of dinners) {
    const when = { startDate: `${day}T19:00`, endDate: `${day}T21:00` } as const;
    const body = { ...forum, ...when, title: 'Dinner', recurrence: null };
    const event = (
      await treasurer.call(eventCalls.create, { params: { calendarId }, body })
    ).value();
    for (const person of members.filter((_, index) => index % 3 === 0)) {
      const params = { occurrenceId: event.occurrenceId };
      const answered = { answer: 'going' as const, guests: 0 };
      (await person.call(rsvpCalls.answer, { params, body: answered })).value();
    }
  }
  const items = members.map(({ memberId }) => ({ memberId, amount: cents(250_00) }));
  const body = { title: '2027 dues', dueOn: '2027-01-31' as const, items };
  (await treasurer.call(dueCalls.create, { body })).value();
}

/** Every other member pays in time. */
async function pay(notices: NoticeHub, { zone, treasurer, members }: Chapter) {
  notices.setNow(localToInstant('2027-01-20T12:00', zone));
  const items = members
    .filter((_, index) => index % 2 === 1)
    .map(({ memberId }) => ({ fromMemberId: memberId, amount: cents(250_00) }));
  const body = { paidOn: '2027-01-20' as const, method: 'check' as const, items };
  (await treasurer.call(paymentCalls.recordBatch, { body })).value();
}

/** Written down by hand, but for the summaries, which depend on everything else. */
function expectTold(index: number): Omit<Told, 'to'>[] {
  const told: Omit<Told, 'to'>[] = [
    { at: '2027-01-04T10:05', subject: '2027 dues: $250.00 due January 31' },
  ];
  if (index % 3 === 0)
    for (const day of dinners)
      told.push({ at: `${addDays(day, -1)}T19:00`, subject: 'Tomorrow at 7 PM: Dinner' });
  if (index % 2 === 0) {
    told.push({ at: '2027-01-25T08:00', subject: 'Due Sunday: 2027 dues, $250.00' });
    for (const at of ['2027-02-03T08:00', '2027-02-15T08:00', '2027-03-02T08:00'] as const)
      told.push({ at, subject: '2027 dues: $250.00 is still open' });
  }
  if (index === 0) {
    // Of the dues something is due or late on every Monday.
    const mondays = [...daysOf()].filter((day) => Temporal.PlainDate.from(day).dayOfWeek === 1);
    for (const monday of mondays) {
      const isEarly = monday < '2027-02-26' && monday > '2027-01-08';
      const isFirst = monday > '2027-02-26' && Number(monday.slice(-2)) <= 7;
      const aWeekAgo = addDays(monday, -7);
      const hasMail = told.some(({ at }) => at >= `${aWeekAgo}T08:00` && at < `${monday}T08:00`);
      const isReminded = told.some(({ at }) => at === `${monday}T08:00`);
      if ((isEarly || isFirst) && !hasMail && !isReminded)
        told.push({ at: `${monday}T08:00`, subject: 'This week' });
    }
  }
  return told;
}

test('every email of a year goes out on its day and hour, once', {
  timeout: 3_000_000,
}, async () => {
  const notices = await startNoticeHub(localToInstant(`${firstDay}T10:00`, zones[0]));
  onTestFinished(notices.close);
  const chapters: Chapter[] = [];
  for (const zone of zones) chapters.push(await makeChapter(notices, zone));
  const acts = chapters.flatMap((chapter) => [
    { at: localToInstant(`${firstDay}T10:00`, chapter.zone), act: () => begin(notices, chapter) },
    { at: localToInstant('2027-01-20T12:00', chapter.zone), act: () => pay(notices, chapter) },
  ]);
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
    for (const [to, person] of chapter.members.entries()) {
      const [mailbox] = await readMailbox(notices, person);
      owners.set(mailbox ?? '', { chapter, to });
    }

  const told = new Map<Chapter, Told[]>(chapters.map((chapter) => [chapter, []]));
  let seen = 0;
  let count = 0;
  for (const { at, act } of [...acts, ...ticks].toSorted((one, other) =>
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
      told.get(chapter)?.push({ at: toLocal(at, chapter), to, subject });
    }
    seen = notices.hub.smtp.mails.length;
  }

  const sorted = (list: readonly Told[]) =>
    list.map(({ at, to, subject }) => `${at} ${String(to).padStart(2)} ${subject}`).sort();
  const expected = sorted(
    Array.from({ length: memberCount }, (_, to) =>
      expectTold(to).map((each) => ({ ...each, to })),
    ).flat(),
  );
  for (const chapter of chapters) {
    expect([chapter.zone, ...sorted(told.get(chapter) ?? [])]).toEqual([chapter.zone, ...expected]);
  }
  expect(expected.length).toBeGreaterThan(90);
  expect(expected.filter((line) => line.includes('This week')).length).toBeGreaterThan(5);
});

const toLocal = (at: Instant, { zone }: Chapter) => instantToLocal(at, zone);

async function readMailbox({ hub }: NoticeHub, { accountId }: TestPerson): Promise<string[]> {
  const { rows } = await hub.database.pool.query('select email from auth.account where id = $1', [
    accountId,
  ]);
  return rows.map(({ email }) => email);
}
