/** The content of the demo; first-start.test.ts covers interruptions. */

import { expect, test } from 'vitest';
import { type Instant, instantToDay, toInstant } from '#kit/day.ts';
import { uuidV7 } from '#kit/id.ts';
import { checkRule } from '#kit/recurrence/recurrence.ts';
import { toRule } from '#kit/recurrence/recurrence-pattern.ts';
import { testId } from '#kit/testing/test-id.ts';
import { createPast } from './chapter.ts';
import { demoEvents } from './events.ts';
import { demoExpenses } from './expenses.ts';
import { demoPeople } from './people.ts';
import { createSeededRandom } from './seeded-random.ts';
import { demoAnswers, demoSeries, getCapacity } from './series-and-rsvps.ts';
import { demoWallets } from './wallets.ts';

const today = '2026-03-09';
const zone = 'America/Los_Angeles';
const daysBefore = createPast(today, zone);

function plan(seed: number) {
  const random = createSeededRandom(seed);
  const newId = <Kind extends string>(at: Instant) =>
    uuidV7<Kind>(Temporal.Instant.from(at).epochMilliseconds, random.bytes(10));
  const members = demoPeople.map(({ displayName, joinedDaysAgo }) => {
    const joined = daysBefore(joinedDaysAgo, 9, 0);
    return { id: newId<'member'>(joined), firstName: displayName, joinedDaysAgo, joined };
  });
  const expenses = demoExpenses(
    {
      getMembers: (daysAgo) =>
        members.filter(({ joinedDaysAgo }) => joinedDaysAgo >= daysAgo).map(({ id }) => id),
      getInstant: daysBefore,
      eventsNear: () => [],
      newId,
      member: members[0]?.id ?? testId(''),
    },
    random,
  );
  const events = demoEvents(today, random);
  return { members, events, expenses, wallets: demoWallets(members, random) };
}

const demo = plan(20_260);

test('the demo is identical on every run of a day', () => {
  expect(JSON.stringify(plan(20_260))).toBe(JSON.stringify(demo));
  expect(JSON.stringify(plan(20_261))).not.toBe(JSON.stringify(demo));
});

test('the demo has sixty people, three years of events, and expenses and wallets of every kind', () => {
  const { members, events, expenses, wallets } = demo;
  const kindsOf = (values: unknown[]) => new Set(values).size;
  expect(kindsOf(members.map(({ id }) => id))).toBe(60);
  expect(kindsOf(events.map(({ calendar }) => calendar))).toBe(3);
  expect(events[0]?.start.toString()).toMatch(/^2024-03/);
  expect(events.at(-1)?.start.toString()).toMatch(/^2027-03/);
  expect(kindsOf(expenses.map(({ id }) => id))).toBe(404);
  expect(kindsOf(expenses.map(({ settledAfterDays }) => settledAfterDays === null))).toBe(2);
  expect(kindsOf(expenses.map(({ fields }) => fields.payerReimbursementType))).toBe(3);
  expect(kindsOf(expenses.flatMap(({ overrides }) => overrides.map(({ type }) => type)))).toBe(2);
  expect(kindsOf(wallets.map(({ currencyCode }) => currencyCode))).toBe(5);
});

test('a wallet in dollars is opened as its owner joins, before a settlement opens another', () => {
  const own = demo.wallets.filter(({ currencyCode }) => currencyCode === 'USD');
  expect(new Set(own.map(({ owner }) => owner)).size).toBe(own.length);
  for (const { owner, openedDaysAgo } of own) {
    expect(openedDaysAgo).toBeGreaterThanOrEqual(demo.members[owner]?.joinedDaysAgo ?? Infinity);
  }
});

test('upcoming events have RSVPs of every kind and more guests than spots', () => {
  const answers = demoAnswers(demo.events, today);
  expect(new Set(answers.map(({ event }) => event)).size).toBe(3);
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(3);
  expect(answers.every(({ event }) => (demo.events[event]?.start.toString() ?? '') > today)).toBe(
    true,
  );
  const heads = Map.groupBy(
    answers.filter(({ answer }) => answer === 'going'),
    ({ event }) => event,
  );
  const isFull = [...heads].some(([index, going]) => {
    const event = demo.events[index];
    const seats = (event && getCapacity(event).capacity) ?? Number.POSITIVE_INFINITY;
    return going.reduce((sum, { guests }) => sum + 1 + guests, 0) > seats;
  });
  expect(isFull).toBe(true);
});

test('every series starts on a day of its rule', () => {
  for (const day of ['2026-03-09', '2026-03-15', '2026-12-31', '2028-02-29'] as const) {
    for (const { event } of demoSeries(day)) {
      const refusal = event.recurrence && checkRule(event.startDate, toRule(event.recurrence));
      expect([event.title, refusal ?? undefined]).toEqual([event.title, undefined]);
    }
  }
});

test('no one shares or pays an expense from before they joined', () => {
  const joined = new Map(demo.members.map((member) => [member.id, member.joined]));
  const early = demo.expenses.filter(({ fields }) =>
    [...fields.participants, fields.paidBy].some((person) => {
      const since = person === null ? undefined : joined.get(person);
      return (
        since !== undefined && instantToDay(since, zone) > instantToDay(fields.expenseDate, zone)
      );
    }),
  );
  expect(early).toEqual([]);
});

test('no expense is settled before its date or after today began, for any seed', () => {
  const midnight = daysBefore(0, 0, 0);
  const expenses = Array.from({ length: 20 }, (_, seed) => plan(seed).expenses).flat();
  for (const { fields, settledAfterDays } of expenses) {
    const logged = Temporal.Instant.from(fields.expenseDate).add({ hours: 1 });
    const settled = toInstant(logged.add({ hours: 24 * (settledAfterDays ?? 0) }));
    expect(settledAfterDays ?? 1).toBeGreaterThan(0);
    expect(settled < midnight, `${fields.expenseDate} after ${settledAfterDays} days`).toBe(true);
  }
});
