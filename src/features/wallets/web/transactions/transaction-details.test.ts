import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { EnteredFields } from '../../contract.ts';
import { toEntered } from '../../transaction.ts';
import { findDifferences, formatDetail } from './transaction-details.ts';

const maya = testId<'member'>('maya');
const details: EnteredFields = {
  userId: maya,
  amount: cents(1250),
  description: 'Guest ticket',
  metadataJson: '',
};

test('two versions differ only in what people would call different', () => {
  expect(findDifferences(details, { ...details })).toEqual([]);
  expect(findDifferences(details, { ...details, referenceId: '', metadataJson: '{}' })).toEqual([]);
  expect(findDifferences(details, { ...details, amount: cents(-1250) })).toEqual([
    'amount',
    'type',
  ]);
  expect(
    findDifferences(details, {
      ...details,
      userId: testId('tom'),
      description: 'Ticket',
      referenceId: 'R-1',
      metadataJson: '{"a":1}',
    }),
  ).toEqual(['userId', 'description', 'referenceId', 'metadataJson']);
});

test('a form is compared as the transaction it would save', () => {
  const input = {
    userId: maya,
    transactionType: 'debit' as const,
    amount: cents(1250),
    description: 'Guest ticket',
    referenceId: '',
    metadataJson: '{}',
  };
  expect(findDifferences(toEntered(input), { ...details, amount: cents(-1250) })).toEqual([]);
});

test('every detail is formatted as text', () => {
  const known = { currency: 'EUR' as const, userName: () => 'Maya Chen' };
  expect(formatDetail(details, 'amount', known)).toBe('+€12.50');
  expect(formatDetail(details, 'type', known)).toBe('credit');
  expect(formatDetail(details, 'userId', known)).toBe('Maya Chen');
  expect(formatDetail(details, 'referenceId', known)).toBe('-');
});
