/** Emails about large shares, from the call to the mail server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { type NoticeHub, startNoticeHub } from '#features/notices/server/testing/notice-hub.ts';
import type { Instant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense } from '../../expense.ts';
import { createScene, logExpense, type Scene, toParams } from '../../testing/scene.ts';

/** 10 AM in the chapter's zone. */
const morning: Instant = '2027-01-12T18:00:00.000Z';

let notices: NoticeHub;
let scene: Scene;
beforeAll(async () => {
  notices = await startNoticeHub(morning);
});
afterAll(() => notices?.close());
beforeEach(async () => {
  notices.setNow(morning);
  scene = await createScene(notices.hub);
});

const subjectsTo = async (person: TestPerson) =>
  (await notices.mailsTo(person)).map(({ subject }) => subject);

async function setAmount(expense: Expense, dollars: number, by: TestPerson) {
  const body = [{ op: 'replace' as const, path: '/amount' as const, value: dollars }];
  const reply = await by.call(expenseCalls.patch, {
    params: toParams(expense),
    raw: JSON.stringify(body),
  });
  reply.value();
}

test('a share of $100 or more is reported once, with what its reader owes in all', async () => {
  await logExpense(scene, { title: 'Breakfast', amount: cents(150_00) });
  const gala = await logExpense(scene, { title: 'Spring Gala', amount: cents(462_00) });
  await notices.pass({ minutes: 5 });
  await notices.pass({ minutes: 1 });
  const [mail, ...others] = await notices.mailsTo(scene.ben);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your share of Spring Gala is $154.00');
  expect(mail?.text).toMatch(
    /^In all you owe \$204\.00\.\n\nYour share of Spring Gala is \$154\.00\./,
  );
  expect(mail?.text).toContain(`http://localhost/expenses?expense=${gala.id}`);
  // Who paid and logged it, and who has no part in it.
  for (const person of [scene.ann, scene.dora]) expect(await subjectsTo(person)).toEqual([]);
});

test('all of a few minutes are one email, of what they are by then', async () => {
  const gala = await logExpense(scene, { title: 'Spring Gala', amount: cents(300_00) });
  await logExpense(scene, { title: 'Trip', amount: cents(600_00) });
  const gone = await logExpense(scene, { title: 'Mistake', amount: cents(900_00) });
  await notices.pass({ minutes: 3 });
  await setAmount(gala, 462, scene.ann);
  (await scene.ann.call(expenseCalls.remove, { params: toParams(gone) })).value();
  await notices.pass({ minutes: 3 });
  // The trip was not changed again, and does not wait for what was.
  expect(await subjectsTo(scene.ben)).toEqual(['Your share of Trip is $200.00']);
  await notices.pass({ minutes: 3 });
  expect(await subjectsTo(scene.ben)).toEqual([
    'Your share of Trip is $200.00',
    'Your share of Spring Gala is $154.00',
  ]);
});

test('a change is reported by itself, but not one of the title, one that was undone, or one of their own', async () => {
  const gala = await logExpense(scene, { title: 'Spring Gala', amount: cents(462_00) });
  await notices.pass({ minutes: 5 });
  await setAmount(gala, 600, scene.cid);
  await setAmount(gala, 462, scene.cid);
  await notices.pass({ minutes: 6 });
  expect(await subjectsTo(scene.ben)).toHaveLength(1);
  // Not a day later either, when only its second half is of the day before.
  await notices.pass({ minutes: 24 * 60 - 6 });
  expect(await subjectsTo(scene.ben)).toHaveLength(1);
  await setAmount(gala, 600, scene.cid);
  await notices.pass({ minutes: 6 });
  expect(await subjectsTo(scene.ben)).toEqual([
    'Your share of Spring Gala is $154.00',
    'Your share of Spring Gala is $200.00',
  ]);
  expect(await subjectsTo(scene.cid)).toHaveLength(1);
});

test('an even split, of which each has paid their own, is no debt', async () => {
  await logExpense(scene, { amount: cents(900_00), isEvenSplit: true, paidBy: null });
  await notices.pass({ minutes: 5 });
  expect(await subjectsTo(scene.ben)).toEqual([]);
});
