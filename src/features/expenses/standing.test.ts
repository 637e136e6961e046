import { expect, test } from 'vitest';
import { toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { describeStanding, describeStandingChange, findStanding } from './standing.ts';
import { person } from './testing/random-expense.ts';

test('a standing is described for oneself and for others', () => {
  expect([-1, 0, 1].map((amount) => describeStanding(cents(amount)))).toEqual([
    'To pay',
    'Settled up',
    'You are owed',
  ]);
  expect([-1, 0, 1].map((amount) => describeStanding(cents(amount), 'Maya Chen'))).toEqual([
    'Maya Chen has to pay',
    'Maya Chen is settled up',
    'Maya Chen is owed',
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

test.each([
  [-4_000, -1_250, 'To pay $40.00 → $12.50'],
  [-4_000, 0, 'To pay $40.00 → Settled up'],
  [-4_000, 500, 'To pay $40.00 → Is owed $5.00'],
  [0, -500, 'Settled up → To pay $5.00'],
  [700, 500, 'Is owed $7.00 → $5.00'],
  [700, 700, 'Balance $7.00, unchanged'],
  [0, 0, 'Settled up, unchanged'],
])('a standing of %i that becomes %i is described as %s', (before, after, words) => {
  expect(describeStandingChange(cents(before), cents(after), 'member')).toBe(words);
});

test('the own standing is named as such', () => {
  expect(describeStandingChange(cents(-1), cents(1), 'you')).toBe(
    'To pay $0.01 → You are owed $0.01',
  );
});

test('that of the chapter says who owes whom', () => {
  const describe = (before: number, after: number) =>
    describeStandingChange(cents(before), cents(after), 'chapter');
  expect(describe(-46_106_76, -46_106_76)).toBe('Owes members $46,106.76, unchanged');
  expect(describe(700, -500)).toBe('Members owe it $7.00 → Owes members $5.00');
  expect(describe(700, 700)).toBe('Members owe it $7.00, unchanged');
});
