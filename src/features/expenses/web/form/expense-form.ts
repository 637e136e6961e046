/**
 * What the expense form holds: text as it was typed. Whether it makes an expense is the question
 * `checkExpense` answers, the same function the server asks.
 */
import {
  type Day,
  dayOf,
  type Instant,
  instantOf,
  localOf,
  type TimeOfDay,
  timeOfLocal,
} from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { centsFromTyped, centsToText, maxCents } from '#kit/money.ts';
import { checkExpense, type ExpenseDraft } from '../../draft.ts';
import type { Expense, ExpenseFields, ReimbursementType } from '../../expense.ts';

export type ExpenseForm = {
  title: string;
  /** As typed, in dollars. */
  amount: string;
  description: string;
  /** Day and time on the chapter's wall clock. */
  day: Day | '';
  time: TimeOfDay | '';
  category: string;
  eventId: Id<'event'> | null;
  isEvenSplit: boolean;
  isExcludedFromGroupTotals: boolean;
  useWalletTransactions: boolean;
  payerReimbursementType: ReimbursementType;
  /** As typed, in dollars; looked at for `Partial` alone. */
  payerReimbursementAmount: string;
  paidBy: Id<'member'> | null;
  participants: Id<'member'>[];
};

/** A new expense: now, paid by whoever logs it, who also takes part. */
export function newExpenseForm(me: Id<'member'>, now: Instant, zone: string): ExpenseForm {
  return {
    title: '',
    amount: '',
    description: '',
    ...wallClock(now, zone),
    category: '',
    eventId: null,
    isEvenSplit: false,
    isExcludedFromGroupTotals: false,
    useWalletTransactions: false,
    payerReimbursementType: 'Full',
    payerReimbursementAmount: '',
    paidBy: me,
    participants: [me],
  };
}

export function formOfExpense(expense: Expense, zone: string): ExpenseForm {
  const { payerReimbursementAmount } = expense;
  return {
    title: expense.title,
    amount: centsToText(expense.amount),
    description: expense.description,
    ...wallClock(expense.expenseDate, zone),
    category: expense.category,
    eventId: expense.eventId,
    isEvenSplit: expense.isEvenSplit,
    isExcludedFromGroupTotals: expense.isExcludedFromGroupTotals,
    useWalletTransactions: expense.useWalletTransactions,
    payerReimbursementType: expense.payerReimbursementType,
    payerReimbursementAmount:
      payerReimbursementAmount === null ? '' : centsToText(payerReimbursementAmount),
    paidBy: expense.paidBy,
    participants: [...expense.participants],
  };
}

function wallClock(at: Instant, zone: string): Pick<ExpenseForm, 'day' | 'time'> {
  return { day: dayOf(at, zone), time: timeOfLocal(localOf(at, zone)) };
}

/**
 * The draft a form means. `known` is the date the form was filled from: its seconds, and which of
 * two equal hours of a clock change it is, stay as they were while day and time do.
 */
export function draftOf(form: ExpenseForm, zone: string, known?: Instant): ExpenseDraft {
  return {
    title: form.title.trim(),
    description: form.description,
    amount: centsFromTyped(form.amount) ?? null,
    expenseDate: dateOf(form, zone, known),
    eventId: form.eventId,
    participants: form.participants,
    category: form.category.trim(),
    paidBy: form.isEvenSplit ? null : form.paidBy,
    isEvenSplit: form.isEvenSplit,
    isExcludedFromGroupTotals: form.isExcludedFromGroupTotals,
    useWalletTransactions: form.useWalletTransactions,
    payerReimbursementType: form.payerReimbursementType,
    payerReimbursementAmount:
      form.payerReimbursementType === 'Partial'
        ? (centsFromTyped(form.payerReimbursementAmount) ?? null)
        : null,
  };
}

/** What is a day here and an instant of the same four-digit year everywhere. */
const isReachable = (day: Day | ''): day is Day => day > '1900-01-01' && day < '9999-12-31';

function dateOf({ day, time }: ExpenseForm, zone: string, known?: Instant): Instant | null {
  if (!isReachable(day) || time === '') return null;
  if (known) {
    const before = wallClock(known, zone);
    if (before.day === day && before.time === time) return known;
  }
  return instantOf(`${day}T${time}`, zone);
}

export type FormProblems = {
  /** The specification's sentence for all of it. */
  readonly message: string;
  readonly fields: { readonly [Name in keyof ExpenseForm]?: string };
};

/** Why a form is not yet an expense: every field at fault, not the first alone. */
export function problemsOf(form: ExpenseForm, zone: string): FormProblems | undefined {
  let draft = draftOf(form, zone);
  let message: string | undefined;
  const fields: Record<string, string> = {};
  // Each refusal names one field; with that one mended the question is asked again.
  for (let asked = 0; asked < Object.keys(sound).length; asked += 1) {
    const checked = checkExpense(draft);
    if (checked.ok) break;
    const field = checked.refusal.field as keyof ExpenseFields;
    message ??= checked.refusal.message;
    fields[field === 'expenseDate' ? (isReachable(form.day) ? 'time' : 'day') : field] =
      checked.refusal.code === 'required_fields'
        ? wordsForMissing(field, form)
        : checked.refusal.message;
    draft = { ...draft, [field]: sound[field as keyof typeof sound] };
  }
  return message === undefined ? undefined : { message, fields };
}

/** Values no rule refuses, to stand in for what was refused. */
const sound = {
  title: '-',
  amount: maxCents,
  expenseDate: '2000-01-01T00:00:00.000Z',
  participants: ['-'],
  paidBy: '-',
  payerReimbursementAmount: 1,
};

function wordsForMissing(field: keyof ExpenseFields, form: ExpenseForm): string {
  switch (field) {
    case 'title':
      return 'Enter a title';
    case 'amount':
      return form.amount.trim() === ''
        ? 'Enter an amount'
        : 'Enter an amount like 1,234.56, with at most two decimals';
    case 'expenseDate':
      return isReachable(form.day) ? 'Enter a time' : 'Choose a date';
    case 'participants':
      return 'Choose at least one participant';
    case 'paidBy':
      return 'Choose who paid';
    default:
      return 'Required';
  }
}
