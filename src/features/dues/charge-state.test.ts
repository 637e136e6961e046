import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { describeParts, describeState, type StateFacts } from './charge-state.ts';

const today = '2027-01-09';
const asked: StateFacts = {
  amount: cents(250_00),
  waived: cents(0),
  open: cents(250_00),
  dueOn: '2027-01-31',
  canceledAt: null,
  coveredOn: null,
  isPaid: false,
};
const covered = { open: cents(0), coveredOn: '2027-01-08' } as const;

test.each([
  ['Due Jan 31', {}],
  ['Due Jan 31, 2028', { dueOn: '2028-01-31' }],
  ['Due today', { dueOn: today }],
  ['1 day late', { dueOn: '2027-01-08' }],
  ['12 days late', { dueOn: '2026-12-28' }],
  ['Paid Jan 8', { ...covered, isPaid: true }],
  ['Covered', covered],
  ['Waived', { waived: cents(250_00), open: cents(0) }],
  ['Canceled', { canceledAt: '2027-01-03T00:00:00.000Z' }],
] as const)('says %s', (words, facts) =>
  expect(describeState({ ...asked, ...facts }, today)).toBe(words),
);

test('says what is covered or waived of it', () => {
  expect(describeParts(asked)).toEqual([]);
  expect(describeParts({ ...asked, open: cents(150_00) })).toEqual(['$100.00 of $250.00 covered']);
  expect(describeParts({ ...asked, waived: cents(50_00), open: cents(200_00) })).toEqual([
    '$50.00 waived',
  ]);
  expect(describeParts({ ...asked, waived: cents(50_00), open: cents(100_00) })).toEqual([
    '$100.00 of $200.00 covered',
    '$50.00 waived',
  ]);
});
