/** Who gets the summary of a week, and how long sent notices are remembered. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import {
  createSeriesScene,
  type SeriesScene,
} from '#features/events/server/testing/series-scene.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { newsCalls } from '#features/news/contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { type LocalDateTime, localToInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { type NoticeHub, startNoticeHub } from './testing/notice-hub.ts';

const at = (local: LocalDateTime) => localToInstant(local, 'America/Los_Angeles');

let notices: NoticeHub;
let scene: Omit<SeriesScene, 'hub'>;
beforeAll(async () => {
  notices = await startNoticeHub(at('2027-02-01T10:00'));
});
afterAll(() => notices?.close());
beforeEach(async () => {
  notices.setNow(at('2027-02-01T10:00'));
  scene = await createSeriesScene(notices.hub);
  await setJoined(at('2027-02-01T10:00'));
});

const setJoined = (created_at: ReturnType<typeof at>) =>
  notices.hub.db
    .updateTable('member')
    .set({ created_at })
    .where('chapter_id', '=', scene.chapter.id)
    .execute();
async function goTo(local: LocalDateTime) {
  notices.setNow(at(local));
  await notices.pass({ minutes: 0 });
}
const summariesTo = async (person: TestPerson) =>
  (await notices.mailsTo(person)).filter(({ subject }) => subject.startsWith('This week'));
/** On a Tuesday of the second week after this Monday. */
const dinner = {
  recurrence: null,
  startDate: '2027-03-02T18:00',
  endDate: '2027-03-02T20:00',
} as const;

test('it comes on Monday at 8 AM, at most a day late, if something is in it', async () => {
  await goTo('2027-02-15T08:00');
  expect(await summariesTo(scene.ana)).toEqual([]);
  await scene.createEvent(dinner);
  await goTo('2027-02-22T07:45');
  expect(await summariesTo(scene.ana)).toEqual([]);
  await goTo('2027-02-22T08:00');
  await goTo('2027-02-22T08:15');
  const [mail, ...others] = await summariesTo(scene.ana);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('This week: no events, 1 next week');
  expect(mail?.text).toContain("Forum: Tue, Mar 2, 6:00 – 8:00 PM. You haven't RSVP'd yet.");
  expect(mail?.text).toMatch(/Turn them off:\nhttp:\/\/localhost\/unsubscribe\/[\w-]{92}\n/);
  await goTo('2027-03-02T08:00');
  expect(await summariesTo(scene.ana)).toHaveLength(1);
  await scene.createEvent({
    ...dinner,
    startDate: '2027-03-04T18:00',
    endDate: '2027-03-04T20:00',
  });
  await goTo('2027-03-02T07:45');
  expect((await summariesTo(scene.ana)).at(-1)?.subject).toBe('This week: 2 events');
});

test('it names what others look for beside something else, and does not come for that alone', async () => {
  const ask = { asks: 'A good\nCFO', updated_at: at('2027-02-12T10:00') };
  await notices.hub.db
    .updateTable('member')
    .set(ask)
    .where('id', '=', scene.maya.memberId)
    .execute();
  await goTo('2027-02-15T08:00');
  expect(await summariesTo(scene.ana)).toEqual([]);
  await scene.createEvent(dinner);
  await goTo('2027-02-22T08:00');
  const [mail] = await summariesTo(scene.ana);
  expect(mail?.subject).toBe('This week: no events, 1 next week');
  expect(mail?.text).toMatch(/Forum: Tue[^]*Maya Chen is looking for: A good CFO\n/);
  // Not one's own.
  const [own] = await summariesTo(scene.maya);
  expect(own?.text).not.toContain('CFO');
});

test('members who visited or got an email within a week get none', async () => {
  const ben = await scene.chapter.person('Ben Li');
  const cleo = await scene.chapter.person('Cleo Ash');
  await setJoined(at('2027-02-01T10:00'));
  await scene.createEvent(dinner);
  notices.setNow(at('2027-02-15T12:00'));
  (await cleo.call(newsCalls.visit)).value();
  notices.setNow(at('2027-02-16T10:00'));
  (await scene.ana.call(newsCalls.visit)).value();
  const body = { fromMemberId: scene.maya.memberId, toMemberId: ben.memberId, amount: cents(5_00) };
  const details = { paidOn: '2027-02-16', method: 'cash' } as const;
  (await scene.maya.call(paymentCalls.record, { body: { ...body, ...details } })).value();
  await notices.pass({ minutes: 5 });
  await goTo('2027-02-22T08:00');
  // Nor when a week since then is over, in the middle of the day.
  await goTo('2027-02-22T12:15');
  for (const person of [scene.ana, ben, cleo]) expect(await summariesTo(person)).toEqual([]);
  expect(await summariesTo(scene.maya)).toHaveLength(1);
});

test('after eight weeks it comes on the first Monday of a month alone', async () => {
  await setJoined(at('2026-12-01T10:00'));
  await scene.createEvent(dinner);
  await goTo('2027-02-22T08:00');
  expect(await summariesTo(scene.ana)).toEqual([]);
  await goTo('2027-03-01T08:00');
  expect(await summariesTo(scene.ana)).toHaveLength(1);
});

test('sent notices are forgotten with their recipient, and after 400 days', async () => {
  const admin = await scene.chapter.person('Ada Min', 'admin');
  await setJoined(at('2027-02-01T10:00'));
  await scene.createEvent(dinner);
  await goTo('2027-02-22T08:00');
  const listNotified = async () => {
    const rows = await notices.hub.db
      .selectFrom('notice_sent')
      .select('member_id')
      .where('chapter_id', '=', scene.chapter.id)
      .execute();
    return rows.map(({ member_id }) => member_id).sort();
  };
  const { maya, ana } = scene;
  expect(await listNotified()).toEqual([maya, ana, admin].map(({ memberId }) => memberId).sort());
  const params = { memberId: ana.memberId };
  const removal = { params, body: { status: 'removed' as const } };
  const { displayName: name } = (await admin.call(membershipCalls.changeStatus, removal)).value();
  (await admin.call(erasureCalls.erase, { params, body: { name } })).value();
  expect(await listNotified()).toEqual([maya, admin].map(({ memberId }) => memberId).sort());
  notices.setNow(at('2028-03-28T04:15'));
  await notices.runJob('delete-old-notices');
  expect(await listNotified()).toHaveLength(2);
  notices.setNow(at('2028-03-29T08:15'));
  await notices.runJob('delete-old-notices');
  expect(await listNotified()).toEqual([]);
});
