import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { DuesSummary, MemberDues } from '../contract.ts';
import { sumDebts } from '../member-dues.ts';
import { describeDues, describeSummary } from './dues-words.ts';

const today = '2027-01-09';
const nothing: MemberDues = {
  member: { id: testId('ann'), name: 'Ann' },
  hasLeft: false,
  open: cents(0),
  late: cents(0),
  dueOn: null,
  dueFirst: cents(0),
  credit: cents(0),
  waiting: cents(0),
  pausedUntil: null,
  pauseNote: null,
  remindedAt: null,
};
const late = sumDebts([{ open: cents(250_00), dueOn: '2026-12-28' }], today);

test.each([
  [['Nothing due'], {}],
  [['Credit $50.00'], { credit: cents(50_00) }],
  [['Due Jan 31'], sumDebts([{ open: cents(250_00), dueOn: '2027-01-31' }], today)],
  [['12 days late'], late],
  [['12 days late', 'Says paid $250.00'], { ...late, waiting: cents(250_00) }],
  [['12 days late', 'Paused until Feb 10'], { ...late, pausedUntil: '2027-02-10' }],
  [['12 days late'], { ...late, pausedUntil: '2027-01-08' }],
  [['12 days late', 'Left'], { ...late, hasLeft: true }],
] as const)('the status of a member reads: %s', (words, fields) =>
  expect(describeDues({ ...nothing, ...fields }, today).map(({ text }) => text)).toEqual(words),
);

const severalDebts: readonly [words: string, ...dueOn: Day[]][] = [
  ['Due Jan 31', '2027-01-31', '2027-01-31'],
  ['$100.00 is due Jan 31', '2027-01-31', '2027-02-07'],
  ['$100.00 is due today', today, '2027-02-07'],
  ['$100.00 is 12 days late', '2026-12-28', '2027-02-07'],
  ['$250.00 is up to 12 days late', '2026-12-28', '2027-01-08', '2027-02-07'],
  ['12 days late', '2026-12-28', '2026-12-28'],
  ['up to 12 days late', '2026-12-28', '2027-01-08'],
];

test.each(severalDebts)('of several debts it is said what is due first: %s', (words, ...days) => {
  const debts = days.map((each, place) => ({ dueOn: each, open: cents((100 + 50 * place) * 100) }));
  const dues = { ...nothing, ...sumDebts(debts, today) };
  expect(describeDues(dues, today).map(({ text }) => text)).toEqual([words]);
});

test('the summary counts days only if someone is late', () => {
  const summary: DuesSummary = {
    askedCount: 60,
    settledCount: 58,
    open: cents(500_00),
    oldestDays: 47,
    counts: { open: 2, 'late-30': 1, 'late-60': 1, 'late-61': 0, credit: 0, left: 0 },
  };
  expect(describeSummary(summary)).toBe('58 of 60 covered · $500.00 open · oldest 47 days');
  expect(describeSummary({ ...summary, oldestDays: 0 })).toBe('58 of 60 covered · $500.00 open');
  const none = { ...summary, askedCount: 0, settledCount: 0, open: cents(0), oldestDays: 0 };
  expect(describeSummary(none)).toBe('');
});
