import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Transaction, TransactionInput } from './contract.ts';
import { maxMetadataBytes, utf8Bytes } from './metadata.ts';
import {
  getTransactionType,
  newTransaction,
  reviseTransaction,
  toSignedAmount,
} from './transaction.ts';
import { checkWriter } from './write-permission.ts';

const born = '2026-11-20T18:00:00.000Z';
const later = '2026-11-21T09:30:00.000Z';
const input: TransactionInput = {
  userId: testId('0190a000-0000-7000-8000-000000000001'),
  transactionType: 'debit',
  amount: cents(1250),
  description: 'Guest ticket',
  referenceId: '',
  metadataJson: '',
};
/** Another value of each field. */
const changes: Required<TransactionInput> = {
  userId: testId('0190a000-0000-7000-8000-000000000002'),
  transactionType: 'credit',
  amount: cents(1),
  description: 'Dinner',
  referenceId: 'R-1',
  metadataJson: '{"a":1}',
};

function first(entered = input): Transaction {
  return newTransaction(testId('transaction'), testId('wallet'), entered, born);
}

test('type and sign determine each other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.constantFrom('credit', 'debit'),
      (n, type) => {
        const signed = toSignedAmount({ amount: cents(n), transactionType: type });
        expect(getTransactionType(signed)).toBe(type);
        expect(Math.abs(signed)).toBe(n);
      },
    ),
  );
  expect(getTransactionType(cents(0))).toBe('credit');
});

test('a new transaction has version 1, today’s date and no empty reference', () => {
  expect(first()).toMatchObject({ amount: -1250, version: 1, date: born, origin: 'manual' });
  expect(first().referenceId).toBeUndefined();
  expect(first({ ...input, referenceId: 'R-1' }).referenceId).toBe('R-1');
});

describe('an edit', () => {
  test('creates the next version, keeps the date and removes a cleared reference', () => {
    const before = first({ ...input, referenceId: 'R-1' });
    const revised = reviseTransaction(before, { ...input, amount: cents(1) }, later);
    expect(revised).toEqual({
      ok: true,
      value: { ...first(), amount: -1, version: 2, updatedAt: later },
    });
  });

  test('creates no version if nothing changed', () => {
    const before = first();
    const revised = reviseTransaction(before, input, later);
    expect(revised.ok && revised.value).toBe(before);
  });

  test.each(Object.keys(changes) as (keyof TransactionInput)[])(
    'of %s alone creates a version, and another one that takes it back',
    (field) => {
      const before = first();
      const change = { ...input, [field]: changes[field] };
      const revised = reviseTransaction(before, change, later);
      expect(revised.ok && revised.value).toEqual({
        ...first(change),
        version: 2,
        updatedAt: later,
      });
      const again = revised.ok && reviseTransaction(revised.value, input, later);
      expect(again && again.ok && again.value).toEqual({ ...before, version: 3, updatedAt: later });
    },
  );

  test('is refused for transactions written by a settlement', () => {
    const settled: Transaction = { ...first(), origin: 'settlement', expenseId: testId('expense') };
    const revised = reviseTransaction(settled, input, later);
    expect(revised).toMatchObject({ ok: false, refusal: { code: 'settlement_transaction' } });
  });
});

test('metadata is measured in UTF-8 bytes', { tags: ['all'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(utf8Bytes(value)).toBe(new TextEncoder().encode(value).length);
    }),
  );
  expect(utf8Bytes('€'.repeat(3000)) > maxMetadataBytes).toBe(true);
});

test('others’ wallets are writable under the open policy, or by treasurers and admins', () => {
  const may = (
    policy: 'open' | 'treasurer',
    role: 'member' | 'treasurer' | 'admin',
    owner = 'you',
    seesAllWallets = true,
  ) =>
    checkWriter({ memberId: testId('me'), policy, role, seesAllWallets }, testId(owner)) ===
    undefined;
  expect(may('open', 'member')).toBe(true);
  expect(may('treasurer', 'member')).toBe(false);
  expect(may('treasurer', 'member', 'me')).toBe(true);
  expect(may('treasurer', 'treasurer')).toBe(true);
  expect(may('treasurer', 'admin')).toBe(true);
  expect(may('open', 'member', 'you', false)).toBe(false);
  expect(may('open', 'member', 'me', false)).toBe(true);
});
