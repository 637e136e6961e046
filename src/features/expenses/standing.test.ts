import { expect, test } from 'vitest';
import { toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { describeStanding, findStanding } from './standing.ts';
import { person } from './testing/random-expense.ts';

test('a standing is described for oneself and for others', () => {
  expect([-1, 0, 1].map((amount) => describeStanding(cents(amount)))).toEqual([
    'To pay',
    'Even',
    'You have',
  ]);
  expect([-1, 0, 1].map((amount) => describeStanding(cents(amount), 'Maya Chen'))).toEqual([
    'Maya Chen has to pay',
    'Maya Chen is even',
    'Maya Chen has',
  ]);
});

test('a member without an entry has nothing and has nothing to pay', () => {
  const maya = {
    memberId: person(1),
    name: 'Maya Chen',
    open: cents(-5),
    wallet: cents(2),
    standing: cents(-3),
    walletId: null,
    otherCurrencies: [],
  };
  expect(findStanding([maya], person(1))).toBe(maya);
  const other = toId<'member'>(person(2));
  expect(findStanding([maya], other)).toMatchObject({ memberId: other, standing: 0, open: 0 });
});
