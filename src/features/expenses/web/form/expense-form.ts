/**
 * The values of the expense form, as entered. `checkExpense` validates them, as on the server.
 */
import {
  type Day,
  type Instant,
  instantToDay,
  instantToLocal,
  localToInstant,
  localToTime,
  type TimeOfDay,
  toDay,
} from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import {
  type Currency,
  centsFromTyped,
  centsToText,
  explainAmount,
  maxCents,
  zeroCents,
} from '#kit/money.ts';
import type { SettlementWay } from '#kit/role.ts';
import { checkExpense, type ExpenseDraft } from '../../draft.ts';
import type { ExpenseFields, OverrideFields, ReimbursementType } from '../../expense.ts';
import { neverRepeats, type RepeatForm, validateRepeat } from '../recurring/repeat-form.ts';
import { isRateMissing, readAmount, readDollars } from './entered-amount.ts';
import {
  findPayersProblem,
  onePayer,
  type PayersInput,
  toPayers,
  toPayersInput,
} from './payers-input.ts';
import {
  evenShares,
  resolveOverrides,
  type SharesInput,
  type StoredShares,
  toSharesInput,
} from './shares-input.ts';

export type ExpenseForm = {
  title: string;
  /** As entered, in this currency. */
  amount: string;
  currency: Currency;
  /** Dollars for one unit, as entered; used only for a currency other than dollars. */
  rate: string;
  description: string;
  /** Day and time in the chapter's time zone. */
  day: Day | '';
  time: TimeOfDay | '';
  category: string;
  eventId: Id<'event'> | null;
  /** Without a payer and a reimbursement, which are kept for when it is cleared. */
  isEvenSplit: boolean;
  isExcludedFromGroupTotals: boolean;
  useWalletTransactions: boolean;
  payerReimbursementType: ReimbursementType;
  /** As entered, in dollars; used only for `Partial`. */
  payerReimbursementAmount: string;
  paidBy: Id<'member'> | null;
  /** Used instead of `paidBy` if several people paid. */
  payers: PayersInput;
  participants: Id<'member'>[];
  shares: SharesInput;
} & RepeatForm;

/** Whether a new expense uses wallets: as the chapter settles, and never where everyone paid their own. */
export function usesWallets(
  { settlesThrough }: { settlesThrough: SettlementWay },
  { isEvenSplit }: { isEvenSplit: boolean },
): boolean {
  return settlesThrough === 'wallets' && !isEvenSplit;
}

/** Defaults to now, with the user as payer and participant, settling as the chapter does. */
export function newExpenseForm(
  me: Id<'member'>,
  now: Instant,
  chapter: { timeZone: string; settlesThrough: SettlementWay },
): ExpenseForm {
  return {
    title: '',
    amount: '',
    currency: 'USD',
    rate: '',
    description: '',
    ...toLocalFields(now, chapter.timeZone),
    category: '',
    eventId: null,
    isEvenSplit: false,
    isExcludedFromGroupTotals: false,
    useWalletTransactions: usesWallets(chapter, { isEvenSplit: false }),
    payerReimbursementType: 'Full',
    payerReimbursementAmount: '',
    paidBy: me,
    payers: onePayer,
    participants: [me],
    shares: evenShares,
    ...neverRepeats,
  };
}

type WithOverrides = ExpenseFields & { readonly overrides: readonly OverrideFields[] };

export function toExpenseForm(expense: WithOverrides, zone: string): ExpenseForm {
  const { payerReimbursementAmount } = expense;
  return {
    title: expense.title,
    amount: centsToText(expense.original?.amount ?? expense.amount),
    currency: expense.original?.currency ?? 'USD',
    rate: expense.original?.rate ?? '',
    description: expense.description,
    ...toLocalFields(expense.expenseDate, zone),
    category: expense.category,
    eventId: expense.eventId,
    isEvenSplit: expense.isEvenSplit,
    isExcludedFromGroupTotals: expense.isExcludedFromGroupTotals,
    useWalletTransactions: expense.useWalletTransactions,
    payerReimbursementType: expense.payerReimbursementType,
    payerReimbursementAmount:
      payerReimbursementAmount === null ? '' : centsToText(payerReimbursementAmount),
    paidBy: expense.paidBy,
    payers: toPayersInput(expense.payers),
    participants: [...expense.participants],
    shares: toSharesInput(expense.overrides, expense.participants),
    ...neverRepeats,
  };
}

/** The form of a new expense like a known one, with the same shares, at another time. */
export function toDuplicateForm(
  expense: Omit<WithOverrides, 'expenseDate'>,
  now: Instant,
  zone: string,
): ExpenseForm {
  return toExpenseForm({ ...expense, expenseDate: now }, zone);
}

/** The form without people who may not be on a new expense. */
export function leaveOut(form: ExpenseForm, people: readonly Id<'member'>[]): ExpenseForm {
  const keep = (id: Id<'member'> | null) => (id !== null && people.includes(id) ? null : id);
  return {
    ...form,
    participants: form.participants.filter(keep),
    paidBy: keep(form.paidBy),
    payers: {
      ...form.payers,
      rows: form.payers.rows.map((row) => ({ ...row, memberId: keep(row.memberId) })),
    },
  };
}

function toLocalFields(at: Instant, zone: string): Pick<ExpenseForm, 'day' | 'time'> {
  return { day: instantToDay(at, zone), time: localToTime(instantToLocal(at, zone)) };
}

/**
 * Converts the form to a draft. If day and time were not edited, `known`, the original date, is kept
 * with its seconds and its offset in a repeated hour.
 */
export function toDraft(form: ExpenseForm, zone: string, known?: Instant): ExpenseDraft {
  const entered = readAmount(form);
  // There is no one to reimburse on an even split.
  const payerReimbursementType = form.isEvenSplit ? 'Full' : form.payerReimbursementType;
  return {
    title: form.title.trim(),
    description: form.description,
    ...entered,
    expenseDate: toExpenseDate(form, zone, known),
    eventId: form.eventId,
    participants: form.participants,
    category: form.category.trim(),
    paidBy: form.isEvenSplit || form.payers.isSeveral ? null : form.paidBy,
    payers:
      form.payers.isSeveral && !form.isEvenSplit
        ? toPayers(form.payers.rows, entered.amount ?? zeroCents)
        : [],
    isEvenSplit: form.isEvenSplit,
    isExcludedFromGroupTotals: form.isExcludedFromGroupTotals,
    useWalletTransactions: form.useWalletTransactions,
    payerReimbursementType,
    payerReimbursementAmount:
      payerReimbursementType === 'Partial'
        ? (centsFromTyped(form.payerReimbursementAmount) ?? null)
        : null,
  };
}

/** Days that are instants within four-digit years in every time zone. */
const isReachable = (day: Day | ''): day is Day => day > '1900-01-01' && day < '9999-12-31';

function toExpenseDate({ day, time }: ExpenseForm, zone: string, known?: Instant): Instant | null {
  if (!isReachable(day) || time === '') return null;
  if (known) {
    const before = toLocalFields(known, zone);
    if (before.day === day && before.time === time) return known;
  }
  return localToInstant(`${day}T${time}`, zone);
}

/** Whether a day is so far off that it may be a slip of the keys. */
export function isFarOff(day: Day, today: Day): boolean {
  const now = Temporal.PlainDate.from(today);
  return day > toDay(now.add({ years: 1 })) || day < toDay(now.subtract({ years: 10 }));
}

export type FormProblems = {
  /** The specification's message. */
  readonly message: string;
  readonly fields: { readonly [Name in keyof ExpenseForm]?: string };
};

/** Why a form is not valid, with all invalid fields. */
export function validateForm(
  form: ExpenseForm,
  zone: string,
  expenseId: Id<'expense'>,
  stored?: StoredShares,
): FormProblems | undefined {
  const isSeveral = form.payers.isSeveral && !form.isEvenSplit;
  // Several payers are checked by their rows.
  let draft = { ...toDraft(form, zone), ...(isSeveral && { paidBy: placeholder, payers: [] }) };
  let message: string | undefined;
  const fields: Record<string, string> = {};
  // Each refusal names one field, so replace it with a valid value and check again.
  for (let round = 0; round < Object.keys(validValues).length; round += 1) {
    const checked = checkExpense(draft);
    if (checked.ok) break;
    const field = checked.refusal.field as keyof ExpenseFields;
    const reason =
      field === 'payerReimbursementAmount' && isUnreadable(form.payerReimbursementAmount)
        ? explainAmount(form.payerReimbursementAmount)
        : checked.refusal.message;
    message ??= reason;
    fields[toFormField(field, form)] =
      checked.refusal.code === 'required_fields' ? describeMissing(field, form) : reason;
    draft = { ...draft, [field]: validValues[field as keyof typeof validValues] };
    if (field === 'amount') draft = { ...draft, original: null };
  }
  const total = readDollars(form);
  if (total !== undefined && total > 0 && form.participants.length > 0) {
    const { participants, shares } = form;
    const overrides = resolveOverrides({ expenseId, total, participants }, shares, stored);
    if (!overrides.ok) fields['shares'] = overrides.refusal.message;
  }
  const problem = isSeveral ? findPayersProblem(form.payers.rows, total) : undefined;
  if (problem) fields['payers'] = problem.message;
  message ??= fields['payers'] ?? fields['shares'];
  Object.assign(fields, validateRepeat(form, form.day));
  message ??= fields['repeatUntil'] ?? fields['repeatTimes'];
  return message === undefined ? undefined : { message, fields };
}

const isUnreadable = (text: string) => /\d/.test(text) && centsFromTyped(text) === undefined;

const placeholder = '-' as Id<'member'>;

/** Where the form asks for a field of the expense. */
function toFormField(field: keyof ExpenseFields, form: ExpenseForm): keyof ExpenseForm {
  switch (field) {
    case 'expenseDate':
      return isReachable(form.day) ? 'time' : 'day';
    case 'original':
      return 'amount';
    case 'amount':
      return isRateMissing(form) ? 'rate' : 'amount';
    default:
      return field;
  }
}

/** Valid placeholders for refused fields. */
const validValues = {
  title: '-',
  original: null,
  amount: maxCents,
  expenseDate: '2000-01-01T00:00:00.000Z',
  participants: [placeholder],
  paidBy: placeholder,
  payerReimbursementAmount: 1,
};

function describeMissing(field: keyof ExpenseFields, form: ExpenseForm): string {
  switch (field) {
    case 'title':
      return 'Enter a title';
    case 'amount':
      if (isRateMissing(form)) return 'Enter a rate like 1.0834, with at most eight decimals';
      return explainAmount(form.amount, form.currency);
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
