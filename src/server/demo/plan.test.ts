/** What the demo is made of. That it survives being killed is a law of src/server/crash. */
import { expect, test } from 'vitest';
import { dayOf, type Instant, toInstant } from '#kit/day.ts';
import { uuidV7 } from '#kit/id.ts';
import { createChance } from './chance.ts';
import { pastOf } from './chapter.ts';
import { demoEvents } from './evenings.ts';
import { demoPeople } from './people.ts';
import { demoWallets } from './purses.ts';
import { demoExpenses } from './spending.ts';

const today = '2026-03-09';
const zone = 'America/Los_Angeles';
const daysBefore = pastOf(today, zone);

function plan(seed: number) {
  const chance = createChance(seed);
  const newId = (at: Instant) =>
    uuidV7(Temporal.Instant.from(at).epochMilliseconds, chance.bytes(10));
  const members = demoPeople.map(({ displayName, joinedDaysAgo }) => {
    const joined = daysBefore(joinedDaysAgo, 9, 0);
    return { id: newId(joined), firstName: displayName, joinedDaysAgo, joined };
  });
  const expenses = demoExpenses(
    {
      membersOf: (daysAgo) =>
        members.filter(({ joinedDaysAgo }) => joinedDaysAgo >= daysAgo).map(({ id }) => id),
      instantOf: daysBefore,
      eventsNear: () => [],
      newId,
      member: members[0]?.id ?? '',
    },
    chance,
  );
  const events = demoEvents(today, chance);
  return { members, events, expenses, wallets: demoWallets(members, chance) };
}

const demo = plan(20_260);

test('the demo is the same on every run of a day', () => {
  expect(JSON.stringify(plan(20_260))).toBe(JSON.stringify(demo));
  expect(JSON.stringify(plan(20_261))).not.toBe(JSON.stringify(demo));
});

test('it has sixty people, three years of events, and expenses and wallets of every kind', () => {
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

test('nobody shares or pays what happened before the day they joined', () => {
  const joined = new Map(demo.members.map((member) => [member.id, member.joined]));
  const early = demo.expenses.filter(({ fields }) =>
    [...fields.participants, fields.paidBy].some(
      (person) =>
        person !== null && dayOf(joined.get(person) ?? '', zone) > dayOf(fields.expenseDate, zone),
    ),
  );
  expect(early).toEqual([]);
});

test('nothing is settled before it happened or after today began, whatever chance says', () => {
  const midnight = daysBefore(0, 0, 0);
  const expenses = Array.from({ length: 20 }, (_, seed) => plan(seed).expenses).flat();
  for (const { fields, settledAfterDays } of expenses) {
    const logged = Temporal.Instant.from(fields.expenseDate).add({ hours: 1 });
    const settled = toInstant(logged.add({ hours: 24 * (settledAfterDays ?? 0) }));
    expect(settledAfterDays ?? 1).toBeGreaterThan(0);
    expect(settled < midnight, `${fields.expenseDate} after ${settledAfterDays} days`).toBe(true);
  }
});
