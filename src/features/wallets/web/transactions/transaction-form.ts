/** What the add and edit forms hold: text as it was typed; and what it means. */
import type { Id } from '#kit/id.ts';
import { type Cents, cents, centsFromTyped, centsToText, maxCents } from '#kit/money.ts';
import {
  maxDescriptionLength,
  maxReferenceLength,
  type Transaction,
  type TransactionInput,
  type TransactionType,
} from '../../contract.ts';
import { maxMetadataBytes, utf8Bytes } from '../../metadata.ts';
import { signedAmount, transactionTypeOf } from '../../transaction.ts';

export type TransactionForm = {
  userId: Id<'member'> | '';
  transactionType: TransactionType | '';
  /** As typed, in the wallet's currency. */
  amount: string;
  description: string;
  referenceId: string;
  metadataJson: string;
};

/** The two dialogs do not say the same in the same case. */
export type FormKind = 'add' | 'edit';

const words = {
  add: { user: 'User is required', amount: 'Amount must be greater than 0' },
  edit: { user: 'User ID is required', amount: 'Amount must be positive' },
};

/** A new transaction: a credit of nothing yet, for the wallet's owner where there is one. */
export function newTransactionForm(userId: Id<'member'> | ''): TransactionForm {
  return {
    userId,
    transactionType: 'credit',
    amount: '0',
    description: '',
    referenceId: '',
    metadataJson: '',
  };
}

/** The type comes from the sign, the amount is shown without it. */
export function formOfTransaction(transaction: Transaction): TransactionForm {
  return {
    userId: transaction.userId,
    transactionType: transactionTypeOf(transaction.amount),
    amount: centsToText(cents(Math.abs(transaction.amount))),
    description: transaction.description,
    referenceId: transaction.referenceId ?? '',
    metadataJson: transaction.metadataJson || '{}',
  };
}

export type FormProblems = { [Field in keyof TransactionForm]?: string };

/** What keeps the form from being sent, by field; undefined when nothing does. */
export function problemsOf(form: TransactionForm, kind: FormKind): FormProblems | undefined {
  const problems: FormProblems = {};
  if (form.userId === '') problems.userId = words[kind].user;
  if (form.transactionType === '') problems.transactionType = 'Transaction type is required';
  const amount = problemOfAmount(form.amount, kind);
  if (amount) problems.amount = amount;
  if (form.description.trim() === '') problems.description = 'Description is required';
  if (form.description.trim().length > maxDescriptionLength) {
    problems.description = 'Description must be less than 255 characters';
  }
  if (form.referenceId.length > maxReferenceLength) {
    problems.referenceId = `Reference must be at most ${maxReferenceLength} characters`;
  }
  if (utf8Bytes(form.metadataJson) > maxMetadataBytes) {
    problems.metadataJson = 'Metadata must be at most 8 KB';
  }
  return Object.keys(problems).length > 0 ? problems : undefined;
}

/** What is no number counts as nothing; a number that is no amount of money says why. */
function problemOfAmount(typed: string, kind: FormKind): string | undefined {
  const amount = amountOf(typed);
  if (amount !== undefined) return amount > 0 ? undefined : words[kind].amount;
  const bare = bareNumber(typed);
  if (!/^\d+(\.\d+)?$/.test(bare)) return words[kind].amount;
  if (/\.\d{3,}$/.test(bare)) return 'Amount can have at most two decimals';
  return `Amount must be at most ${limit}`;
}

const limit = centsToText(maxCents).replaceAll(/\B(?=(\d{3})+\.)/g, ',');

function bareNumber(typed: string): string {
  return withoutSign(typed).replaceAll(/(?<=\d),(?=\d{3})/g, '');
}

function amountOf(typed: string): Cents | undefined {
  return centsFromTyped(withoutSign(typed));
}

/** The currency's sign before an amount says nothing that the wallet does not. */
function withoutSign(typed: string): string {
  return typed.trim().replace(/^(?:US|CA|C|AU|A)?[$€£]\s*/i, '');
}

/** What the form would add to the balance, as far as it says so already. */
export function movementOf({ amount: text, transactionType }: TransactionForm): Cents | undefined {
  const amount = amountOf(text);
  if (amount === undefined || amount <= 0 || transactionType === '') return undefined;
  return signedAmount({ amount, transactionType });
}

/** What is sent; undefined while something keeps it from being so. */
export function inputOf(form: TransactionForm, kind: FormKind): TransactionInput | undefined {
  const { userId, transactionType, description, referenceId, metadataJson } = form;
  const amount = amountOf(form.amount);
  if (problemsOf(form, kind) || transactionType === '' || userId === '' || amount === undefined) {
    return undefined;
  }
  const trimmed = description.trim();
  return { userId, transactionType, amount, description: trimmed, referenceId, metadataJson };
}
