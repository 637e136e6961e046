import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cents } from '#kit/money.ts';
import { sampleId } from '#web/testing/session.ts';
import { type NewsItem, newsCalls } from '../contract.ts';
import { describeNews } from './describe-news.ts';

const happened = { at: '2026-11-20T12:00:00.000Z', by: 'Maya Chen' } as const;
const dinner = { ...happened, title: 'Dinner', expenseId: sampleId('expense', 1) };
const picnic = {
  ...happened,
  title: 'Picnic',
  localStart: '2026-12-01T18:00',
  calendarId: sampleId('calendar', 1),
  eventId: sampleId('event', 1),
  occurrenceId: null,
} as const;
const payment = {
  ...happened,
  kind: 'payment',
  paymentId: sampleId('payment', 1),
  amount: cents(42_50),
} as const;

const items: readonly [NewsItem, string][] = [
  [
    { ...dinner, kind: 'expense-logged', share: cents(20_00) },
    'Dinner: Logged by Maya Chen, your share $20.00',
  ],
  [
    { ...dinner, kind: 'expense-settled', share: null },
    'Dinner: Settled by Maya Chen, paid by you',
  ],
  [
    { ...dinner, kind: 'expense-corrected', by: null, share: cents(5_00) },
    'Dinner: Corrected, your share $5.00',
  ],
  [
    { ...payment, isToMember: true, other: null, status: 'taken_back' },
    '$42.50: Payment from the chapter, reversed',
  ],
  [
    { ...payment, isToMember: false, other: 'Tom Becker', status: 'waiting' },
    '$42.50: Payment to Tom Becker, to be confirmed',
  ],
  [{ ...picnic, kind: 'event-added' }, 'Picnic: New event, Dec 1, 2026'],
  [{ ...picnic, kind: 'event-moved' }, 'Picnic: Moved to Dec 1, 2026'],
  [{ ...picnic, kind: 'event-canceled' }, 'Picnic: Canceled, Dec 1, 2026'],
  [{ ...picnic, kind: 'spot-given' }, "Picnic: You've got a spot, Dec 1, 2026"],
  [
    { ...happened, kind: 'member-joined', memberId: sampleId('member', 1), name: 'Priya Raman' },
    'Priya Raman: Joined the chapter',
  ],
];

test.each(items)('%# is described in words', (item, words) => {
  const { subject, detail } = describeNews(item);
  expect(`${subject}: ${detail}`).toBe(words);
});

test('that was every kind', () => {
  const { items: listed } = newsCalls.list.reply.shape;
  const kinds = listed.def.element.def.options.flatMap(({ shape: { kind } }) =>
    kind instanceof z.ZodMiniLiteral ? kind.def.values : Object.values(kind.def.entries),
  );
  expect(new Set(items.map(([{ kind }]) => kind))).toEqual(new Set(kinds));
});
