/** What a person's add, edit and delete make of a wallet's transaction. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Transaction, TransactionInput, TransactionType } from './contract.ts';

/** The sign says the type: zero or more is a credit. */
export function transactionTypeOf(amount: Cents): TransactionType {
  return amount >= 0 ? 'credit' : 'debit';
}

/** The signed cents of what a form states: a positive amount and a type. */
export function signedAmount(stated: Pick<TransactionInput, 'amount' | 'transactionType'>): Cents {
  return stated.transactionType === 'credit' ? stated.amount : cents(-stated.amount);
}

type Stated = Pick<
  Transaction,
  'userId' | 'amount' | 'description' | 'referenceId' | 'metadataJson'
>;

function statedOf(input: TransactionInput): Stated {
  const { userId, description, referenceId, metadataJson = '' } = input;
  return {
    userId,
    amount: signedAmount(input),
    description,
    ...(referenceId ? { referenceId } : {}),
    metadataJson,
  };
}

/** A first version, dated now. */
export function newTransaction(
  id: Id<'transaction'>,
  walletId: Id<'wallet'>,
  input: TransactionInput,
  now: Instant,
): Transaction {
  return {
    id,
    walletId,
    ...statedOf(input),
    date: now,
    origin: 'manual',
    expenseId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The next version with what is stated now; the same object when nothing is different. The date
 * stays: an edit corrects what happened then. Refuses what a settlement wrote (409).
 */
export function revisedTransaction(
  before: Transaction,
  input: TransactionInput,
  now: Instant,
): Result<Transaction> {
  const refused = refusalOfChange(before);
  if (refused) return refused;
  const stated = statedOf(input);
  const isSame =
    before.userId === stated.userId &&
    before.amount === stated.amount &&
    before.description === stated.description &&
    before.referenceId === stated.referenceId &&
    before.metadataJson === stated.metadataJson;
  if (isSame) return ok(before);
  const { referenceId: _, ...kept } = before;
  return ok({ ...kept, ...stated, version: before.version + 1, updatedAt: now });
}

/** Transactions born from a settlement are never edited or deleted one by one (409). */
export function refusalOfChange(transaction: Pick<Transaction, 'origin'>): Refused | undefined {
  switch (transaction.origin) {
    case 'manual':
      return undefined;
    case 'settlement':
      return refuse(
        'conflict',
        'settlement_transaction',
        "This transaction comes from a settled expense and can't be changed",
      );
    default:
      return transaction.origin satisfies never;
  }
}
