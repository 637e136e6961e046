import type { Instant } from '#kit/day.ts';
import { type Cents, maxCents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type ExpenseFields, maxParticipants } from './expense.ts';
import { checkOriginal } from './original.ts';
import { arrangePayers } from './payers.ts';

/** An expense in a form, where the amount and date may still be missing. */
export type ExpenseDraft = Omit<ExpenseFields, 'amount' | 'expenseDate'> & {
  readonly amount: Cents | null;
  readonly expenseDate: Instant | null;
};

/**
 * Validates a draft, for the form and the server alike. Refusals name the invalid field and use the
 * specification's messages. Payers are returned as `arrangePayers` does.
 */
export function checkExpense(draft: ExpenseDraft): Result<ExpenseFields> {
  const { amount, expenseDate } = draft;
  if (draft.title.trim() === '') return missing('title');
  if (amount === null) return missing('amount');
  if (expenseDate === null) return missing('expenseDate');
  if (draft.participants.length === 0) return missing('participants');
  if (!draft.isEvenSplit && draft.paidBy === null && draft.payers.length === 0)
    return missing('paidBy');
  if (amount <= 0) {
    return refuse('invalid', 'amount_not_positive', 'Amount must be greater than 0', {
      field: 'amount',
    });
  }
  if (amount > maxCents) {
    return refuse('invalid', 'amount_too_large', 'Amount must be at most $9,999,999,999.99', {
      field: 'amount',
    });
  }
  const refused =
    checkOriginal(draft.original, amount) ??
    checkPeople(draft) ??
    checkReimbursement(draft, amount);
  if (refused) return refused;
  const arranged = arrangePayers(amount, draft);
  return arranged.ok ? ok({ ...draft, amount, expenseDate, ...arranged.value }) : arranged;
}

function missing(field: keyof ExpenseFields): Refused {
  return refuse('invalid', 'required_fields', 'Please fill in all required fields', { field });
}

function checkPeople(draft: ExpenseDraft): Refused | undefined {
  if (draft.isEvenSplit && (draft.paidBy !== null || draft.payers.length > 0)) {
    return refuse('invalid', 'payer_of_even_split', "An even split can't have a payer", {
      field: draft.payers.length > 0 ? 'payers' : 'paidBy',
    });
  }
  if (draft.participants.length > maxParticipants) {
    return refuse(
      'invalid',
      'too_many_participants',
      `An expense has at most ${maxParticipants} participants`,
      { field: 'participants' },
    );
  }
  if (new Set(draft.participants).size !== draft.participants.length) {
    return refuse('invalid', 'participant_twice', 'A participant is listed twice', {
      field: 'participants',
    });
  }
  return undefined;
}

function checkReimbursement(draft: ExpenseDraft, amount: Cents): Refused | undefined {
  const reimbursement = draft.payerReimbursementAmount;
  const field = { field: 'payerReimbursementAmount' };
  if (draft.payerReimbursementType !== 'Partial') {
    if (reimbursement === null) return undefined;
    return refuse(
      'invalid',
      'reimbursement_not_partial',
      'Only a partial reimbursement can have an amount',
      field,
    );
  }
  if (reimbursement === null || reimbursement <= 0) {
    return refuse(
      'invalid',
      'reimbursement_required',
      'Reimbursement amount is required and must be greater than zero',
      field,
    );
  }
  if (reimbursement > amount) {
    return refuse(
      'invalid',
      'reimbursement_too_large',
      'Reimbursement amount cannot exceed the expense amount',
      field,
    );
  }
  return undefined;
}
