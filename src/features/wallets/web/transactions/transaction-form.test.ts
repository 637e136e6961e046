import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { type Transaction, type TransactionInput, transactionInput } from '../../contract.ts';
import { newTransaction, reviseTransaction } from '../../transaction.ts';
import {
  computeMovement,
  newTransactionForm,
  toForm,
  toInput,
  validateForm,
} from './transaction-form.ts';

const owner = testId<'member'>('0190a000-0000-7000-8000-000000000001');
const typed = {
  ...newTransactionForm(owner),
  userId: owner,
  amount: '12.50',
  description: 'Guest ticket',
};

test('a new form is a credit of 0 for the owner and otherwise empty', () => {
  expect(newTransactionForm(owner)).toEqual({
    userId: owner,
    transactionType: 'credit',
    amount: '0',
    description: '',
    referenceId: '',
    metadataJson: '',
  });
});

test('each dialog has its own messages for missing fields', () => {
  const empty = { ...newTransactionForm(''), transactionType: '' as const };
  expect(validateForm(empty, 'add', 'USD')).toEqual({
    userId: 'User is required',
    transactionType: 'Transaction type is required',
    amount: 'Amount must be greater than 0',
    description: 'Description is required',
  });
  expect(validateForm(empty, 'edit', 'USD')).toMatchObject({
    userId: 'User ID is required',
    amount: 'Amount must be positive',
  });
});

describe('an amount', () => {
  const problem = (amount: string) => validateForm({ ...typed, amount }, 'add', 'EUR')?.amount;
  const zero = 'Amount must be greater than 0';
  const unread = 'Enter an amount like 1,234.56, with at most two decimals';
  test.each([
    ['0.01', undefined],
    ['1,234.50', undefined],
    ['€ 7', undefined],
    ['€1,000.50', undefined],
    ['$7', unread],
    ['CA$7', unread],
    ['€0.001', unread],
    ['9,999,999,999.99', undefined],
    ['0', zero],
    ['', zero],
    ['-5', zero],
    ['five', zero],
    ['1e3', unread],
    ['0.001', unread],
    ['10000000000', 'Amount must be at most 9,999,999,999.99'],
  ])('typed as %j', (amount, expected) => expect(problem(amount)).toBe(expected));

  test('is parsed to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (amount) => {
        const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
        expect(toInput({ ...typed, amount: text }, 'add', 'USD')?.amount).toBe(amount);
      }),
    );
  });
});

test('the movement is known once amount and type are', () => {
  expect(computeMovement({ ...typed, amount: '1.50', description: '' }, 'USD')).toBe(150);
  expect(computeMovement({ ...typed, amount: '1.50', transactionType: 'debit' }, 'USD')).toBe(-150);
  for (const amount of ['0', '', '-1', '1.005'])
    expect(computeMovement({ ...typed, amount }, 'USD')).toBe(undefined);
});

test('texts that are too long are reported', () => {
  const long = { ...typed, description: 'x'.repeat(256), referenceId: 'x'.repeat(256) };
  expect(validateForm({ ...long, metadataJson: '€'.repeat(3000) }, 'add', 'USD')).toEqual({
    description: 'Description must be less than 255 characters',
    referenceId: 'Reference must be at most 255 characters',
    metadataJson: 'Metadata must be at most 8 KB',
  });
});

test('a blank reference is none', () => {
  const form = { ...typed, amount: '1', description: 'Dues', referenceId: ' ' };
  expect(toInput(form, 'add', 'USD')?.referenceId).toBe('');
});

test('the contract accepts what a valid form sends', () => {
  fc.assert(
    fc.property(
      fc.record({
        userId: fc.constant(owner),
        transactionType: fc.constantFrom('credit' as const, 'debit' as const),
        amount: fc.string({ unit: fc.constantFrom(...'0123456789.,$- ') }),
        description: fc.string({ maxLength: 300 }),
        referenceId: fc.string({ maxLength: 300 }),
        metadataJson: fc.string(),
      }),
      (form) => {
        const input = toInput(form, 'add', 'USD');
        const wire = input && { ...input, amount: input.amount / 100 };
        expect(input === undefined || transactionInput.safeParse(wire).success).toBe(true);
      },
    ),
  );
});

test('a transaction saved without changes stays the same', () => {
  const createdAt = '2026-11-20T18:00:00.000Z';
  for (const metadataJson of ['{}', '{"a":1}']) {
    for (const amount of [cents(-999_999_999_999), cents(1)]) {
      const entered: Required<TransactionInput> = {
        userId: owner,
        transactionType: 'credit',
        amount: cents(1),
        description: 'Guest ticket',
        referenceId: 'R-1',
        metadataJson,
      };
      const before: Transaction = {
        ...newTransaction(testId('t'), testId('w'), entered, createdAt),
        amount,
      };
      const input = toInput(toForm(before), 'edit', 'USD');
      const revised = input && reviseTransaction(before, input, createdAt);
      expect(revised?.ok && revised.value).toBe(before);
    }
  }
});
