import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import {
  detailsFromInput,
  findDifferences,
  formatDetail,
  type TransactionDetails,
} from './transaction-details.ts';

const maya = testId<'member'>('maya');
const details: TransactionDetails = {
  userId: maya,
  amount: cents(1250),
  description: 'Guest ticket',
  metadataJson: '',
};

test('two versions differ only in what people would call different', () => {
  expect(findDifferences(details, { ...details })).toEqual([]);
  expect(findDifferences(details, { ...details, referenceId: '', metadataJson: '{}' })).toEqual([]);
  expect(findDifferences(details, { ...details, amount: cents(-1250) })).toEqual([
    'Amount',
    'Type',
  ]);
  expect(
    findDifferences(details, {
      ...details,
      userId: testId('tom'),
      description: 'Ticket',
      referenceId: 'R-1',
      metadataJson: '{"a":1}',
    }),
  ).toEqual(['User', 'Description', 'Reference', 'Metadata']);
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
  expect(findDifferences(detailsFromInput(input), { ...details, amount: cents(-1250) })).toEqual(
    [],
  );
});

test('every detail is formatted as text', () => {
  const known = { currency: 'EUR' as const, userName: () => 'Maya Chen' };
  expect(formatDetail(details, 'Amount', known)).toBe('+€12.50');
  expect(formatDetail(details, 'Type', known)).toBe('credit');
  expect(formatDetail(details, 'User', known)).toBe('Maya Chen');
  expect(formatDetail(details, 'Reference', known)).toBe('-');
});
