import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Payment, PaymentStatus } from '../contract.ts';
import { toPrintedPayments } from './printed-payments.ts';

const ann = { id: testId<'member'>('ann'), name: 'Ann Lee' };
const at = '2026-03-01T20:00:00.000Z';
const payment = (status: PaymentStatus, amount: number): Payment => ({
  id: testId<'payment'>(status),
  from: ann,
  to: null,
  amount: cents(amount),
  paidOn: '2026-03-01',
  method: 'check',
  reference: '1041',
  status,
  note: null,
  expenseId: null,
  depositId: null,
  saidBy: ann,
  saidAs: 'payer',
  decidedBy: null,
  decidedAt: null,
  takenBackBy: null,
  takenBackAt: null,
  reason: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

test('only confirmed payments add up, and a part of the list says so', () => {
  const some = [payment('confirmed', 250_00), payment('taken_back', 7_00)];
  const { notes, rows } = toPrintedPayments(some, 2, undefined);
  expect(notes).toEqual(['2 payments. Confirmed on this sheet: 1 payment, $250.00.']);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Mar 1, 2026', 'Ann Lee', 'The chapter', 'Check · 1041', 'Confirmed', '$250.00'],
    ['Mar 1, 2026', 'Ann Lee', 'The chapter', 'Check · 1041', 'Reversed', '$7.00'],
  ]);
  expect(toPrintedPayments(some, 90, 'confirmed').notes).toEqual([
    'Status: Confirmed',
    '90 payments, 2 of them on this sheet. Confirmed on this sheet: 1 payment, $250.00.',
  ]);
});
