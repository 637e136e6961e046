import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import type { Payment } from '../contract.ts';
import { describeEnd, describeWaiting } from './payment-words.ts';

const ann = { id: testId<'member'>('ann'), name: 'Ann Lee' };
const ben = { id: testId<'member'>('ben'), name: 'Ben Ode' };

type Waiting = Pick<Payment, 'status' | 'from' | 'to' | 'saidAs'>;
const makeRecorded = (saidAs: Payment['saidAs'], sides: Partial<Waiting> = {}): Waiting => ({
  status: 'waiting',
  from: ann,
  to: ben,
  saidAs,
  ...sides,
});

test.each([
  [makeRecorded('payer'), 'Waiting for Ben Ode or a treasurer'],
  [makeRecorded('payee'), 'Waiting for you or a treasurer'],
  [makeRecorded('payer', { to: null }), 'Waiting for a treasurer'],
  [makeRecorded('payee', { from: null }), 'Waiting for a treasurer'],
  [makeRecorded('payer', { status: 'confirmed' }), undefined],
])('a waiting payment names who can confirm it (%#)', (payment, words) => {
  expect(describeWaiting(payment, ann.id)).toBe(words);
});

test.each([
  [{ status: 'withdrawn', decidedBy: ann, takenBackBy: null }, 'Canceled by you'],
  [{ status: 'rejected', decidedBy: ben, takenBackBy: null }, 'Declined by Ben Ode'],
  [{ status: 'taken_back', decidedBy: ben, takenBackBy: ann }, 'Reversed by you'],
  [{ status: 'confirmed', decidedBy: ben, takenBackBy: null }, undefined],
] as const)('what came to nothing says by whom (%#)', (payment, words) => {
  expect(describeEnd(payment, ann.id)).toBe(words);
});
