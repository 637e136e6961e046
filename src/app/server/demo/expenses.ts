/** The demo's expenses: some 400 in every state, oldest first. */
import { type ExpenseFields, expenseDefaults } from '#features/expenses/expense.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, zeroCents } from '#kit/money.ts';
import type { SeededRandom } from './seeded-random.ts';

type DemoOverride = {
  type: 'equal' | 'manual';
  amount: Cents;
  label: string;
  participantIds: Id<'member'>[];
};

export type DemoExpense = {
  id: Id<'expense'>;
  fields: ExpenseFields;
  overrides: DemoOverride[];
  loggedBy: Id<'member'>;
  /** Days from the expense to its settlement; null if open. */
  settledAfterDays: number | null;
};

type Kind = {
  titles: readonly string[];
  category: string;
  least: number;
  most: number;
  people: [number, number];
};

const kinds: readonly Kind[] = [
  {
    titles: [
      'Harbor dinner',
      'Board lunch',
      'Speaker dinner',
      'Tacos after the forum',
      'Breakfast meeting',
      'Wine for the tasting',
    ],
    category: 'Food',
    least: 4_200,
    most: 128_000,
    people: [3, 12],
  },
  {
    titles: [
      'Catalina ferry tickets',
      'Airport shuttle',
      'Carpool to Julian',
      'Train to Los Angeles',
    ],
    category: 'Travel',
    least: 3_600,
    most: 96_000,
    people: [2, 8],
  },
  {
    titles: ['Padres tickets', 'Sunset sail', 'Bowling night', 'Escape room', 'Museum evening'],
    category: 'Entertainment',
    least: 6_000,
    most: 84_000,
    people: [4, 14],
  },
  {
    titles: ['Forum retreat cabin', 'Ballroom deposit', 'Coworking day passes', 'Meeting room'],
    category: 'Venue',
    least: 9_000,
    most: 240_000,
    people: [3, 16],
  },
  {
    titles: [
      'Speaker gift',
      'Name badges',
      'Audio rental',
      'Flowers for the gala',
      'Printed agendas',
    ],
    category: 'Supplies',
    least: 1_500,
    most: 42_000,
    people: [2, 9],
  },
  {
    titles: ['Workshop fee', 'Facilitator', 'Onboarding lunch'],
    category: 'Learning',
    least: 8_000,
    most: 160_000,
    people: [4, 10],
  },
];

const count = 404;

type Setting = {
  /** Ids of members who had joined by a number of days ago. */
  getMembers: (daysAgo: number) => readonly Id<'member'>[];
  /** The instant of a local time a number of days ago. */
  getInstant: (daysAgo: number, hour: number, minute: number) => Instant;
  /** Ids of events within a few days of that day. */
  eventsNear: (daysAgo: number) => readonly Id<'event'>[];
  newId: (at: Instant) => Id<'expense'>;
  /** The demo's member sign-in, who participates in open expenses. */
  member: Id<'member'>;
};

export function demoExpenses(setting: Setting, random: SeededRandom): DemoExpense[] {
  return Array.from({ length: count }, (_, index) => {
    // Denser toward today, as in a growing chapter.
    const age = 1 - index / count;
    const daysAgo = Math.floor(1_090 * age ** 1.4) + 1;
    return demoExpense(setting, random, daysAgo, index);
  });
}

function demoExpense(
  setting: Setting,
  random: SeededRandom,
  daysAgo: number,
  index: number,
): DemoExpense {
  const kind = random.pick(kinds);
  const members = setting.getMembers(daysAgo);
  const at = setting.getInstant(daysAgo, random.whole(8, 21), random.pick([0, 15, 30, 45]));
  // Yesterday's cannot be settled yet: that takes at least a day.
  const isOpen = daysAgo < 2 || (daysAgo < 45 && !random.percent(25));
  const participants = random.some(members, random.whole(...kind.people));
  if (isOpen && random.percent(55) && !participants.includes(setting.member))
    participants.push(setting.member);
  const amount = cents(random.whole(kind.least, kind.most));
  const isEvenSplit = random.percent(8);
  const payer = random.percent(90) ? random.pick(participants) : random.pick(members);
  const isPartial = !isEvenSplit && random.percent(7);
  const isUnreimbursed = !isEvenSplit && !isPartial && random.percent(8);
  const events = setting.eventsNear(daysAgo);
  const fields: ExpenseFields = {
    ...expenseDefaults,
    title: random.pick(kind.titles),
    description: random.percent(30) ? "Receipt is in the treasurer's folder." : '',
    amount,
    expenseDate: at,
    eventId: events.length > 0 && random.percent(45) ? random.pick(events) : null,
    participants,
    category: random.percent(92) ? kind.category : '',
    paidBy: isEvenSplit ? null : payer,
    payers: [],
    original: null,
    isEvenSplit,
    isExcludedFromGroupTotals: random.percent(6),
    // Members who paid their own share of an even split owe nobody.
    useWalletTransactions: !isEvenSplit && (random.percent(70) || !isOpen),
    payerReimbursementType: isPartial ? 'Partial' : isUnreimbursed ? 'None' : 'Full',
    payerReimbursementAmount: isPartial ? cents(random.whole(1, amount)) : null,
  };
  return {
    id: setting.newId(at),
    fields,
    overrides: index % 6 === 0 ? demoOverrides(fields, random) : [],
    loggedBy: isEvenSplit ? random.pick(members) : payer,
    settledAfterDays: isOpen ? null : random.whole(1, Math.min(30, daysAgo - 1)),
  };
}

/** Some equal overrides, and now and then a manual one: together well below the total. */
function demoOverrides(fields: ExpenseFields, random: SeededRandom): DemoOverride[] {
  if (fields.participants.length < 3) return [];
  const part = (percent: number) => cents(Math.max(1, Math.floor((fields.amount * percent) / 100)));
  const equal: DemoOverride = {
    type: 'equal',
    amount: part(random.whole(5, 25)),
    label: random.pick(['Wine pairing', 'Extra night', 'Parking', 'Guest tickets']),
    participantIds: random.some(fields.participants, 2),
  };
  const others = fields.participants.filter(
    (participant) => !equal.participantIds.includes(participant),
  );
  const one = others[0];
  if (one === undefined || random.percent(50)) return [equal];
  const manual: DemoOverride = {
    type: 'manual',
    amount: random.percent(40) ? zeroCents : part(random.whole(2, 10)),
    label: random.pick(['Left early', 'Did not eat', 'Brought the cake']),
    participantIds: [one],
  };
  return [equal, manual];
}
