import { expect, test } from 'vitest';
import { cents, zeroCents } from '#kit/money.ts';
import { listWaiting } from './waiting.ts';

const nothing = {
  payments: 0,
  amount: zeroCents,
  unanswered: 0,
  openExpenses: 0,
  withoutReceipt: 0,
  invitations: 0,
};
const say = (counts: Partial<typeof nothing>) =>
  listWaiting({ ...nothing, ...counts }).map(({ count, label }) => `${count} ${label}`);

test('only what there is waits, with what it adds up to', () => {
  expect(say({})).toEqual([]);
  expect(say({ payments: 1, amount: cents(1_234_50), openExpenses: 1_200 })).toEqual([
    '1 payment to confirm, $1,234.50',
    '1,200 open expenses to settle',
  ]);
  expect(say({ openExpenses: 2, withoutReceipt: 1 })).toEqual([
    '2 open expenses to settle',
    '1 open expense without a receipt',
  ]);
  expect(say({ unanswered: 2, invitations: 1 })).toEqual([
    '2 events without your RSVP',
    '1 open invitation',
  ]);
});
