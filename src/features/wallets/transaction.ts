/** Rules for adding, editing and deleting transactions. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { EnteredFields, Transaction, TransactionInput, TransactionType } from './contract.ts';
import { enteredFields } from './entered-fields.ts';

/** Zero or more is a credit. */
export function getTransactionType(amount: Cents): TransactionType {
  return amount >= 0 ? 'credit' : 'debit';
}

/** Signed cents of a form's positive amount and type. */
export function toSignedAmount(
  entered: Pick<TransactionInput, 'amount' | 'transactionType'>,
): Cents {
  return entered.transactionType === 'credit' ? entered.amount : cents(-entered.amount);
}

/** Each entered field of a transaction or one of its versions; undefined where it has none. */
export function pickEntered(from: EnteredFields): EnteredFields {
  return Object.fromEntries(enteredFields.map((field) => [field, from[field]])) as EnteredFields;
}

export function toEntered(input: TransactionInput): EnteredFields {
  return pickEntered({
    ...input,
    amount: toSignedAmount(input),
    referenceId: input.referenceId || undefined,
    metadataJson: input.metadataJson ?? '',
  });
}

/** The first version, dated now. */
export function newTransaction(
  id: Id<'transaction'>,
  walletId: Id<'wallet'>,
  input: TransactionInput,
  now: Instant,
): Transaction {
  return {
    id,
    walletId,
    ...toEntered(input),
    date: now,
    origin: 'manual',
    expenseId: null,
    paymentId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Returns the next version, or the same object if nothing changed. The date stays: an edit corrects
 * what happened then. Refuses transactions written by a settlement or payment (409).
 */
export function reviseTransaction(
  before: Transaction,
  input: TransactionInput,
  now: Instant,
): Result<Transaction> {
  const refused = checkChangeable(before);
  if (refused) return refused;
  const entered = toEntered(input);
  if (enteredFields.every((field) => before[field] === entered[field])) return ok(before);
  return ok({ ...before, ...entered, version: before.version + 1, updatedAt: now });
}

/** Names of transactions that features post, by their origin. */
const comesFrom: Readonly<Record<string, string>> = {
  settlement: "This transaction comes from a settled expense and can't be changed",
  charge: 'This transaction comes from a charge. A treasurer can waive or cancel it in Dues.',
  payment:
    "This transaction comes from a payment and can't be changed. A treasurer can reverse the payment.",
};

/** Only transactions that were entered by hand can be edited or deleted individually (409). */
export function checkChangeable({ origin }: Pick<Transaction, 'origin'>): Refused | undefined {
  if (origin === 'manual') return undefined;
  const message = comesFrom[origin] ?? "This transaction can't be changed by itself";
  return refuse('conflict', `${origin}_transaction`, message);
}
