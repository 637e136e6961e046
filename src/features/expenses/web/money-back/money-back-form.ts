/** The form of money back as typed, its validation and its meaning. */
import { type Day, type Instant, instantToDay, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { centsFromTyped, explainAmount } from '#kit/money.ts';
import type { SettledExpense } from '../../expense.ts';
import { checkMoneyBack, type MoneyBackFields } from '../../money-back.ts';

export type MoneyBackForm = {
  readonly amount: string;
  readonly receivedBy: Id<'member'> | 'chapter';
  readonly day: Day | '';
  readonly note: string;
};

export type Problems = { readonly [Field in 'amount' | 'receivedBy' | 'day']?: string };

/** Most often it comes back to the payer. */
export function beginMoneyBack(original: SettledExpense, today: Day): MoneyBackForm {
  const { paidBy, payerReimbursementType } = original;
  const receivedBy = payerReimbursementType === 'None' ? null : paidBy;
  return { amount: '', receivedBy: receivedBy ?? 'chapter', day: today, note: '' };
}

/** The request, or the problems by field. */
export function readMoneyBack(
  original: SettledExpense,
  form: MoneyBackForm,
  { now, zone }: { now: Instant; zone: string },
): { readonly fields: MoneyBackFields } | { readonly problems: Problems } {
  const amount = centsFromTyped(form.amount);
  const problems: Problems = {
    ...(amount === undefined && { amount: explainAmount(form.amount) }),
    ...toProblem(amount !== undefined && checkMoneyBack(original, amount)),
    ...(form.day === '' && { day: 'Choose the day' }),
    ...(form.day > instantToDay(now, zone) && { day: "Money can't have come back in the future" }),
    ...(form.day !== '' && form.day < '1900' && { day: 'Must be in the year 1900 or later' }),
  };
  if (amount === undefined || form.day === '' || Object.keys(problems).length > 0) {
    return { problems };
  }
  const isToday = form.day === instantToDay(now, zone);
  const note = form.note.trim();
  return {
    fields: {
      amount,
      receivedBy: form.receivedBy === 'chapter' ? null : form.receivedBy,
      expenseDate: isToday ? now : localToInstant(`${form.day}T12:00`, zone),
      ...(note !== '' && { note }),
    },
  };
}

const toProblem = (refused: ReturnType<typeof checkMoneyBack> | false): Problems =>
  refused ? { amount: refused.refusal.message } : {};
