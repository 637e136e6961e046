/** The values of the add and edit forms as typed text, their validation and their meaning. */

import type { Id } from '#kit/id.ts';
import {
  type Cents,
  type Currency,
  cents,
  centsFromTyped,
  centsToText,
  explainAmount,
} from '#kit/money.ts';
import { countCharacters } from '#kit/text.ts';
import {
  maxDescriptionLength,
  maxReferenceLength,
  type Transaction,
  type TransactionInput,
  type TransactionType,
} from '../../contract.ts';
import { maxMetadataBytes, utf8Bytes } from '../../metadata.ts';
import { getTransactionType, toSignedAmount } from '../../transaction.ts';

type ChosenField = 'userId' | 'transactionType';
/** The other fields are as typed, the amount in the wallet's currency. */
export type TransactionForm = Record<Exclude<keyof TransactionInput, ChosenField>, string> & {
  userId: Id<'member'> | '';
  transactionType: TransactionType | '';
};

/** The two dialogs have different messages for the same problem. */
export type FormKind = 'add' | 'edit';

const messages = {
  add: { user: 'User is required', amount: 'Amount must be greater than 0' },
  edit: { user: 'User ID is required', amount: 'Amount must be positive' },
};

/** A new transaction of 0: the first type that may be booked, for the wallet's owner if known. */
export function newTransactionForm(
  userId: Id<'member'> | '',
  [transactionType = 'credit']: readonly TransactionType[] = [],
): TransactionForm {
  return {
    userId,
    transactionType,
    amount: '0',
    description: '',
    referenceId: '',
    metadataJson: '',
  };
}

/** Splits the signed amount into type and amount. */
export function toForm(transaction: Transaction): TransactionForm {
  return {
    userId: transaction.userId,
    transactionType: getTransactionType(transaction.amount),
    amount: centsToText(cents(Math.abs(transaction.amount))),
    description: transaction.description,
    referenceId: transaction.referenceId ?? '',
    metadataJson: transaction.metadataJson || '{}',
  };
}

export type FormProblems = { [Field in keyof TransactionForm]?: string };

/** The problems of the form by field; undefined if it is valid. */
export function validateForm(
  form: TransactionForm,
  kind: FormKind,
  currency: Currency,
): FormProblems | undefined {
  const problems: FormProblems = {};
  if (form.userId === '') problems.userId = messages[kind].user;
  if (form.transactionType === '') problems.transactionType = 'Transaction type is required';
  const amount = validateAmount(form.amount, kind, currency);
  if (amount) problems.amount = amount;
  if (form.description.trim() === '') problems.description = 'Description is required';
  if (countCharacters(form.description.trim()) > maxDescriptionLength) {
    problems.description = 'Description must be less than 255 characters';
  }
  if (countCharacters(form.referenceId) > maxReferenceLength) {
    problems.referenceId = `Reference must be at most ${maxReferenceLength} characters`;
  }
  if (utf8Bytes(form.metadataJson) > maxMetadataBytes) {
    problems.metadataJson = 'Metadata must be at most 8 KB';
  }
  return Object.keys(problems).length > 0 ? problems : undefined;
}

/** Text without a digit counts as 0, as the specification says; any other gets the reason. */
function validateAmount(typed: string, kind: FormKind, currency: Currency): string | undefined {
  const amount = centsFromTyped(typed, currency);
  if (amount !== undefined) return amount > 0 ? undefined : messages[kind].amount;
  return /\d/.test(typed) ? explainAmount(typed, currency) : messages[kind].amount;
}

/** The signed amount the form would add to the balance, if known yet. */
export function computeMovement(
  { amount: text, transactionType }: TransactionForm,
  currency: Currency,
): Cents | undefined {
  const amount = centsFromTyped(text, currency);
  if (amount === undefined || amount <= 0 || transactionType === '') return undefined;
  return toSignedAmount({ amount, transactionType });
}

/** The request body; undefined while the form is invalid. */
export function toInput(
  form: TransactionForm,
  kind: FormKind,
  currency: Currency,
): TransactionInput | undefined {
  const { userId, transactionType, description, referenceId, metadataJson } = form;
  const amount = centsFromTyped(form.amount, currency);
  if (
    validateForm(form, kind, currency) ||
    transactionType === '' ||
    userId === '' ||
    amount === undefined
  ) {
    return undefined;
  }
  return {
    userId,
    transactionType,
    amount,
    description: description.trim(),
    referenceId: referenceId.trim() === '' ? '' : referenceId,
    metadataJson,
  } satisfies Record<keyof TransactionInput, unknown>;
}
